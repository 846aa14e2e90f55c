/* server.c - the house on the network, with libwebsockets on a loop of libuv.
 *
 * Map: the server - origins and addresses - answers to HTTP - WebSocket - one callback for both -
 * what the house needs - stopping - running.
 *
 * One thread does it all; bots think on libuv's, and the store writes on its own.  A socket has a
 * guest of the house (WebSocket) or a body on its way out (HTTP). */
#include "house/server.h"
#include "bots/bots.h"
#include "house/http_headers.h"
#include "house/notify.h"
#include "house/page.h"
#include "words/words.h"
#include <libwebsockets.h>
#include <malloc.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#include <uv.h>

enum {
    CHUNK = 4096,    /* of a body */
    POSTED = 256,    /* bytes that anybody may post */
    BURST = 16,      /* messages to one guest before others have their turn */
    PATIENCE = 3000, /* milliseconds for guests to take leave */
    SPARE = 128,     /* files besides sockets */
    BEAT = 20000,    /* milliseconds; proxies forget a connection after a minute of silence */
    BEATS = 4,       /* of silence, and the guest is taken for gone */
};
_Static_assert(LWS_PRE <= HOUSE_ROOM, "a message has room for the frame's head");

typedef struct session {
    struct lws *wsi;
    house_guest *guest;
    struct session *prev, *next; /* of those that have a guest */
    int quiet;                   /* for how many beats nothing has come */
    bool ping;
    char *in; /* a message in pieces, or what was posted */
    size_t size, room;
    bool unwanted; /* what was posted */
    int code;      /* with which it is to be closed */
    const char *why;
    char *body; /* of an answer */
    size_t length, sent;
} session;

static struct {
    const server_terms *terms;
    house *house;
    struct lws_context *context;
    uv_loop_t loop;
    uv_async_t wake, stop;
    uv_timer_t timer, late, beat, alive;
    session *sessions;
    uv_prepare_t before;
    uv_signal_t signals[2];
    int thoughts, sockets;
    bool listens, stopping, parted, done, broken;
    char url[128];
} server;

/* ---- origins and addresses ------------------------------------------------------------------------------ */

static bool header(struct lws *wsi, enum lws_token_indexes which, char *out, size_t size) {
    out[0] = 0;
    int n = lws_hdr_copy(wsi, out, (int)size, which);
    if (n < 0) out[0] = 0; /* too long, or none */
    return n > 0;
}

/* The header, or NULL if there is none. */
static const char *header_or(struct lws *wsi, enum lws_token_indexes which, char *out, size_t size) {
    return header(wsi, which, out, size) ? out : NULL;
}

/* One that is too long to be read is not ours. */
static bool good_origin(struct lws *wsi) {
    char origin[256], host[256];
    if (!lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN)) return true;
    return header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin) &&
           http_origin_allowed(origin, header_or(wsi, WSI_TOKEN_HOST, host, sizeof host), server.url);
}

static void address_of(struct lws *wsi, char out[HTTP_ADDRESS_SIZE]) {
    char forwarded[256], peer[HTTP_ADDRESS_SIZE] = "";
    lws_get_peer_simple(wsi, peer, sizeof peer);
    bool proxy = server.terms->proxy && header(wsi, WSI_TOKEN_X_FORWARDED_FOR, forwarded, sizeof forwarded);
    http_client_address(proxy ? forwarded : NULL, peer, out);
}

static const char *token_of(struct lws *wsi, char out[HOUSE_TOKEN + 1]) {
    char authorization[256], cookie[1024];
    return http_token(header_or(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, authorization, sizeof authorization),
                      header_or(wsi, WSI_TOKEN_HTTP_COOKIE, cookie, sizeof cookie), out);
}

/* ---- answers to HTTP ----------------------------------------------------------------------------------------- */

#define PLAIN "text/plain; charset=utf-8"

/* What the head of an answer says. */
typedef struct {
    unsigned status;
    const char *type, *cookie, *cache, *coding; /* cache NULL: it is not to be kept */
} heading;

static bool add(session *s, enum lws_token_indexes which, const char *value, uint8_t **at, uint8_t *end) {
    return !value ||
           !lws_add_http_header_by_token(s->wsi, which, (const uint8_t *)value, (int)strlen(value), at, end);
}

/* Sends the head; the body, which is freed when it is sent, follows. */
static int answer(session *s, heading h, char *body, size_t n) {
    uint8_t head[LWS_PRE + 2048], *start = head + LWS_PRE, *at = start, *end = head + sizeof head - 1;
    free(s->body);
    s->body = body;
    s->length = lws_hdr_total_length(s->wsi, WSI_TOKEN_HEAD_URI) ? 0 : n;
    s->sent = 0;
    if (lws_add_http_common_headers(s->wsi, h.status, h.type, n, &at, end) ||
        !add(s, WSI_TOKEN_HTTP_CACHE_CONTROL, h.cache ? h.cache : "no-store", &at, end) ||
        !add(s, WSI_TOKEN_HTTP_SET_COOKIE, h.cookie, &at, end) ||
        !add(s, WSI_TOKEN_HTTP_CONTENT_ENCODING, h.coding, &at, end) ||
        !add(s, WSI_TOKEN_HTTP_VARY, h.coding ? "accept-encoding" : NULL, &at, end) ||
        lws_finalize_write_http_header(s->wsi, start, &at, end))
        return -1;
    lws_callback_on_writable(s->wsi);
    return 0;
}

static int answer_text(session *s, unsigned status, const char *words) {
    return answer(s, (heading){.status = status, .type = PLAIN}, strdup(words), strlen(words));
}

static int answer_metrics(session *s) {
    enum { ROOM = 16384 };
    char *body = malloc(ROOM);
    if (!body) abort();
    text t = text_on(body, ROOM);
    house_metrics(server.house, &t);
    text_put(&t, "# HELP safehouse_heap_bytes Memory in use.\n# TYPE safehouse_heap_bytes "
                 "gauge\nsafehouse_heap_bytes ");
    text_int(&t, (int64_t)mallinfo2().uordblks);
    text_char(&t, '\n');
    return answer(s, (heading){.status = 200, .type = "text/plain; version=0.0.4"}, body, t.used);
}

static int answer_games(session *s) {
    char lang[16], *body = malloc(BOTS_GAMES);
    words_lang which = WORDS_EN;
    if (!body) abort();
    text t = text_on(body, BOTS_GAMES);
    const char *value = lws_get_urlarg_by_name(s->wsi, "lang=", lang, sizeof lang);
    if (value) words_lang_of(value, &which);
    jsonw w = jsonw_on(&t);
    bots_games(&w, which);
    text_char(&t, '\n');
    return answer(s, (heading){.status = 200, .type = "application/json"}, body, t.used);
}

static int answer_fault(session *s, unsigned status, const fault *why) {
    char sentence[512];
    text t = text_on(sentence, sizeof sentence);
    words_fault(&t, WORDS_EN, why);
    text_char(&t, '\n');
    return answer_text(s, status, sentence);
}

static int answer_key(session *s, unsigned status, const char *say) {
    fault why;
    fault_at(&why, say, NULL, 0, 0);
    return answer_fault(s, status, &why);
}

static int answer_record(session *s, const char *key) {
    fault why;
    size_t n;
    char *body = house_record(server.house, key, &n, &why);
    return body ? answer(s, (heading){.status = 200, .type = PLAIN}, body, n) : answer_fault(s, 404, &why);
}

/* A browser gives its token once, and has it back in a cookie that no script can read. */
static int answer_cookie(session *s) {
    char cookie[256];
    text t = text_on(cookie, sizeof cookie);
    bool good = s->size == HOUSE_TOKEN && house_knows(server.house, s->in);
    text_put(&t, "safehouse=");
    text_bytes(&t, s->in, s->size);
    free(s->in);
    s->in = NULL;
    if (s->unwanted) return answer_key(s, 403, "house.not-here");
    if (!good) return answer_key(s, 403, "house.token");
    text_put(&t, "; Path=/; Max-Age=315360000; HttpOnly; SameSite=Strict");
    if (!strncmp(server.url, "https:", 6)) text_put(&t, "; Secure");
    return answer(s, (heading){.status = 200, .type = PLAIN, .cookie = cookie}, strdup("done\n"), 5);
}

/* A house built without its page says so in each of its languages, and how to join it. */
static int answer_without_page(session *s) {
    char body[2048];
    text t = text_on(body, sizeof body);
    fault why;
    fault_at(&why, "house.without-page", NULL, 0, 0);
    for (int lang = 0; lang < WORDS_LANGS; lang++) {
        words_fault(&t, (words_lang)lang, &why);
        text_char(&t, '\n');
    }
    return answer_text(s, 200, body);
}

/* Files whose names change with what is in them can be kept for ever.  The page finds out by itself what an address
 * within it means. */
static int answer_page(session *s, const char *path) {
    static const char *const within[] = {"/t/", "/new/", "/rules/", "/replay/"};
    bool inner = !strcmp(path, "/replay");
    for (size_t i = 0; i < sizeof within / sizeof *within; i++)
        inner |= !strncmp(path, within[i], strlen(within[i]));
    if (inner || !strcmp(path, "/")) path = "/index.html";
    if (!page_files->path && !strcmp(path, "/index.html")) return answer_without_page(s);
    char codings[256];
    bool brotli =
        http_accepts_coding(header_or(s->wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, codings, sizeof codings), "br");
    for (const page_file *f = page_files; f->path; f++) {
        if (strcmp(path, f->path) || (!brotli && f->coding && !strcmp(f->coding, "br"))) continue;
        bool kept = !strncmp(path, "/assets/", 8);
        char *body = malloc(f->size + 1);
        if (!body) abort();
        memcpy(body, f->bytes, f->size);
        return answer(s,
                      (heading){.status = 200,
                                .type = f->type,
                                .cache = kept ? "public, max-age=31536000, immutable" : "no-cache",
                                .coding = f->coding},
                      body, f->size);
    }
    return answer_key(s, 404, "house.no-page");
}

static int get(session *s, const char *path) {
    if (!strcmp(path, "/healthz")) return answer_text(s, server.stopping ? 503 : 200, "ok\n");
    if (!strcmp(path, "/metrics")) return answer_metrics(s);
    if (!strcmp(path, "/games")) return answer_games(s);
    if (!strncmp(path, "/record/", 8)) return answer_record(s, path + 8);
    return answer_page(s, path);
}

static int request(session *s, const char *path) {
    if (!lws_hdr_total_length(s->wsi, WSI_TOKEN_POST_URI)) return get(s, path);
    s->unwanted = strcmp(path, "/cookie") || !good_origin(s->wsi);
    s->size = 0;
    free(s->in);
    s->in = calloc(1, POSTED + 1);
    if (!s->in) abort();
    return 0; /* it is answered when all of it is here */
}

/* What was not asked for is passed over, so that the answer gets to who sent it. */
static int posted(session *s, const char *bytes, size_t n) {
    if (s->unwanted) return 0;
    if (!s->in || s->size + n > POSTED) return -1;
    if (n) memcpy(s->in + s->size, bytes, n);
    s->size += n;
    return 0;
}

static int send_body(session *s) {
    uint8_t chunk[LWS_PRE + CHUNK];
    size_t n = s->length - s->sent < CHUNK ? s->length - s->sent : CHUNK;
    bool last = s->sent + n == s->length;
    if (!s->body) return 0;
    memcpy(chunk + LWS_PRE, s->body + s->sent, n);
    if (n && lws_write(s->wsi, chunk + LWS_PRE, n, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)n)
        return -1;
    s->sent += n;
    if (!last) {
        lws_callback_on_writable(s->wsi);
        return 0;
    }
    free(s->body);
    s->body = NULL;
    return lws_http_transaction_completed(s->wsi) ? -1 : 0;
}

/* ---- WebSocket --------------------------------------------------------------------------------------------------- */

static int come(session *s) {
    char address[HTTP_ADDRESS_SIZE], token[HOUSE_TOKEN + 1];
    fault why;
    address_of(s->wsi, address);
    s->guest = house_connect(server.house, s, address, token_of(s->wsi, token), &why);
    if (s->guest) {
        server.sockets++;
        s->next = server.sessions;
        if (s->next) s->next->prev = s;
        server.sessions = s;
        lws_callback_on_writable(s->wsi); /* it was greeted before it was known here */
        return 0;
    }
    s->code = 1013; /* try again later */
    s->why = "full";
    lws_set_timer_usecs(s->wsi, 1);
    return 0;
}

/* A message in one piece is read where it is; of others the pieces are gathered first. */
static void receive(session *s, const char *bytes, size_t n) {
    size_t most = (size_t)server.terms->limits[LIMIT_MESSAGE];
    bool whole = lws_is_final_fragment(s->wsi) && !lws_remaining_packet_payload(s->wsi);
    if (!s->guest || s->code || server.stopping) return;
    if (s->size + n <= most && !(whole && !s->size)) {
        if (s->size + n > s->room) {
            s->room = s->size + n > 4096 ? 2 * (s->size + n) : 4096;
            s->in = realloc(s->in, s->room);
            if (!s->in) abort();
        }
        memcpy(s->in + s->size, bytes, n);
        s->size += n;
        if (!whole) return;
        house_receive(server.house, s->guest, s->in, s->size);
    } else /* the house says that it is too much */
        house_receive(server.house, s->guest, bytes, s->size + n);
    free(s->in);
    s->in = NULL;
    s->size = s->room = 0;
}

/* What does not fit into the socket libwebsockets keeps, and then there is nothing more to be written
 * until that has gone. */
static int send_messages(session *s) {
    for (int i = 0; i < BURST && s->guest && !s->code && !lws_partial_buffered(s->wsi); i++) {
        house_message *m = house_next_message(server.house, s->guest);
        if (!m) return 0;
        bool good = lws_write(s->wsi, (unsigned char *)m->bytes, m->size, LWS_WRITE_TEXT) >= (int)m->size;
        free(m);
        if (!good) return -1;
    }
    if (s->guest && house_has_message(server.house, s->guest)) lws_callback_on_writable(s->wsi);
    return 0;
}

static int writable(session *s) {
    uint8_t frame[LWS_PRE + 1] = {0}; /* of an answer that is empty libwebsockets tells nobody */
    if (s->ping && !s->code) {
        s->ping = false;
        if (lws_write(s->wsi, frame + LWS_PRE, 1, LWS_WRITE_PING) < 0) return -1;
    }
    return send_messages(s);
}

/* Gives back what a rush of guests needed and nobody needs now. */
static void trim(void) {
    struct mallinfo2 m = mallinfo2();
    if (m.fordblks > (4 << 20) && m.fordblks > m.uordblks / 8) malloc_trim(0);
}

/* Who is silent is asked for a sign of life. */
static void beat(uv_timer_t *t) {
    (void)t;
    trim();
    for (session *s = server.sessions; s; s = s->next) {
        if (++s->quiet == BEATS)
            lws_set_timeout(s->wsi, PENDING_TIMEOUT_WS_PONG_CHECK_GET_PONG, LWS_TO_KILL_ASYNC);
        s->ping = true;
        lws_callback_on_writable(s->wsi);
    }
}

static void go(session *s) {
    if (s->guest) {
        house_gone(server.house, s->guest);
        server.sockets--;
        *(s->prev ? &s->prev->next : &server.sessions) = s->next;
        if (s->next) s->next->prev = s->prev;
    }
    s->guest = NULL;
    free(s->in);
    s->in = NULL;
}

/* ---- one callback for both ------------------------------------------------------------------------------------------ */

/* Is this the door?  Nobody comes in while the house closes. */
static int filter(struct lws *wsi) {
    char path[16];
    return server.stopping || !header(wsi, WSI_TOKEN_GET_URI, path, sizeof path) || strcmp(path, "/ws") ||
           !good_origin(wsi);
}

static int callback(struct lws *wsi, enum lws_callback_reasons what, void *user, void *in, size_t n) {
    session *s = user; /* in the cases below: when TLS is set up, user is something else */
    switch (what) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return filter(wsi);
    case LWS_CALLBACK_ESTABLISHED: s->wsi = wsi; return come(s);
    case LWS_CALLBACK_RECEIVE:
        s->quiet = 0;
        receive(s, in, n);
        return 0;
    case LWS_CALLBACK_RECEIVE_PONG: s->quiet = 0; return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE: return writable(s);
    case LWS_CALLBACK_CLOSED: go(s); return 0;
    case LWS_CALLBACK_TIMER:
        if (!s->code) return 0;
        lws_close_reason(wsi, (enum lws_close_status)s->code, (unsigned char *)(uintptr_t)s->why,
                         strlen(s->why));
        return -1;
    case LWS_CALLBACK_HTTP: s->wsi = wsi; return request(s, in);
    case LWS_CALLBACK_HTTP_BODY: return posted(s, in, n);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION: return s->in ? answer_cookie(s) : 0;
    case LWS_CALLBACK_HTTP_WRITEABLE: return send_body(s);
    case LWS_CALLBACK_CLOSED_HTTP:
        if (!s) return 0; /* it had not got as far as a request */
        free(s->body);
        free(s->in);
        s->body = s->in = NULL;
        return 0;
    default: return 0;
    }
}

static const struct lws_protocols protocols[] = {{"safehouse", callback, sizeof(session), 4096, 0, NULL, 0},
                                                 {NULL, NULL, 0, 0, 0, NULL, 0}};

/* ---- what the house needs ----------------------------------------------------------------------------------------------- */

/* Most sockets have room, and to wait for the loop to say so would cost more than the sending. */
static void ready(void *socket) {
    session *s = socket;
    if (send_messages(s)) lws_set_timeout(s->wsi, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_ASYNC);
}

/* Closing from within a callback is not for libwebsockets: a timer does it, which is noticed when
 * something wakes it. */
static void part_with(void *socket, int code, const char *why) {
    session *s = socket;
    s->code = code;
    s->why = why;
    lws_set_timer_usecs(s->wsi, 1);
    lws_cancel_service(server.context);
}

typedef struct {
    uv_work_t work;
    house_thought *thought;
} job;

static void work(uv_work_t *w) { house_think(((job *)w->data)->thought); }

static void worked(uv_work_t *w, int status) {
    job *j = w->data;
    (void)status;
    server.thoughts--;
    house_thought_done(server.house, j->thought);
    free(j);
}

static void think(void *to, house_thought *t) {
    job *j = calloc(1, sizeof *j);
    (void)to;
    if (!j) abort();
    j->thought = t;
    j->work.data = j;
    server.thoughts++;
    uv_queue_work(&server.loop, &j->work, work, worked);
}

static void chance(void *to, void *out, size_t n) {
    (void)to;
    randombytes_buf(out, n);
}

static int64_t milliseconds(void *to) {
    (void)to;
    return (int64_t)(uv_hrtime() / 1000000);
}

static void log_line(void *to, const char *line, size_t n) {
    (void)to;
    if (write(STDERR_FILENO, line, n) < 0) return; /* nowhere to complain */
}

static void log_library(int level, const char *line) {
    enum { LONGEST = 400 };
    char out[6 * LONGEST + 64]; /* an escaped byte takes up to six */
    text t = text_on(out, sizeof out);
    (void)level;
    size_t n = strcspn(line, "\n");
    jsonw w = jsonw_on(&t);
    jsonw_object(&w);
    jsonw_put_string(&w, "what", "library");
    jsonw_key(&w, "word");
    jsonw_bytes(&w, line, n < LONGEST ? n : LONGEST);
    jsonw_end_object(&w);
    text_char(&t, '\n');
    log_line(NULL, out, t.used);
}

/* ---- stopping -------------------------------------------------------------------------------------------------------------- */

static void nothing(uv_timer_t *t) { (void)t; }

static void too_late(uv_timer_t *t) {
    (void)t;
    server.done = true;
    uv_stop(&server.loop);
}

static void begin_to_stop(void) {
    if (server.stopping) return;
    server.stopping = true;
    notify_send("STOPPING=1");
    uv_timer_start(&server.late, too_late, PATIENCE, 0);
}

static void on_stop(uv_async_t *a) {
    (void)a;
    begin_to_stop();
}

static void on_signal(uv_signal_t *s, int number) {
    (void)s, (void)number;
    begin_to_stop();
}

void server_stop(void) { uv_async_send(&server.stop); }

/* First everything that was taken gets to everybody, then they are told to go. */
static void go_on_stopping(void) {
    if (!server.parted && house_drained(server.house)) {
        server.parted = true;
        house_disconnect_all(server.house, 1001, "the house closes");
    }
    if (server.parted && !server.sockets && !server.thoughts) too_late(NULL);
}

/* Before the loop waits: does what is due, and sees to it that it wakes for the next. */
static void before_waiting(uv_prepare_t *p) {
    (void)p;
    int64_t next = house_tick(server.house);
    if (next < 0) {
        server.broken = true;
        too_late(NULL);
        return;
    }
    if (server.stopping) go_on_stopping();
    uv_timer_start(&server.timer, nothing, (uint64_t)(next > 0 ? next : 1), 0);
}

/* ---- running ------------------------------------------------------------------------------------------------------------------ */

/* The store's thread calls it. */
static void wake(void *to) {
    (void)to;
    uv_async_send(&server.wake);
}

static void awake(uv_async_t *a) { (void)a; }

/* libwebsockets sizes its tables by the limit of the process. */
static void allow_files(int64_t sockets) {
    struct rlimit limit;
    rlim_t want = (rlim_t)sockets + SPARE;
    if (getrlimit(RLIMIT_NOFILE, &limit)) return;
    limit.rlim_cur = limit.rlim_max != RLIM_INFINITY && limit.rlim_max < want ? limit.rlim_max : want;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static bool open_house(fault *why) {
    const server_terms *t = server.terms;
    house_terms terms = {
        .world = {.ready = ready,
                  .disconnect = part_with,
                  .think = think,
                  .random = t->random ? t->random : chance,
                  .clock = milliseconds,
                  .log = log_line,
                  .pick = t->pick},
        .kind = &store_sqlite,
        .data = t->data,
        .url = server.url,
    };
    memcpy(terms.limits, t->limits, sizeof terms.limits);
    server.house = house_open(&terms, wake, NULL, why);
    return server.house;
}

static bool listen_there(fault *why) {
    static const lws_retry_bo_t none = {0}; /* its timers are in one sorted list: slow with many sockets */
    const server_terms *t = server.terms;
    void *loops[] = {&server.loop};
    static const struct lws_protocol_vhost_options headers[] = {
        {&headers[1], NULL, "content-security-policy:",
         "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
         "font-src 'self'; "
         "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"},
        {&headers[2], NULL, "x-content-type-options:", "nosniff"},
        {&headers[3], NULL, "x-frame-options:", "deny"},
        {&headers[4], NULL, "referrer-policy:", "no-referrer"},
        {NULL, NULL, "cross-origin-opener-policy:", "same-origin"},
    };
    struct lws_context_creation_info info = {
        .port = t->port,
        .iface = t->address,
        .protocols = protocols,
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_VALIDATE_UTF8 |
                   LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND,
        .foreign_loops = loops,
        .headers = &headers[0],
        .retry_and_idle_policy = &none,
        .alpn = "http/1.1",
        .server_string = "safehouse",
        .pcontext = &server.context, /* NULL when it is wholly destroyed */
        .ssl_cert_filepath = t->cert,
        .ssl_private_key_filepath = t->key,
    };
    if (!strchr(t->address, ':')) info.options |= LWS_SERVER_OPTION_DISABLE_IPV6;
    if (t->cert) info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
    lws_set_log_level(LLL_ERR | LLL_WARN, log_library);
    server.context = lws_create_context(&info); /* without a vhost if it cannot listen */
    server.listens = server.context && lws_get_vhost_by_name(server.context, "default");
    if (server.listens) return true;
    char where[80];
    text at = text_on(where, sizeof where);
    text_put(&at, t->address);
    text_char(&at, ':');
    text_int(&at, t->port);
    fault_at(why, t->cert ? "house.listen-tls" : "house.listen", NULL, 0, 0);
    return fault_with(why, 0, where, at.used);
}

/* The address to open, unless the operator has said it. */
static void find_url(void) {
    const server_terms *t = server.terms;
    text at = text_on(server.url, sizeof server.url);
    if (t->url) {
        text_put(&at, t->url);
        return;
    }
    bool six = strchr(t->address, ':'), any = !strcmp(t->address, "0.0.0.0") || !strcmp(t->address, "::");
    text_put(&at, t->cert ? "https://" : "http://");
    if (six && !any) text_char(&at, '[');
    text_put(&at, any ? "localhost" : t->address);
    if (six && !any) text_char(&at, ']');
    text_char(&at, ':');
    text_int(&at, lws_get_vhost_listen_port(lws_get_vhost_by_name(server.context, "default")));
}

static void tell_alive(uv_timer_t *t) {
    (void)t;
    notify_send("WATCHDOG=1");
}

static void tell_open(void) {
    uint64_t half = notify_interval_ms() / 2; /* so that one may be late */
    server.terms->open(server.terms->to, server.url);
    notify_send("READY=1");
    if (half) uv_timer_start(&server.alive, tell_alive, half, half);
}

static void set_up_loop(void) {
    uv_loop_init(&server.loop);
    uv_async_init(&server.loop, &server.wake, awake);
    uv_async_init(&server.loop, &server.stop, on_stop);
    uv_timer_init(&server.loop, &server.timer);
    uv_timer_init(&server.loop, &server.late);
    uv_timer_init(&server.loop, &server.beat);
    uv_timer_start(&server.beat, beat, BEAT, BEAT);
    uv_timer_init(&server.loop, &server.alive);
    uv_prepare_init(&server.loop, &server.before);
    for (int i = 0; i < 2; i++) {
        uv_signal_init(&server.loop, &server.signals[i]);
        uv_signal_start(&server.signals[i], on_signal, i ? SIGINT : SIGTERM);
    }
}

static void tidy_up(void) {
    uv_handle_t *own[] = {(uv_handle_t *)&server.stop,       (uv_handle_t *)&server.timer,
                          (uv_handle_t *)&server.late,       (uv_handle_t *)&server.before,
                          (uv_handle_t *)&server.beat,       (uv_handle_t *)&server.alive,
                          (uv_handle_t *)&server.signals[0], (uv_handle_t *)&server.signals[1]};
    if (server.context && !server.listens) { /* libwebsockets does not survive it: the loop stays as it is */
        house_close(server.house);
        return;
    }
    if (server.context) lws_context_destroy(server.context); /* which has others on the loop */
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        uv_close(own[i], NULL);
    uv_unref((uv_handle_t *)&server.wake);                   /* which the store still calls */
    uv_run(&server.loop, UV_RUN_DEFAULT);                    /* until all sockets and thoughts are done */
    if (server.context) lws_context_destroy(server.context); /* what it could not do while they were open */
    if (server.house) house_close(server.house);
    uv_close((uv_handle_t *)&server.wake, NULL);
    uv_run(&server.loop, UV_RUN_DEFAULT);
    uv_loop_close(&server.loop);
}

bool server_run(const server_terms *terms, fault *why) {
    memset(&server, 0, sizeof server);
    server.terms = terms;
    signal(SIGPIPE, SIG_IGN);
    allow_files(terms->limits[LIMIT_SOCKETS]);
    set_up_loop();
    bool good = open_house(why) && listen_there(why);
    if (good) {
        find_url();
        uv_prepare_start(&server.before, before_waiting);
        tell_open();
        while (!server.done)
            uv_run(&server.loop, UV_RUN_DEFAULT);
        uv_prepare_stop(&server.before);
    }
    if (server.broken) {
        const char *what = house_broken(server.house);
        fault_at(why, "store.broken", terms->data, 0, 0);
        good = fault_with(why, 0, what, strlen(what));
    }
    tidy_up();
    return good;
}
