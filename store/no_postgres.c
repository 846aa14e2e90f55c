/* no_postgres.c - in the place of postgres.c in a program that was built without PostgreSQL. */
#include "store/store.h"

static store *refuse(const char *where, fault *why) {
    fault_at(why, "store.no-postgres", store_place(where), 0, 0);
    return NULL;
}

static store *refuse_user(const char *where, const store_user *user, fault *why) {
    (void)user;
    return refuse(where, why);
}

const store_engine store_postgres = {.shared = true, .open = refuse_user, .open_to_read = refuse};
