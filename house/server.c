/* server.c - the house on the network: libwebsockets on a libuv loop.
 *
 * Map: connections - origins and addresses - HTTP responses - WebSocket - one callback for both -
 * what the house needs - shutdown - running.
 *
 * One thread runs the loop.  Bots think on libuv's thread pool, and the store has threads of its own.  A
 * session has a guest of the house (WebSocket) or a body being sent (HTTP).  A connection is known from the moment
 * that it is accepted, and its address pays for it. */
#include "house/server.h"
#include "bots/bots.h"
#include "house/http_headers.h"
#include "house/listener.h"
#include "house/notify.h"
#include "house/page.h"
#include "house/server_log.h"
#include "words/words.h"
#include <libwebsockets.h>
#include <linux/tcp.h>
#include <malloc.h>
#include <openssl/ssl.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <sys/queue.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/statvfs.h>
#include <time.h>
#include <uv.h>

enum {
    CHUNK = 4096,       /* of a body */
    POST_BYTES = 256,   /* of a request body at most */
    BURST = 16,         /* messages to one guest before others have their turn */
    FETCH_MS = 500,     /* for guests to fetch their messages when the house closes */
    SHUTDOWN_MS = 3000, /* for them to close their connections after that */
    SPARE_FILES = 128,  /* besides sockets */
    HTTP_FILES = 1024,  /* connections that are not guests, in all */
    HEADERS = 8192,     /* bytes of a request's headers at most */
    SWEEP_MS = 1000,    /* between looking for late requests and for floods */
    SWEPT = 1000,       /* guests that are looked at in one sweep */
    NOT_YET_SEEN =
        4200, /* bytes that libwebsockets may have read but not told us of: its buffer, a frame's header */
    SMALL_FRAGMENT = 1024, /* bytes; a part of a message that is smaller counts like a message */
    HEARTBEAT_MS = 20000,  /* proxies drop a connection after a minute of silence */
    MISSED_HEARTBEATS = 4, /* in a row, and the connection is closed */
};
_Static_assert(LWS_PRE <= HOUSE_FRAME, "a message has room for the frame header");

/* What is known of a connection from the moment that it is accepted. */
typedef struct connection {
    struct lws *wsi;
    LIST_ENTRY(connection) in_http; /* while it is not a guest */
    char address[HTTP_ADDRESS_SIZE];
    house_account *visit; /* NULL: it comes from a proxy, or is a guest */
    bool http;
    uint64_t deadline; /* by the loop's clock: until then something must have been done */
} connection;

typedef struct session {
    struct lws *wsi;
    house_guest *guest;
    TAILQ_ENTRY(session) in_server; /* if it has a guest */
    int missed;                     /* heartbeats since something last came */
    bool ping;
    int pings;          /* that were sent and not answered */
    uint64_t received;  /* bytes before the first frame, */
    uint64_t accounted; /* in frames that we know of, */
    uint64_t in_frame;  /* and in one of which more is to come */
    bool counted;       /* `received` has been corrected by what came with the handshake */
    char *in;           /* fragments of a message, or a request body */
    size_t size, capacity;
    unsigned unwanted; /* the status with which a request is refused when its body has come; 0: it is not */
    bool secure;       /* the request came over TLS */
    int code;          /* close code; 0: stays open */
    int closing;       /* sweeps since then */
    const char *why;
    house_task *task; /* what the house finds out for a request; NULL: nothing */
    int result;       /* of the response that came of it; less than 0: it could not be sent */
    const char *body; /* of a response */
    char *own_body;   /* the same if it must be freed */
    size_t length, sent;
} session;

static struct {
    const server_terms *terms;
    house *house;
    struct lws_context *context;
    uv_loop_t loop;
    uv_async_t wake, stop;
    uv_timer_t tick, deadline, heartbeat, watchdog, sweep;
    TAILQ_HEAD(session_queue, session) sessions;
    server_listener listener;
    LIST_HEAD(, connection) http; /* connections that are not guests */
    int connections, capacity;    /* how many there are, and for how many there are descriptors */
    uv_prepare_t before;
    uv_signal_t signals[2];
    int thoughts, sockets;
    bool created; /* libwebsockets has made something of a connection that was accepted */
    bool has_vhost, stopping, hurries, closing, late, goodbye, done, broken;
    char url[128];
    const char *urls[SERVER_URLS + 1]; /* that of the links first; ends with NULL */
} server;

/* ---- connections ----------------------------------------------------------------------------------------- */

static void log_library(int level, const char *line);

static connection *connection_of(struct lws *wsi) { return lws_get_opaque_user_data(wsi); }

/* Something was done for it, so it gets as long again. */
static void extend_deadline(connection *c) {
    c->deadline = uv_now(&server.loop) + (uint64_t)server.terms->limits[LIMIT_REQUEST] * 1000;
}

static void free_connection(connection *c) {
    if (c->visit) house_visit_end(server.house, c->visit);
    if (c->http) LIST_REMOVE(c, in_http);
    free(c);
    server.connections--;
    server_listener_pause(&server.listener, server.connections >= server.capacity);
}

/* A proxy has many connections; what they ask for is charged to the addresses that it names. */
static void on_accepted(int fd, const char *peer) {
    fault why;
    connection *c = calloc(1, sizeof *c);
    if (!c) abort();
    http_client_address(NULL, peer, c->address);
    if (!server.terms->proxy) {
        c->visit = house_visit(server.house, c->address, server.terms->cert, &why);
        if (!c->visit) {
            close(fd);
            free(c);
            return;
        }
    }
    c->http = true;
    LIST_INSERT_HEAD(&server.http, c, in_http);
    extend_deadline(c);
    server.connections++;
    server_listener_pause(&server.listener, server.connections >= server.capacity);
    lws_adopt_desc_t info = {.vh = lws_get_vhost_by_name(server.context, "default"),
                             .type = LWS_ADOPT_SOCKET | LWS_ADOPT_HTTP | LWS_ADOPT_ALLOW_SSL,
                             .fd.sockfd = fd,
                             .opaque = c};
    server.created = false;
    struct lws *wsi = lws_adopt_descriptor_vhost_via_info(&info);
    if (wsi)
        c->wsi = wsi;
    else if (!server.created) /* else LWS_CALLBACK_WSI_DESTROY frees it */
        free_connection(c);
}

static void on_accept_failed(int error) {
    char line[80];
    text t = text_on(line, sizeof line);
    text_put(&t, "accept: ");
    text_put(&t, strerror(error));
    text_char(&t, 0);
    log_library(LLL_ERR, line);
}

/* Closes connections that have not sent a whole request in time, or do not read the response. */
static void close_late(void) {
    uint64_t now = uv_now(&server.loop);
    for (connection *c = LIST_FIRST(&server.http), *next; c; c = next) {
        next = LIST_NEXT(c, in_http);
        if (c->deadline > now || !c->wsi) continue;
        c->deadline = UINT64_MAX; /* it is closed only once */
        lws_set_timeout(c->wsi, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_ASYNC);
        lws_cancel_service(server.context);
    }
}

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

/* An origin that is too long to be read is not ours. */
static bool good_origin(struct lws *wsi) {
    char origin[256], host[256];
    if (!lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN)) return true;
    return header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin) &&
           http_origin_allowed(origin, header_or(wsi, WSI_TOKEN_HOST, host, sizeof host), server.urls);
}

/* Is the house asked for by another's name?  Some programs name none. */
static bool is_misnamed(struct lws *wsi) {
    char host[256];
    return lws_hdr_total_length(wsi, WSI_TOKEN_HOST) &&
           !http_host_known(header_or(wsi, WSI_TOKEN_HOST, host, sizeof host), server.urls);
}

/* Did the browser come over TLS?  Only it knows, if there is a proxy. */
static bool is_secure(struct lws *wsi) {
    char origin[256];
    const char *from = header_or(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin);
    return !strncmp(from ? from : server.urls[0], "https:", 6);
}

static void address_of(struct lws *wsi, char out[HTTP_ADDRESS_SIZE]) {
    char forwarded[256];
    bool proxy = server.terms->proxy && header(wsi, WSI_TOKEN_X_FORWARDED_FOR, forwarded, sizeof forwarded);
    http_client_address(proxy ? forwarded : NULL, connection_of(wsi)->address, out);
}

static const char *token_of(struct lws *wsi, char out[HOUSE_TOKEN + 1]) {
    char authorization[256], cookie[HEADERS];
    return http_token(header_or(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, authorization, sizeof authorization),
                      header_or(wsi, WSI_TOKEN_HTTP_COOKIE, cookie, sizeof cookie), out);
}

/* A forwarded address counts even if it is too long to be read. */
static bool is_trusted(struct lws *wsi, const char *token) {
    char authorization[256], host[256], peer[HTTP_ADDRESS_SIZE] = "";
    lws_get_peer_simple(wsi, peer, sizeof peer);
    return http_is_trusted(token,
                           header_or(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, authorization, sizeof authorization),
                           peer, header_or(wsi, WSI_TOKEN_HOST, host, sizeof host),
                           lws_hdr_total_length(wsi, WSI_TOKEN_X_FORWARDED_FOR) > 0, server.urls);
}

/* ---- HTTP responses ----------------------------------------------------------------------------------------- */

#define PLAIN "text/plain; charset=utf-8"

/* Status and headers. */
typedef struct {
    unsigned status;
    const char *type, *cookie, *cache, *coding; /* cache NULL: no-store */
} response;

static bool add_header(session *s, enum lws_token_indexes which, const char *value, uint8_t **at,
                       uint8_t *end) {
    return !value ||
           !lws_add_http_header_by_token(s->wsi, which, (const uint8_t *)value, (int)strlen(value), at, end);
}

/* Sends the headers.  The body, which lasts, follows. */
static int respond_static(session *s, response h, const char *body, size_t n) {
    uint8_t head[LWS_PRE + 2048], *start = head + LWS_PRE, *at = start, *end = head + sizeof head - 1;
    s->body = body;
    s->length = lws_hdr_total_length(s->wsi, WSI_TOKEN_HEAD_URI) ? 0 : n;
    s->sent = 0;
    if (lws_add_http_common_headers(s->wsi, h.status, h.type, n, &at, end) ||
        !add_header(s, WSI_TOKEN_HTTP_CACHE_CONTROL, h.cache ? h.cache : "no-store", &at, end) ||
        !add_header(s, WSI_TOKEN_HTTP_SET_COOKIE, h.cookie, &at, end) ||
        !add_header(s, WSI_TOKEN_HTTP_CONTENT_ENCODING, h.coding, &at, end) ||
        !add_header(s, WSI_TOKEN_HTTP_VARY, h.coding ? "accept-encoding" : NULL, &at, end) ||
        lws_finalize_write_http_header(s->wsi, start, &at, end))
        return -1;
    lws_callback_on_writable(s->wsi);
    return 0;
}

/* The same with a body that is freed when it has been sent. */
static int respond(session *s, response h, char *body, size_t n) {
    free(s->own_body);
    s->own_body = body;
    return respond_static(s, h, body, n);
}

/* The same with a body that is copied. */
static int respond_copy(session *s, response h, const char *bytes, size_t n) {
    char *body = malloc(n + 1);
    if (!body) abort();
    memcpy(body, bytes, n);
    return respond(s, h, body, n);
}

static int respond_text(session *s, unsigned status, const char *words) {
    return respond_copy(s, (response){.status = status, .type = PLAIN}, words, strlen(words));
}

static int respond_metrics(session *s) {
    enum { METRICS_SIZE = 16384 };
    char *body = malloc(METRICS_SIZE);
    if (!body) abort();
    text t = text_on(body, METRICS_SIZE);
    house_metrics(server.house, &t);
    text_put(&t, "# HELP safehouse_heap_bytes Memory in use.\n# TYPE safehouse_heap_bytes "
                 "gauge\nsafehouse_heap_bytes ");
    text_int(&t, (int64_t)mallinfo2().uordblks);
    text_char(&t, '\n');
    return respond(s, (response){.status = 200, .type = "text/plain; version=0.0.4"}, body, t.used);
}

/* http://192.0.2.7:7447, or with an IPv6 address in brackets. */
static void put_url(text *t, const char *host, int port) {
    bool six = strchr(host, ':');
    text_put(t, server.terms->cert ? "https://" : "http://");
    if (six) text_char(t, '[');
    text_put(t, host);
    if (six) text_char(t, ']');
    text_char(t, ':');
    text_int(t, port);
}

/* Under which addresses others can reach the house, for whoever has opened it on its own machine: links with that
 * address would lead others to their own machines.  If the operator has said where people find the house, that counts. */
static int respond_addresses(session *s) {
    char hosts[SERVER_ADDRESSES][SERVER_PEER_SIZE], body[SERVER_ADDRESSES * (SERVER_PEER_SIZE + 24) + 32];
    text t = text_on(body, sizeof body);
    jsonw w = jsonw_on(&t);
    jsonw_object(&w);
    if (!server.terms->urls[0] && !server.terms->proxy && is_trusted(s->wsi, NULL)) {
        int n = server_listener_addresses(&server.listener, hosts);
        jsonw_key(&w, "addresses");
        jsonw_array(&w);
        for (int i = 0; i < n; i++) {
            char url[SERVER_PEER_SIZE + 24];
            text at = text_on(url, sizeof url);
            put_url(&at, hosts[i], server_listener_port(&server.listener));
            jsonw_string(&w, url);
        }
        jsonw_end_array(&w);
    }
    jsonw_end_object(&w);
    text_char(&t, '\n');
    return respond_copy(s, (response){.status = 200, .type = "application/json"}, body, t.used);
}

static int respond_games(session *s) {
    char lang[16], *body = malloc(BOTS_GAMES_SIZE);
    words_lang which = WORDS_EN;
    if (!body) abort();
    text t = text_on(body, BOTS_GAMES_SIZE);
    const char *value = lws_get_urlarg_by_name(s->wsi, "lang=", lang, sizeof lang);
    if (value) words_lang_of(value, &which);
    jsonw w = jsonw_on(&t);
    bots_games(&w, which);
    text_char(&t, '\n');
    return respond(s, (response){.status = 200, .type = "application/json"}, body, t.used);
}

static int respond_fault(session *s, unsigned status, const fault *why) {
    char sentence[512];
    text t = text_on(sentence, sizeof sentence);
    words_fault(&t, WORDS_EN, why);
    text_char(&t, '\n');
    return respond_text(s, status, sentence);
}

static int respond_key(session *s, unsigned status, const char *say) {
    fault why;
    fault_at(&why, say, NULL, 0, 0);
    return respond_fault(s, status, &why);
}

/* What the house has found out may come at once, within the callback of the request, or later. */
static void answer_later(session *s, int result) {
    s->task = NULL;
    s->result = result;
    if (result) lws_set_timeout(s->wsi, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_ASYNC);
}

static void take_record(void *to, char *body, size_t n, const fault *why) {
    session *s = to;
    answer_later(s, why ? respond_fault(s, 404, why)
                        : respond(s, (response){.status = 200, .type = PLAIN}, body, n));
}

static int respond_record(session *s, house_account *by, const char *key) {
    s->result = 0;
    s->task = house_record(server.house, by, key, take_record, s);
    return s->result;
}

/* A browser posts its token once, and gets it back in a cookie that no script can read. */
static void take_owner(void *to, char *body, size_t n, const fault *why) {
    session *s = to;
    char cookie[256];
    text t = text_on(cookie, sizeof cookie);
    (void)body, (void)n;
    text_put(&t, "safehouse=");
    text_put(&t, s->in);
    text_put(&t, "; Path=/; Max-Age=315360000; HttpOnly; SameSite=Strict");
    if (s->secure) text_put(&t, "; Secure");
    free(s->in);
    s->in = NULL;
    answer_later(
        s, why ? respond_fault(s, strcmp(why->say, "house.token") ? 503 : 403, why)
               : respond_copy(s, (response){.status = 200, .type = PLAIN, .cookie = cookie}, "done\n", 5));
}

static int respond_cookie(session *s) {
    s->result = 0;
    if (!s->unwanted) {
        s->task = house_knows(server.house, NULL, s->in, take_owner, s);
        return s->result;
    }
    free(s->in);
    s->in = NULL;
    return respond_key(s, s->unwanted, s->unwanted == 405 ? "house.no-method" : "house.not-here");
}

/* A house built without its page says so in each of its languages, and how to join it. */
static int respond_without_page(session *s) {
    char body[2048];
    text t = text_on(body, sizeof body);
    fault why;
    fault_at(&why, "house.without-page", NULL, 0, 0);
    for (int lang = 0; lang < WORDS_LANGS; lang++) {
        words_fault(&t, (words_lang)lang, &why);
        text_char(&t, '\n');
    }
    return respond_copy(s, (response){.status = 200, .type = PLAIN, .cache = "no-cache"}, body, t.used);
}

/* The HTML file of an address; NULL if it is not the address of a page.  They differ only in what they preload. */
static const char *html_of(const char *path) {
    static const struct {
        const char *within, *html;
    } pages[] = {
        {"/t/", "/t.html"}, {"/new/", "/new.html"}, {"/rules/", "/rules.html"}, {"/replay/", "/replay.html"}};
    if (!strcmp(path, "/") || !strcmp(path, "/index.html")) return "/index.html";
    if (!strcmp(path, "/replay")) return "/replay.html";
    if (!strcmp(path, "/history")) return "/history.html";
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
        if (!strncmp(path, pages[i].within, strlen(pages[i].within))) return pages[i].html;
    return NULL;
}

/* Files whose names change with their content can be cached for ever. */
static int respond_page(session *s, const char *path) {
    const char *html = html_of(path);
    if (html && is_misnamed(s->wsi)) return respond_key(s, 421, "house.misnamed");
    if (html && !page_files->path) return respond_without_page(s);
    if (html) path = html;
    char codings[256];
    bool brotli =
        http_accepts_coding(header_or(s->wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, codings, sizeof codings), "br");
    for (const page_file *f = page_files; f->path; f++) {
        if (strcmp(path, f->path) || (!brotli && f->coding && !strcmp(f->coding, "br"))) continue;
        bool kept = !strncmp(path, "/assets/", 8);
        return respond_static(s,
                              (response){.status = 200,
                                         .type = f->type,
                                         .cache = kept ? "public, max-age=31536000, immutable" : "no-cache",
                                         .coding = f->coding},
                              f->bytes, f->size);
    }
    return respond_key(s, 404, "house.no-page");
}

/* For proxies: shall guests come here? */
static int respond_health(session *s) {
    if (!house_is_ready(server.house)) return respond_text(s, 503, "not ready\n");
    return server.stopping ? respond_text(s, 404, "closing\n") : respond_text(s, 200, "ok\n");
}

static int handle_get(session *s, house_account *by, const char *path) {
    if (!strcmp(path, "/healthz")) return respond_health(s);
    if (!strcmp(path, "/metrics"))
        return is_trusted(s->wsi, server.terms->metrics_token) ? respond_metrics(s)
                                                               : respond_key(s, 403, "house.not-here");
    if (!strcmp(path, "/addresses")) return respond_addresses(s);
    if (!strcmp(path, "/games")) return respond_games(s);
    if (!strncmp(path, "/record/", 8)) return respond_record(s, by, path + 8);
    return respond_page(s, path);
}

static bool has_header(struct lws *wsi, enum lws_token_indexes which) {
    return lws_hdr_total_length(wsi, which) > 0;
}

/* Answers at once, unless a body is still to come. */
static int handle_method(session *s, house_account *by, const char *path) {
    struct lws *wsi = s->wsi;
    bool post = has_header(wsi, WSI_TOKEN_POST_URI);
    bool get = has_header(wsi, WSI_TOKEN_GET_URI) || has_header(wsi, WSI_TOKEN_HEAD_URI);
    if (get) return handle_get(s, by, path);
    if (!post && !has_header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH))
        return respond_key(s, 405, "house.no-method");
    s->unwanted = !post ? 405 : strcmp(path, "/cookie") || !good_origin(wsi) ? 403 : 0;
    s->secure = is_secure(wsi);
    s->size = 0;
    free(s->in);
    s->in = calloc(1, POST_BYTES + 1);
    if (!s->in) abort();
    return 0; /* the response comes when the whole body is here */
}

/* The address pays for the request, and for what the response takes. */
static int handle_request(session *s, const char *path) {
    char address[HTTP_ADDRESS_SIZE];
    fault why;
    s->length = 0;
    address_of(s->wsi, address);
    house_account *a = house_http_begin(server.house, address, &why);
    if (!a) return respond_fault(s, 429, &why);
    int result = handle_method(s, a, path);
    house_http_end(server.house, a, s->length);
    return result;
}

/* A body that will be refused is read and dropped, so that the client gets to read the response. */
static int on_post_body(session *s, const char *bytes, size_t n) {
    if (s->unwanted) return 0;
    if (!s->in || s->size + n > POST_BYTES) return -1;
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
    extend_deadline(connection_of(s->wsi));
    if (!last) {
        lws_callback_on_writable(s->wsi);
        return 0;
    }
    free(s->own_body);
    s->body = s->own_body = NULL;
    return lws_http_transaction_completed(s->wsi) ? -1 : 0;
}

/* ---- WebSocket --------------------------------------------------------------------------------------------------- */

/* How many bytes have come over the connection, also those that were not read yet; 0: nobody knows. */
static uint64_t received_bytes(const session *s) {
    struct tcp_info info = {0};
    socklen_t size = sizeof info;
    return getsockopt(lws_get_socket_fd(s->wsi), IPPROTO_TCP, TCP_INFO, &info, &size)
               ? 0
               : info.tcpi_bytes_received;
}

static int on_connect(session *s) {
    char address[HTTP_ADDRESS_SIZE], token[HOUSE_TOKEN + 1];
    connection *c = connection_of(s->wsi);
    fault why;
    address_of(s->wsi, address);
    if (c->visit) house_visit_end(server.house, c->visit);
    c->visit = NULL;
    LIST_REMOVE(c, in_http);
    c->http = false;
    s->received = received_bytes(s);
    s->guest = house_connect(server.house, s, address, token_of(s->wsi, token), &why);
    if (s->guest) {
        char node[STORE_NODE + 1];
        const char *wanted = lws_get_urlarg_by_name(s->wsi, "node=", node, sizeof node);
        if (wanted) house_guest_wants(server.house, s->guest, wanted);
        server.sockets++;
        TAILQ_INSERT_TAIL(&server.sessions, s, in_server);
        lws_callback_on_writable(s->wsi); /* the greeting was queued before s->guest was set */
        return 0;
    }
    s->code = 1013; /* try again later */
    s->why = strcmp(why.say, "house.unreadable") ? "full" : "the house cannot read its data";
    lws_set_timer_usecs(s->wsi, 1);
    return 0;
}

/* Counts the bytes of a frame whose last n bytes have come, with its header. */
static void account_frame(session *s) {
    enum {
        HEADER = 6,
        TLS_RECORD = 40
    }; /* with a mask, but without a long size; what TLS may add to a frame */
    s->accounted += s->in_frame + HEADER + (s->in_frame > 125 ? 2 : 0) + (s->in_frame > 65535 ? 6 : 0) +
                    (server.terms->cert ? TLS_RECORD : 0);
    s->in_frame = 0;
}

/* A message in one piece is read in place; fragments are collected first. */
static void on_receive(session *s, const char *bytes, size_t n) {
    size_t most = (size_t)server.terms->limits[LIMIT_MESSAGE];
    bool frame = !lws_remaining_packet_payload(s->wsi), whole = frame && lws_is_final_fragment(s->wsi);
    if (!s->guest || s->code || server.closing) return;
    s->in_frame += n;
    if (frame && !whole && s->in_frame < SMALL_FRAGMENT) house_receive_noise(server.house, s->guest, 0);
    if (frame) account_frame(s);
    if (s->code) return;
    if (s->size + n <= most && !(whole && !s->size)) {
        if (s->size + n > s->capacity) {
            s->capacity = s->size + n > 4096 ? 2 * (s->size + n) : 4096;
            s->in = realloc(s->in, s->capacity);
            if (!s->in) abort();
        }
        if (n) memcpy(s->in + s->size, bytes, n);
        s->size += n;
        if (!whole) return;
        house_receive(server.house, s->guest, s->in ? s->in : "", s->size);
    } else /* in one piece, or so large that the house closes the connection without reading it */
        house_receive(server.house, s->guest, bytes, s->size + n);
    free(s->in);
    s->in = NULL;
    s->size = s->capacity = 0;
}

/* libwebsockets buffers what does not fit into the socket.  Until that has been sent, nothing more may be
 * written. */
static int send_messages(session *s) {
    for (int i = 0; i < BURST && s->guest && !s->code && !lws_partial_buffered(s->wsi); i++) {
        house_message *m = house_next_message(server.house, s->guest);
        if (!m) return 0;
        bool good = lws_write(s->wsi, (unsigned char *)m->bytes, m->size, LWS_WRITE_TEXT) >= (int)m->size;
        house_message_free(server.house, m);
        if (!good) return -1;
    }
    if (s->guest && house_has_message(server.house, s->guest)) lws_callback_on_writable(s->wsi);
    return 0;
}

static int on_writable(session *s) {
    uint8_t frame[LWS_PRE + 1] = {0}; /* libwebsockets does not report pongs without a payload */
    if (s->ping && !s->code) {
        s->ping = false;
        s->pings++;
        if (lws_write(s->wsi, frame + LWS_PRE, 1, LWS_WRITE_PING) < 0) return -1;
    }
    return send_messages(s);
}

/* Returns memory to the system after a rush of guests. */
static void trim(void) {
    struct mallinfo2 m = mallinfo2();
    if (m.fordblks > (4 << 20) && m.fordblks > m.uordblks / 8) malloc_trim(0);
}

/* Pings everybody, and closes connections that have been silent for too long. */
static void send_heartbeats(uv_timer_t *t) {
    (void)t;
    trim();
    session *s;
    TAILQ_FOREACH (s, &server.sessions, in_server) {
        if (++s->missed == MISSED_HEARTBEATS)
            lws_set_timeout(s->wsi, PENDING_TIMEOUT_WS_PONG_CHECK_GET_PONG, LWS_TO_KILL_ASYNC);
        s->ping = true;
        lws_callback_on_writable(s->wsi);
    }
}

/* A pong that we did not ask for is one more thing to read, like a ping. */
static void on_pong(session *s, size_t n) {
    s->missed = 0;
    if (!s->pings) return;
    s->pings = 0;
    s->in_frame += n;
    account_frame(s);
}

static void close_session(void *socket, int code, const char *why);

/* libwebsockets answers pings by itself and does not tell us, so the guest is charged for the bytes that came in no frame
 * that we know of.  If fewer bytes came than its frames have with their masks, they had none; but a first frame may have
 * come so early that it was counted with the handshake. */
static void charge_noise(session *s) {
    uint64_t known = s->received + s->accounted + s->in_frame, received = received_bytes(s);
    int unread;
    if (s->code && s->closing++) /* it has had a second to answer */
        lws_set_timeout(s->wsi, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_ASYNC);
    bool early = !s->counted;
    if (!received || !s->received) return;
    s->counted = s->accounted;
    if (received == known) return;
    if (received < known) {
        if (early)
            s->received -= known - received;
        else if (!server.terms->cert && !s->code)
            close_session(s, 1002, "frames without a mask");
        return;
    }
    if (ioctl(lws_get_socket_fd(s->wsi), FIONREAD, &unread)) return;
    uint64_t noise = received - known;
    if (noise <= (uint64_t)unread + NOT_YET_SEEN) return;
    noise -= (uint64_t)unread + NOT_YET_SEEN;
    s->accounted += noise;
    house_receive_noise(server.house, s->guest, noise);
}

/* Looks at some guests, so that each one is looked at every few seconds and many guests cost no more than some. */
static void sweep(uv_timer_t *t) {
    session *last = TAILQ_LAST(&server.sessions, session_queue), *s;
    (void)t;
    close_late();
    for (int i = 0; i < SWEPT && (s = TAILQ_FIRST(&server.sessions)); i++) {
        TAILQ_REMOVE(&server.sessions, s, in_server);
        TAILQ_INSERT_TAIL(&server.sessions, s, in_server);
        charge_noise(s);
        if (s == last) break;
    }
}

/* libwebsockets says why, and then waits some seconds for the guest's answer, reading all that still comes.  Whoever has
 * sent too much, has broken the protocol or was not let in is told as well, but the connection ends at once. */
static int close_now(session *s) {
    uint8_t frame[LWS_PRE + 128];
    text t = text_on((char *)frame + LWS_PRE, sizeof frame - LWS_PRE);
    if (s->guest && s->code != 1008 && s->code != 1002) {
        lws_close_reason(s->wsi, (enum lws_close_status)s->code, (unsigned char *)(uintptr_t)s->why,
                         strlen(s->why));
        return -1;
    }
    text_char(&t, (char)0x88); /* the whole frame, because libwebsockets writes no close frame of ours */
    text_char(&t, (char)(2 + strlen(s->why)));
    text_char(&t, (char)(s->code >> 8));
    text_char(&t, (char)s->code);
    text_put(&t, s->why);
    if (!lws_partial_buffered(s->wsi)) lws_write(s->wsi, frame + LWS_PRE, t.used, LWS_WRITE_RAW);
    return -1;
}

static void on_close(session *s) {
    if (s->guest) {
        house_gone(server.house, s->guest);
        server.sockets--;
        TAILQ_REMOVE(&server.sessions, s, in_server);
    }
    s->guest = NULL;
    free(s->in);
    s->in = NULL;
}

/* ---- one callback for both ------------------------------------------------------------------------------------------ */

/* Answers a request that wants to upgrade the connection; the session may not be there yet. */
static int refuse_upgrade(struct lws *wsi) {
    uint8_t head[LWS_PRE + 2048], *start = head + LWS_PRE, *at = start, *end = head + sizeof head - 1;
    char sentence[512];
    text t = text_on(sentence, sizeof sentence);
    fault why;
    fault_at(&why, "house.no-upgrade", NULL, 0, 0);
    words_fault(&t, WORDS_EN, &why);
    text_char(&t, '\n');
    if (lws_add_http_common_headers(wsi, 400, PLAIN, t.used, &at, end) ||
        lws_add_http_header_by_token(wsi, WSI_TOKEN_VERSION, (const uint8_t *)"13", 2, &at, end) ||
        lws_finalize_write_http_header(wsi, start, &at, end))
        return -1;
    memcpy(start, sentence, t.used);
    return lws_write(wsi, start, t.used, LWS_WRITE_HTTP_FINAL) < (int)t.used ? -1 : 1;
}

/* Only WebSockets of the version that there is: h2c would lead past a proxy that allows some paths only. */
static int confirm_upgrade(struct lws *wsi) {
    char what[16], version[8];
    if (!has_header(wsi, WSI_TOKEN_UPGRADE)) return -1; /* libwebsockets has refused it already */
    bool good = header(wsi, WSI_TOKEN_UPGRADE, what, sizeof what) && !strcasecmp(what, "websocket") &&
                header(wsi, WSI_TOKEN_VERSION, version, sizeof version) && !strcmp(version, "13");
    return good ? 0 : refuse_upgrade(wsi);
}

/* Refuses WebSockets at other addresses, from other origins, and when nothing more is accepted. */
static int filter(struct lws *wsi) {
    char path[16];
    return server.closing || !header(wsi, WSI_TOKEN_GET_URI, path, sizeof path) || strcmp(path, "/ws") ||
           !good_origin(wsi);
}

static int callback(struct lws *wsi, enum lws_callback_reasons what, void *user, void *in, size_t n) {
    session *s = user; /* only in the cases below: during TLS set-up, user is something else */
    switch (what) {
    case LWS_CALLBACK_WSI_CREATE: server.created = true; return 0;
    case LWS_CALLBACK_WSI_DESTROY:
        if (connection_of(wsi)) free_connection(connection_of(wsi));
        return 0;
    case LWS_CALLBACK_RAW_ADOPT: return -1; /* what libwebsockets makes of CONNECT */
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return confirm_upgrade(wsi);
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return filter(wsi);
    case LWS_CALLBACK_ESTABLISHED: s->wsi = wsi; return on_connect(s);
    case LWS_CALLBACK_RECEIVE:
        s->missed = 0;
        on_receive(s, in, n);
        return 0;
    case LWS_CALLBACK_RECEIVE_PONG: on_pong(s, n); return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE: return on_writable(s);
    case LWS_CALLBACK_CLOSED: on_close(s); return 0;
    case LWS_CALLBACK_TIMER: return s->code ? close_now(s) : 0;
    case LWS_CALLBACK_HTTP: s->wsi = wsi; return handle_request(s, in);
    case LWS_CALLBACK_HTTP_BODY: return on_post_body(s, in, n);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION: return s->in ? respond_cookie(s) : 0;
    case LWS_CALLBACK_HTTP_WRITEABLE: return send_body(s);
    case LWS_CALLBACK_CLOSED_HTTP:
        if (!s) return 0; /* closed before a request was read */
        if (s->task) house_cancel(server.house, s->task);
        s->task = NULL;
        free(s->own_body);
        free(s->in);
        s->body = s->own_body = s->in = NULL;
        return 0;
    default: return 0;
    }
}

static const struct lws_protocols protocols[] = {{"safehouse", callback, sizeof(session), 4096, 0, NULL, 0},
                                                 {NULL, NULL, 0, 0, 0, NULL, 0}};

/* ---- what the house needs ----------------------------------------------------------------------------------------------- */

/* Sends at once: most sockets are writable, and to ask the loop first would cost more than sending. */
static void ready(void *socket) {
    session *s = socket;
    if (send_messages(s)) lws_set_timeout(s->wsi, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_ASYNC);
}

/* libwebsockets cannot close a connection from within a callback, so a timer does it.  The loop must be woken to
 * notice the timer. */
static void close_session(void *socket, int code, const char *why) {
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

static void run_thought(uv_work_t *w) { house_think(((job *)w->data)->thought); }

static void on_thought_done(uv_work_t *w, int status) {
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
    uv_queue_work(&server.loop, &j->work, run_thought, on_thought_done);
}

static void random_bytes(void *to, void *out, size_t n) {
    (void)to;
    randombytes_buf(out, n);
}

static int64_t now_ms(void *to) {
    (void)to;
    return (int64_t)(uv_hrtime() / 1000000);
}

static int64_t unix_time(void *to) {
    (void)to;
    return (int64_t)time(NULL);
}

static void log_line(void *to, const char *line, size_t n) {
    (void)to;
    server_log(line, n);
}

/* Negative: that is not known. */
static int64_t free_space(void *to) {
    struct statvfs disk;
    (void)to;
    if (statvfs(server.terms->data, &disk)) return -1;
    return (int64_t)disk.f_bavail * (int64_t)disk.f_frsize;
}

/* Lines of libwebsockets: an attacker must not fill the log with them, so only some are written, and how many were not. */
static bool may_log_library(void) {
    enum { LINES = 20, MINUTE = 60000 };
    static int written;
    static uint64_t since;
    static int64_t dropped;
    uint64_t now = uv_hrtime() / 1000000;
    if (now - since >= MINUTE) {
        char line[80];
        text t = text_on(line, sizeof line);
        text_put(&t, "{\"what\":\"library\",\"dropped\":");
        text_int(&t, dropped);
        text_put(&t, "}\n");
        if (dropped) log_line(NULL, line, t.used);
        written = 0;
        dropped = 0;
        since = now;
    }
    if (written == LINES) {
        dropped++;
        return false;
    }
    written++;
    return true;
}

static void log_library(int level, const char *line) {
    enum { LONGEST = 400 };
    char out[6 * LONGEST + 64]; /* an escaped byte takes up to six */
    text t = text_on(out, sizeof out);
    (void)level;
    if (!may_log_library()) return;
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

/* ---- shutdown -------------------------------------------------------------------------------------------------------------- */

static void do_nothing(uv_timer_t *t) { (void)t; }

static void stop_loop(uv_timer_t *t) {
    (void)t;
    server.done = true;
    uv_stop(&server.loop);
}

/* Who has not fetched everything by now will be told the rest after coming back. */
static void stop_waiting(uv_timer_t *t) {
    server.late = true;
    uv_timer_start(t, stop_loop, SHUTDOWN_MS, 0);
}

static void begin_shutdown(void) {
    server.hurries = server.stopping; /* by a second signal */
    if (server.stopping) return;
    server.stopping = true;
    notify_send("STOPPING=1");
}

static void on_stop(uv_async_t *a) {
    (void)a;
    begin_shutdown();
}

static void on_signal(uv_signal_t *s, int number) {
    (void)s, (void)number;
    begin_shutdown();
}

void server_stop(void) { uv_async_send(&server.stop); }

/* A node gives up its tables while people play on.  Then nothing more is accepted; everybody gets everything that was,
 * unless they read too slowly, and all connections are closed.  If nothing more can be written, they are closed at once. */
static void continue_shutdown(void) {
    if (!server.closing) {
        if (!server.broken && !server.hurries && !house_leave_tables(server.house)) return;
        server.closing = true;
        uv_timer_start(&server.deadline, stop_waiting, FETCH_MS, 0);
    }
    bool told = server.late ? house_all_durable(server.house) : house_drained(server.house);
    if (!server.goodbye && (server.broken || told)) {
        server.goodbye = true;
        house_disconnect_all(server.house, 1001,
                             server.broken ? "the house cannot write to its disk and closes"
                                           : "the house closes");
        if (!server.broken) house_hand_over(server.house);
    }
    if (server.goodbye && !server.sockets && !server.thoughts) stop_loop(NULL);
}

/* Before the loop waits: does what is due, and sets the timer for what is due next. */
static void before_poll(uv_prepare_t *p) {
    (void)p;
    int64_t next = house_tick(server.house);
    if (next < 0) {
        server.broken = true;
        begin_shutdown();
    }
    if (server.stopping) continue_shutdown();
    if (next >= 0) uv_timer_start(&server.tick, do_nothing, (uint64_t)(next > 0 ? next : 1), 0);
}

/* ---- running ------------------------------------------------------------------------------------------------------------------ */

/* Called by the store's thread. */
static void wake(void *to) {
    (void)to;
    uv_async_send(&server.wake);
}

static void on_wake(uv_async_t *a) { (void)a; }

/* libwebsockets sizes its tables by the process's limit of open files. */
static void allow_files(int64_t sockets) {
    struct rlimit limit;
    rlim_t want = (rlim_t)sockets + HTTP_FILES + SPARE_FILES;
    server.capacity = (int)sockets;
    if (getrlimit(RLIMIT_NOFILE, &limit)) return;
    limit.rlim_cur = limit.rlim_max != RLIM_INFINITY && limit.rlim_max < want ? limit.rlim_max : want;
    setrlimit(RLIMIT_NOFILE, &limit);
    server.capacity = (int)limit.rlim_cur - SPARE_FILES;
    if (server.capacity < 2) server.capacity = 2;
}

/* With few descriptors there are fewer guests than the limit says, so that there is room to tell others that the house is
 * full. */
static int64_t most_guests(int64_t limit) {
    int http = server.capacity / 4 < HTTP_FILES ? server.capacity / 4 : HTTP_FILES;
    return limit < server.capacity - http ? limit : server.capacity - http;
}

static bool open_house(fault *why) {
    const server_terms *t = server.terms;
    house_terms terms = {
        .env = {.ready = ready,
                .disconnect = close_session,
                .think = think,
                .random = t->random ? t->random : random_bytes,
                .clock = now_ms,
                .time = unix_time,
                .log = log_line,
                .space = free_space,
                .pick = t->pick},
        .engine = store_engine_for(t->data),
        .data = t->data,
        .node = t->node,
        .url = server.url,
    };
    memcpy(terms.limits, t->limits, sizeof terms.limits);
    terms.limits[LIMIT_SOCKETS] = most_guests(terms.limits[LIMIT_SOCKETS]);
    server.house = house_open(&terms, wake, NULL, why);
    return server.house;
}

static bool start_listening(fault *why) {
    static const lws_retry_bo_t none = {0}; /* its timers are in one sorted list, slow with many sockets */
    const server_terms *t = server.terms;
    void *loops[] = {&server.loop};
    static char hsts[32];
    static struct lws_protocol_vhost_options headers[] = {
        {&headers[1], NULL, "content-security-policy:",
         "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
         "font-src 'self'; "
         "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"},
        {&headers[2], NULL, "x-content-type-options:", "nosniff"},
        {&headers[3], NULL, "x-frame-options:", "deny"},
        {&headers[4], NULL, "referrer-policy:", "no-referrer"},
        {NULL, NULL, "cross-origin-opener-policy:", "same-origin"},
        {NULL, NULL, "strict-transport-security:", hsts},
    };
    text age = text_on(hsts, sizeof hsts);
    text_put(&age, "max-age=");
    text_int(&age, t->hsts);
    headers[4].next = t->hsts ? &headers[5] : NULL;
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER, /* the listener is ours */
        .protocols = protocols,
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_VALIDATE_UTF8,
        .max_http_header_data = HEADERS,
        .foreign_loops = loops,
        .headers = &headers[0],
        .retry_and_idle_policy = &none,
        .alpn = "http/1.1",
        .server_string = "safehouse",
        .pcontext = &server.context, /* set to NULL when the context is completely destroyed */
        .ssl_cert_filepath = t->cert,
        .ssl_private_key_filepath = t->key,
        /* TLS 1.2 and later, and a stolen key does not open what was said before */
        .ssl_options_set = SSL_OP_NO_SSLv3 | SSL_OP_NO_TLSv1 | SSL_OP_NO_TLSv1_1,
        .ssl_cipher_list = "ECDHE+AESGCM:ECDHE+CHACHA20",
    };
    if (t->cert) info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
    lws_set_log_level(LLL_ERR | LLL_WARN, log_library);
    server.context = lws_create_context(&info); /* has no vhost if the certificate is not good */
    server.has_vhost = server.context && lws_get_vhost_by_name(server.context, "default");
    server.listener.accepted = on_accepted;
    server.listener.failed = on_accept_failed;
    bool listens = server.has_vhost && server_listen(&server.listener, &server.loop, t->address, t->port);
    if (listens) return true;
    char where[80];
    text at = text_on(where, sizeof where);
    text_put(&at, t->address);
    text_char(&at, ':');
    text_int(&at, t->port);
    fault_at(why, server.has_vhost ? "house.listen" : "house.listen-tls", NULL, 0, 0);
    return fault_with(why, 0, where, at.used);
}

/* The address to open, unless the operator has set it. */
static void find_url(void) {
    const server_terms *t = server.terms;
    text at = text_on(server.url, sizeof server.url);
    memcpy(server.urls, t->urls, sizeof server.urls);
    if (t->urls[0]) {
        text_put(&at, t->urls[0]);
        return;
    }
    server.urls[0] = server.url;
    bool any = !strcmp(t->address, "0.0.0.0") || !strcmp(t->address, "::");
    put_url(&at, any ? "localhost" : t->address, server_listener_port(&server.listener));
}

static void send_watchdog(uv_timer_t *t) {
    (void)t;
    notify_send("WATCHDOG=1");
}

static void announce(void) {
    uint64_t half = notify_interval_ms() / 2; /* twice as often as needed */
    server.terms->open(server.terms->to, server.url);
    notify_send("READY=1");
    if (half) uv_timer_start(&server.watchdog, send_watchdog, half, half);
}

static void set_up_loop(void) {
    uv_loop_init(&server.loop);
    uv_async_init(&server.loop, &server.wake, on_wake);
    uv_async_init(&server.loop, &server.stop, on_stop);
    uv_timer_init(&server.loop, &server.tick);
    uv_timer_init(&server.loop, &server.deadline);
    uv_timer_init(&server.loop, &server.heartbeat);
    uv_timer_start(&server.heartbeat, send_heartbeats, HEARTBEAT_MS, HEARTBEAT_MS);
    uv_timer_init(&server.loop, &server.watchdog);
    uv_timer_init(&server.loop, &server.sweep);
    uv_timer_start(&server.sweep, sweep, SWEEP_MS, SWEEP_MS);
    uv_prepare_init(&server.loop, &server.before);
    for (int i = 0; i < 2; i++) {
        uv_signal_init(&server.loop, &server.signals[i]);
        uv_signal_start(&server.signals[i], on_signal, i ? SIGINT : SIGTERM);
    }
}

static void tear_down(void) {
    uv_handle_t *own[] = {
        (uv_handle_t *)&server.stop,       (uv_handle_t *)&server.tick,       (uv_handle_t *)&server.deadline,
        (uv_handle_t *)&server.before,     (uv_handle_t *)&server.heartbeat,  (uv_handle_t *)&server.watchdog,
        (uv_handle_t *)&server.signals[0], (uv_handle_t *)&server.signals[1], (uv_handle_t *)&server.sweep};
    server_listener_close(&server.listener);
    if (server.context && !server.has_vhost) { /* libwebsockets crashes if the loop is closed now */
        house_close(server.house);
        return;
    }
    if (server.context) lws_context_destroy(server.context); /* it has handles of its own on the loop */
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        uv_close(own[i], NULL);
    uv_unref((uv_handle_t *)&server.wake); /* the store may still call wake() until it is closed */
    uv_run(&server.loop, UV_RUN_DEFAULT);  /* until all sockets are closed and all thoughts done */
    if (server.context)
        lws_context_destroy(server.context); /* the rest, which had to wait for open sockets */
    if (server.house) house_close(server.house);
    uv_close((uv_handle_t *)&server.wake, NULL);
    uv_run(&server.loop, UV_RUN_DEFAULT);
    uv_loop_close(&server.loop);
}

bool server_run(const server_terms *terms, fault *why) {
    memset(&server, 0, sizeof server);
    server.terms = terms;
    server.listener.fd = -1;
    TAILQ_INIT(&server.sessions);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a write to a file that is too large fails with an error */
    allow_files(terms->limits[LIMIT_SOCKETS]);
    set_up_loop();
    bool good = open_house(why) && start_listening(why);
    if (good) {
        find_url();
        uv_prepare_start(&server.before, before_poll);
        announce();
        while (!server.done)
            uv_run(&server.loop, UV_RUN_DEFAULT);
        uv_prepare_stop(&server.before);
    }
    if (server.broken) {
        const char *what = house_broken(server.house);
        fault_at(why, "store.broken", store_place(terms->data), 0, 0);
        good = fault_with(why, 0, what, strlen(what));
    }
    tear_down();
    return good;
}
