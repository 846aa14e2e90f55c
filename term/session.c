/* session.c - output to the user and requests to the house.
 *
 * Map: output - requests. */
#include "term/session.h"
#include <stdlib.h>
#include <string.h>

/* ---- output --------------------------------------------------------------------------------- */

FILE *session_output(session *s) {
    if (s->prompted) fputc('\n', s->out);
    s->prompted = false;
    return s->out;
}

void session_say(session *s, gm_line line) { say_line(session_output(s), &s->w, line); }

void session_say_fault(session *s, const fault *why) {
    char sentence[1024];
    text t = text_on(sentence, sizeof sentence);
    words_fault(&t, s->w.lang, why);
    say_error(session_output(s), sentence);
}

/* Does this character change the direction of what follows it?  A terminal would let it reach beyond its text. */
static bool is_direction(const char *s) {
    static const char *const marks[] = {"\u061c", "\u200e", "\u200f", "\u202a", "\u202b", "\u202c",
                                        "\u202d", "\u202e", "\u2066", "\u2067", "\u2068", "\u2069"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (!strncmp(s, marks[i], strlen(marks[i]))) return true;
    return false;
}

const char *session_get_text(const json_t *from, const char *field, char *out, size_t size) {
    const char *in = json_string_value(json_object_get(from, field));
    text t = text_on(out, size);
    for (size_t n = in ? strlen(in) : 0, k; n; in += k, n -= k) {
        k = (size_t)text_utf8(in, n);
        if (!k || t.used + k >= size) break;
        if (text_control(in) || is_direction(in))
            text_char(&t, '?');
        else
            text_bytes(&t, in, k);
    }
    return out;
}

/* ---- requests ------------------------------------------------------------------------------- */

void session_send(session *s, json_t *request) {
    if (!request) abort(); /* every string in it is valid UTF-8, so it can only be memory */
    char *line = json_dumps(request, JSON_COMPACT);
    if (!line) abort();
    connection_send(s->connection, line, strlen(line));
    free(line);
    json_decref(request);
}

void session_request(session *s, json_t *request) {
    json_object_set_new(request, "re", json_integer(++s->request));
    s->unanswered = s->request;
    session_send(s, request);
}

void session_request_then(session *s, json_t *request, const char *say, const char *name) {
    text t = text_on(s->then_name, sizeof s->then_name);
    text_put(&t, name);
    s->then = say;
    session_request(s, request);
}
