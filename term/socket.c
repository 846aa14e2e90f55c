/* socket.c - a connection to a house, with libwebsockets on its own loop.
 *
 * Map: the wire - sending - receiving - getting a file - what is typed - callbacks - connecting. */
#include "term/socket.h"
#include <libwebsockets.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    LARGEST = 4 << 20, /* bytes of a message or a file */
    BURST = 80,        /* messages at once, and a second afterwards: a little less than a house allows */
    RATE = 8,
};

typedef struct message {
    struct message *next;
    size_t size;
    unsigned char bytes[]; /* LWS_PRE of them for the frame's head */
} message;

/* Bytes that come in pieces. */
typedef struct {
    char *at;
    size_t size, room;
} pile;

struct wire {
    address house;
    const wire_ears *ears;
    void *to;
    struct lws_context *context;
    struct lws *keys;          /* where what is typed comes from, NULL when it has ended */
    struct lws *socket;        /* NULL if there is none */
    bool connecting, fetching; /* and whoever asked has not been told the end of it */
    bool input;                /* is there more to be typed? */
    bool untrusted;            /* the certificate was not good */
    bool freed;                /* nobody wants to hear any more */
    int code;                  /* with which the house closed */
    int status;
    message *first, *last;
    pile in, body;
    int64_t credit, counted; /* of messages, in thousandths; when that was worked out, in milliseconds */
    lws_sorted_usec_list_t pause, alarm[WIRE_ALARMS];
};

static bool pile_add(pile *p, const char *s, size_t n) {
    if (p->size + n > LARGEST) return false;
    if (p->size + n >= p->room) {
        p->room = 2 * (p->size + n) + 4096;
        p->at = realloc(p->at, p->room);
        if (!p->at) abort();
    }
    memcpy(p->at + p->size, s, n);
    p->size += n;
    p->at[p->size] = 0;
    return true;
}

static void pile_clear(pile *p) {
    free(p->at);
    *p = (pile){0};
}

/* ---- sending --------------------------------------------------------------------------------------------- */

void wire_send(wire *w, const char *s, size_t n) {
    message *m = malloc(sizeof *m + LWS_PRE + n);
    if (!m) abort();
    *m = (message){.size = n};
    memcpy(m->bytes + LWS_PRE, s, n);
    *(w->last ? &w->last->next : &w->first) = m;
    w->last = m;
    if (w->socket) lws_callback_on_writable(w->socket);
}

static void drop_first(wire *w) {
    message *m = w->first;
    w->first = m->next;
    if (!w->first) w->last = NULL;
    free(m);
}

static void drop_all(wire *w) {
    while (w->first)
        drop_first(w);
}

static void go_on(lws_sorted_usec_list_t *sul) {
    wire *w = lws_container_of(sul, wire, pause);
    if (w->socket) lws_callback_on_writable(w->socket);
}

/* May a message go now?  If not, it will be asked again. */
static bool may_send(wire *w) {
    int64_t now = lws_now_usecs() / 1000;
    w->credit += (now - w->counted) * RATE;
    w->counted = now;
    if (w->credit > 1000 * BURST) w->credit = 1000 * BURST;
    if (w->credit >= 1000) {
        w->credit -= 1000;
        return true;
    }
    lws_sul_schedule(w->context, 0, &w->pause, go_on, LWS_USEC_PER_SEC / RATE);
    return false;
}

static int send_first(wire *w) {
    if (!w->first || !may_send(w)) return 0;
    int sent = lws_write(w->socket, w->first->bytes + LWS_PRE, w->first->size, LWS_WRITE_TEXT);
    bool good = sent >= (int)w->first->size;
    drop_first(w);
    if (!good) return -1;
    if (w->first) lws_callback_on_writable(w->socket);
    return 0;
}

/* ---- receiving ---------------------------------------------------------------------------------------------- */

static int receive(wire *w, const char *s, size_t n) {
    if (!pile_add(&w->in, s, n)) return -1;
    if (!lws_is_final_fragment(w->socket) || lws_remaining_packet_payload(w->socket)) return 0;
    pile whole = w->in;
    w->in = (pile){0};
    w->ears->message(w->to, whole.at, whole.size);
    pile_clear(&whole);
    return 0;
}

static void end(wire *w, wire_end why) {
    if (!w->connecting) return;
    w->connecting = false;
    w->socket = NULL;
    drop_all(w);
    pile_clear(&w->in);
    w->ears->closed(w->to, why);
}

static void closed(wire *w) {
    end(w, w->code == 1013 ? WIRE_FULL : w->code == 1008 || w->code == 1009 ? WIRE_SENT_AWAY : WIRE_LOST);
}

/* The library says why in words of its own: somebody was there if there was anything to read or to shake hands
 * with. */
static void failed(wire *w, const char *why) {
    static const char *const signs[] = {"HS:", "SSL", "tls", "read failed", "closed"};
    bool strange = false;
    for (size_t i = 0; why && i < sizeof signs / sizeof *signs; i++)
        strange |= strstr(why, signs[i]) != NULL;
    end(w, w->untrusted ? WIRE_UNTRUSTED : strange ? WIRE_STRANGE : WIRE_UNREACHABLE);
}

/* ---- getting a file ------------------------------------------------------------------------------------------- */

static int read_file(struct lws *wsi) {
    char buffer[LWS_PRE + 4096], *at = buffer + LWS_PRE;
    int n = 4096;
    return lws_http_client_read(wsi, &at, &n) < 0 ? -1 : 0;
}

static void fetched(wire *w, bool good) {
    if (!w->fetching) return;
    w->fetching = false;
    pile body = w->body;
    w->body = (pile){0};
    w->ears->fetched(w->to, good && w->status == 200, body.at ? body.at : "", body.size);
    pile_clear(&body);
}

/* ---- what is typed ---------------------------------------------------------------------------------------------- */

static int read_typed(wire *w, int input) {
    char bytes[4096];
    ssize_t n = read(input, bytes, sizeof bytes);
    if (n <= 0) return -1;
    w->ears->typed(w->to, bytes, (size_t)n);
    return 0;
}

static void input_ended(wire *w) {
    if (!w->input) return;
    w->input = false;
    w->keys = NULL;
    w->ears->typed(w->to, "", 0);
}

void wire_listen(wire *w, bool listen) {
    if (w->keys) lws_rx_flow_control(w->keys, listen);
}

/* ---- callbacks ---------------------------------------------------------------------------------------------------- */

static int on_house(struct lws *wsi, enum lws_callback_reasons what, void *user, void *in, size_t n) {
    wire *w = lws_context_user(lws_get_context(wsi));
    const unsigned char *bytes = in;
    (void)user;
    if (!w || w->freed) return 0;
    switch (what) {
    case LWS_CALLBACK_CLIENT_ESTABLISHED: w->ears->open(w->to); return 0;
    case LWS_CALLBACK_CLIENT_RECEIVE: return receive(w, in, n);
    case LWS_CALLBACK_CLIENT_WRITEABLE: return send_first(w);
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        if (n >= 2) w->code = bytes[0] << 8 | bytes[1];
        return 0;
    case LWS_CALLBACK_OPENSSL_PERFORM_SERVER_CERT_VERIFICATION: /* n: is it good?  We only take note. */
        w->untrusted |= !n;
        return 0;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR: failed(w, in); return 0;
    case LWS_CALLBACK_CLIENT_CLOSED: closed(w); return 0;
    default: return 0;
    }
}

static int on_file(struct lws *wsi, enum lws_callback_reasons what, void *user, void *in, size_t n) {
    wire *w = lws_context_user(lws_get_context(wsi));
    (void)user;
    if (!w || w->freed) return 0;
    switch (what) {
    case LWS_CALLBACK_ESTABLISHED_CLIENT_HTTP: w->status = (int)lws_http_client_http_response(wsi); return 0;
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP: return read_file(wsi);
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP_READ: return pile_add(&w->body, in, n) ? 0 : -1;
    case LWS_CALLBACK_COMPLETED_CLIENT_HTTP: fetched(w, true); return 0;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
    case LWS_CALLBACK_CLOSED_CLIENT_HTTP: fetched(w, false); return 0;
    default: return 0;
    }
}

static int on_input(struct lws *wsi, enum lws_callback_reasons what, void *user, void *in, size_t n) {
    wire *w = lws_context_user(lws_get_context(wsi));
    (void)user, (void)in, (void)n;
    if (!w || w->freed) return 0;
    switch (what) {
    case LWS_CALLBACK_RAW_RX_FILE: return read_typed(w, lws_get_socket_fd(wsi));
    case LWS_CALLBACK_RAW_CLOSE_FILE: input_ended(w); return 0;
    default: return 0;
    }
}

static const struct lws_protocols protocols[] = {{"house", on_house, 0, 65536, 0, NULL, 0},
                                                 {"file", on_file, 0, 65536, 0, NULL, 0},
                                                 {"input", on_input, 0, 4096, 0, NULL, 0},
                                                 {NULL, NULL, 0, 0, 0, NULL, 0}};

/* ---- connecting ----------------------------------------------------------------------------------------------------- */

static struct lws_client_connect_info target(wire *w, const char *path) {
    return (struct lws_client_connect_info){
        .context = w->context,
        .address = w->house.name,
        .port = w->house.port,
        .host = w->house.host,
        .path = path,
        .alpn = "http/1.1",
        .ssl_connection = w->house.tls ? LCCSCF_USE_SSL : 0,
        .ietf_version_or_minus_one = -1,
    };
}

void wire_connect(wire *w) {
    static const lws_retry_bo_t alive = {.secs_since_valid_ping = 30, .secs_since_valid_hangup = 45};
    struct lws_client_connect_info to = target(w, "/ws");
    to.local_protocol_name = "house";
    to.retry_and_idle_policy = &alive;
    to.pwsi = &w->socket;
    w->code = 0;
    w->untrusted = false;
    w->credit = 1000 * BURST;
    w->counted = lws_now_usecs() / 1000;
    w->connecting = true;
    if (!lws_client_connect_via_info(&to)) end(w, WIRE_UNREACHABLE); /* unless a callback has said why */
}

void wire_fetch(wire *w, const char *path) {
    struct lws_client_connect_info to = target(w, path);
    to.method = "GET";
    to.local_protocol_name = "file";
    w->status = 0;
    w->fetching = true;
    pile_clear(&w->body);
    if (!lws_client_connect_via_info(&to)) fetched(w, false);
}

static void ring(wire *w, wire_alarm which) { w->ears->alarm(w->to, which); }
static void ring_retry(lws_sorted_usec_list_t *s) {
    ring(lws_container_of(s, wire, alarm[WIRE_RETRY]), WIRE_RETRY);
}
static void ring_clock(lws_sorted_usec_list_t *s) {
    ring(lws_container_of(s, wire, alarm[WIRE_CLOCK]), WIRE_CLOCK);
}

void wire_set(wire *w, wire_alarm which, int ms) {
    lws_sul_schedule(w->context, 0, &w->alarm[which], which == WIRE_RETRY ? ring_retry : ring_clock,
                     ms < 0 ? LWS_SET_TIMER_USEC_CANCEL : (lws_usec_t)ms * 1000);
}

wire *wire_new(const address *house, int input, const wire_ears *ears, void *to) {
    wire *w = calloc(1, sizeof *w);
    if (!w) abort();
    *w = (wire){.house = *house, .ears = ears, .to = to, .input = true};
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .protocols = protocols,
        .user = w,
        .options = house->tls ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0,
    };
    lws_set_log_level(0, NULL);
    signal(SIGPIPE, SIG_IGN);
    w->context = lws_create_context(&info);
    if (!w->context) abort(); /* it needs memory and a few files */
    lws_sock_file_fd_type in = {.filefd = input};
    w->keys = lws_adopt_descriptor_vhost(lws_get_vhost_by_name(w->context, "default"),
                                         LWS_ADOPT_RAW_FILE_DESC, in, "input", NULL);
    if (!w->keys) input_ended(w);
    return w;
}

void wire_free(wire *w) {
    w->freed = true;
    lws_context_destroy(w->context);
    drop_all(w);
    pile_clear(&w->in);
    pile_clear(&w->body);
    free(w);
}

void wire_run(wire *w, const bool *done) {
    while (!*done && lws_service(w->context, 0) >= 0)
        ;
}
