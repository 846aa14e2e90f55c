/* connection.c - a connection to a house, with libwebsockets and its event loop.
 *
 * Map: buffers - sending - receiving - fetching a file - typed input - libwebsockets' callbacks - connecting -
 * timers - running. */
#include "term/connection.h"
#include "base/text.h"
#include "store/store.h"
#include <libwebsockets.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    LARGEST = 4 << 20, /* bytes of a message or a file */
    BURST = 80,        /* messages that may be sent at once, */
    RATE = 8,          /* and how many a second after that: a little less than a house allows */
};

typedef struct message {
    struct message *next;
    size_t size;
    unsigned char bytes[]; /* the first LWS_PRE are for the frame's header */
} message;

/* Bytes that come in pieces. */
typedef struct {
    char *at;
    size_t size, room;
} buffer;

struct connection {
    address_url house;
    const connection_callbacks *callbacks;
    void *owner;
    struct lws_context *context;
    struct lws *keyboard;      /* the typed input, NULL when it has ended */
    struct lws *socket;        /* NULL if there is none */
    bool connecting, fetching; /* the owner has not been told yet how this ended */
    bool input_open;           /* more may be typed */
    bool untrusted;            /* the certificate is not valid */
    bool greeted;              /* a message has come */
    bool leaving;              /* the owner wants no more messages of this connection */
    bool closing;              /* the owner wants no more calls */
    int close_code;            /* with which the house closed */
    int http_status;
    message *first, *last; /* to be sent */
    buffer message, body;  /* received so far: of a message, of a file */
    int64_t credit;        /* thousandths of messages that may be sent now, */
    int64_t credit_at;     /* as of this time in milliseconds */
    lws_sorted_usec_list_t send_pause, timer[CONNECTION_TIMERS];
};

/* ---- buffers -------------------------------------------------------------------------------- */

static bool buffer_add(buffer *p, const char *s, size_t n) {
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

static void buffer_clear(buffer *p) {
    free(p->at);
    *p = (buffer){0};
}

/* ---- sending -------------------------------------------------------------------------------- */

void connection_send(connection *c, const char *s, size_t n) {
    message *m = malloc(sizeof *m + LWS_PRE + n);
    if (!m) abort();
    *m = (message){.size = n};
    memcpy(m->bytes + LWS_PRE, s, n);
    *(c->last ? &c->last->next : &c->first) = m;
    c->last = m;
    if (c->socket) lws_callback_on_writable(c->socket);
}

static void drop_first(connection *c) {
    message *m = c->first;
    c->first = m->next;
    if (!c->first) c->last = NULL;
    free(m);
}

static void drop_all(connection *c) {
    while (c->first)
        drop_first(c);
}

static void resume_sending(lws_sorted_usec_list_t *sul) {
    connection *c = lws_container_of(sul, connection, send_pause);
    if (c->socket) lws_callback_on_writable(c->socket);
}

/* May a message be sent now?  If not, the socket will ask again after a pause. */
static bool may_send(connection *c) {
    int64_t now = lws_now_usecs() / 1000;
    c->credit += (now - c->credit_at) * RATE;
    c->credit_at = now;
    if (c->credit > 1000 * BURST) c->credit = 1000 * BURST;
    if (c->credit >= 1000) {
        c->credit -= 1000;
        return true;
    }
    lws_sul_schedule(c->context, 0, &c->send_pause, resume_sending, LWS_USEC_PER_SEC / RATE);
    return false;
}

static int send_first(connection *c) {
    if (!c->first || !may_send(c)) return 0;
    int sent = lws_write(c->socket, c->first->bytes + LWS_PRE, c->first->size, LWS_WRITE_TEXT);
    bool good = sent >= (int)c->first->size;
    drop_first(c);
    if (!good) return -1;
    if (c->first) lws_callback_on_writable(c->socket);
    return 0;
}

/* ---- receiving ------------------------------------------------------------------------------ */

static int receive_fragment(connection *c, const char *s, size_t n) {
    if (c->leaving) return 0;
    if (!buffer_add(&c->message, s, n)) return -1;
    if (!lws_is_final_fragment(c->socket) || lws_remaining_packet_payload(c->socket)) return 0;
    buffer whole = c->message;
    c->message = (buffer){0};
    c->greeted = true;
    c->callbacks->message(c->owner, whole.at, whole.size);
    buffer_clear(&whole);
    return 0;
}

static void report_closed(connection *c, connection_failure why) {
    if (!c->connecting) return;
    c->connecting = false;
    c->socket = NULL;
    drop_all(c);
    buffer_clear(&c->message);
    c->callbacks->closed(c->owner, why);
}

static void house_closed(connection *c) {
    if (c->leaving) {
        report_closed(c, CONNECTION_LEFT);
        return;
    }
    switch (c->close_code) {
    case LWS_CLOSE_STATUS_GOINGAWAY: report_closed(c, CONNECTION_CLOSING); return;
    case LWS_CLOSE_STATUS_PROTOCOL_ERR: /* what libwebsockets makes of 1012 and 1013 */
    case 1012:                          /* comes after the greeting, */
    case 1013:                          /* and this instead of it */
        report_closed(c, c->greeted ? CONNECTION_MOVED : CONNECTION_HOUSE_FULL);
        return;
    case LWS_CLOSE_STATUS_POLICY_VIOLATION:
    case LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE: report_closed(c, CONNECTION_EXPELLED); return;
    case 4001: report_closed(c, CONNECTION_SIGNED_OUT); return; /* doc/protocol.md */
    default: report_closed(c, CONNECTION_LOST);
    }
}

/* The library gives the reason as a text.  If it mentions a handshake or a read, somebody answered. */
static void connect_failed(connection *c, const char *why) {
    static const char *const answered[] = {"HS:", "SSL", "tls", "read failed", "closed"};
    bool not_a_house = false;
    for (size_t i = 0; why && i < sizeof answered / sizeof *answered; i++)
        not_a_house |= strstr(why, answered[i]) != NULL;
    report_closed(c, c->untrusted  ? CONNECTION_UNTRUSTED
                     : not_a_house ? CONNECTION_NOT_A_HOUSE
                                   : CONNECTION_UNREACHABLE);
}

/* ---- fetching a file ------------------------------------------------------------------------ */

static int read_body(struct lws *wsi) {
    char bytes[LWS_PRE + 4096], *at = bytes + LWS_PRE;
    int n = 4096;
    return lws_http_client_read(wsi, &at, &n) < 0 ? -1 : 0;
}

static void report_fetched(connection *c, bool good) {
    if (!c->fetching) return;
    c->fetching = false;
    buffer body = c->body;
    c->body = (buffer){0};
    c->callbacks->fetched(c->owner, good && c->http_status == 200, body.at ? body.at : "", body.size);
    buffer_clear(&body);
}

/* ---- typed input ---------------------------------------------------------------------------- */

static int read_typed(connection *c, int input) {
    char bytes[4096];
    ssize_t n = read(input, bytes, sizeof bytes);
    if (n <= 0) return -1;
    c->callbacks->typed(c->owner, bytes, (size_t)n);
    return 0;
}

static void input_ended(connection *c) {
    if (!c->input_open) return;
    c->input_open = false;
    c->keyboard = NULL;
    c->callbacks->typed(c->owner, "", 0);
}

void connection_read_input(connection *c, bool on) {
    if (c->keyboard) lws_rx_flow_control(c->keyboard, on);
}

/* ---- libwebsockets' callbacks --------------------------------------------------------------- */

static int on_house(struct lws *wsi, enum lws_callback_reasons what, void *user, void *in, size_t n) {
    connection *c = lws_context_user(lws_get_context(wsi));
    const unsigned char *bytes = in;
    (void)user;
    if (!c || c->closing) return 0;
    switch (what) {
    case LWS_CALLBACK_CLIENT_RECEIVE: return receive_fragment(c, in, n);
    case LWS_CALLBACK_CLIENT_WRITEABLE: return send_first(c);
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        if (n >= 2) c->close_code = bytes[0] << 8 | bytes[1];
        return 0;
    case LWS_CALLBACK_OPENSSL_PERFORM_SERVER_CERT_VERIFICATION: /* n: is it valid? */
        c->untrusted |= !n;
        return 0;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR: connect_failed(c, in); return 0;
    case LWS_CALLBACK_CLIENT_CLOSED: house_closed(c); return 0;
    default: return 0;
    }
}

static int on_file(struct lws *wsi, enum lws_callback_reasons what, void *user, void *in, size_t n) {
    connection *c = lws_context_user(lws_get_context(wsi));
    (void)user;
    if (!c || c->closing) return 0;
    switch (what) {
    case LWS_CALLBACK_ESTABLISHED_CLIENT_HTTP:
        c->http_status = (int)lws_http_client_http_response(wsi);
        return 0;
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP: return read_body(wsi);
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP_READ: return buffer_add(&c->body, in, n) ? 0 : -1;
    case LWS_CALLBACK_COMPLETED_CLIENT_HTTP: report_fetched(c, true); return 0;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
    case LWS_CALLBACK_CLOSED_CLIENT_HTTP: report_fetched(c, false); return 0;
    default: return 0;
    }
}

static int on_input(struct lws *wsi, enum lws_callback_reasons what, void *user, void *in, size_t n) {
    connection *c = lws_context_user(lws_get_context(wsi));
    (void)user, (void)in, (void)n;
    if (!c || c->closing) return 0;
    switch (what) {
    case LWS_CALLBACK_RAW_RX_FILE: return read_typed(c, lws_get_socket_fd(wsi));
    case LWS_CALLBACK_RAW_CLOSE_FILE: input_ended(c); return 0;
    default: return 0;
    }
}

static const struct lws_protocols protocols[] = {{"house", on_house, 0, 65536, 0, NULL, 0},
                                                 {"file", on_file, 0, 65536, 0, NULL, 0},
                                                 {"input", on_input, 0, 4096, 0, NULL, 0},
                                                 {NULL, NULL, 0, 0, 0, NULL, 0}};

/* ---- connecting ----------------------------------------------------------------------------- */

static struct lws_client_connect_info request_for(connection *c, const char *path) {
    return (struct lws_client_connect_info){
        .context = c->context,
        .address = c->house.name,
        .port = c->house.port,
        .host = c->house.host,
        .path = path,
        .alpn = "http/1.1",
        .ssl_connection = c->house.tls ? LCCSCF_USE_SSL : 0,
        .ietf_version_or_minus_one = -1,
    };
}

void connection_open(connection *c, const char *node) {
    static const lws_retry_bo_t keep_alive = {.secs_since_valid_ping = 30, .secs_since_valid_hangup = 45};
    char path[sizeof "/ws?node=" + STORE_NODE];
    text t = text_on(path, sizeof path);
    text_put(&t, "/ws");
    if (*node) text_put(&t, "?node="), text_put(&t, node);
    struct lws_client_connect_info request = request_for(c, path);
    request.local_protocol_name = "house";
    request.retry_and_idle_policy = &keep_alive;
    request.pwsi = &c->socket;
    c->close_code = 0;
    c->leaving = c->greeted = false;
    c->untrusted = false;
    c->credit = 1000 * BURST;
    c->credit_at = lws_now_usecs() / 1000;
    c->connecting = true;
    if (!lws_client_connect_via_info(&request))
        report_closed(c, CONNECTION_UNREACHABLE); /* if no callback has said why */
}

void connection_leave(connection *c) {
    c->leaving = true;
    if (c->socket) lws_set_timeout(c->socket, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_ASYNC);
}

void connection_fetch(connection *c, const char *path) {
    struct lws_client_connect_info request = request_for(c, path);
    request.method = "GET";
    request.local_protocol_name = "file";
    c->http_status = 0;
    c->fetching = true;
    buffer_clear(&c->body);
    if (!lws_client_connect_via_info(&request)) report_fetched(c, false);
}

/* ---- timers --------------------------------------------------------------------------------- */

static void call_timer(connection *c, connection_timer which) { c->callbacks->timer(c->owner, which); }
static void on_retry_timer(lws_sorted_usec_list_t *s) {
    call_timer(lws_container_of(s, connection, timer[CONNECTION_RETRY_TIMER]), CONNECTION_RETRY_TIMER);
}
static void on_clock_timer(lws_sorted_usec_list_t *s) {
    call_timer(lws_container_of(s, connection, timer[CONNECTION_CLOCK_TIMER]), CONNECTION_CLOCK_TIMER);
}

void connection_set_timer(connection *c, connection_timer which, int ms) {
    lws_sul_schedule(c->context, 0, &c->timer[which],
                     which == CONNECTION_RETRY_TIMER ? on_retry_timer : on_clock_timer,
                     ms < 0 ? LWS_SET_TIMER_USEC_CANCEL : (lws_usec_t)ms * 1000);
}

/* ---- running -------------------------------------------------------------------------------- */

connection *connection_new(const address_url *house, int input, const connection_callbacks *callbacks,
                           void *owner) {
    connection *c = calloc(1, sizeof *c);
    if (!c) abort();
    *c = (connection){.house = *house, .callbacks = callbacks, .owner = owner, .input_open = true};
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .protocols = protocols,
        .user = c,
        .options = house->tls ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0,
    };
    lws_set_log_level(0, NULL);
    signal(SIGPIPE, SIG_IGN);
    c->context = lws_create_context(&info);
    if (!c->context) abort(); /* out of memory or of files */
    lws_sock_file_fd_type in = {.filefd = input};
    c->keyboard = lws_adopt_descriptor_vhost(lws_get_vhost_by_name(c->context, "default"),
                                             LWS_ADOPT_RAW_FILE_DESC, in, "input", NULL);
    if (!c->keyboard) input_ended(c);
    return c;
}

void connection_free(connection *c) {
    c->closing = true;
    lws_context_destroy(c->context);
    drop_all(c);
    buffer_clear(&c->message);
    buffer_clear(&c->body);
    free(c);
}

void connection_run(connection *c, const bool *done) {
    while (!*done && lws_service(c->context, 0) >= 0)
        ;
}
