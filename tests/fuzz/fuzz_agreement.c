/* fuzz_agreement.c - any bytes as a request to make a table: it is refused with a reason, or the stored agreement makes
 * the same table again.  For libFuzzer. */
#include "house/internal.h"
#include "kit/order.h"
#include "tests/fuzz/fuzz.h"

static bool read_box(const agreement *a, uint8_t box[GM_MAX_BOX], fault *why) {
    memset(box, 0, GM_MAX_BOX);
    return gm_open_box(a->game, &a->order, box, why);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static _Alignas(8) uint8_t one[GM_MAX_BOX], other[GM_MAX_BOX];
    agreement a, again;
    fault why = {0};
    json_t *in = json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES, NULL);
    if (json_is_object(in) && agreement_read(&a, in, 5, &why)) {
        must(a.terms.host == 5 && a.order.seats >= a.game->min_seats && a.order.seats <= a.game->max_seats);
        must(bots_find(a.terms.bot, a.game) && a.terms.clock <= TABLE_PER_GAME && a.terms.time >= 1000);
        if (read_box(&a, one, &why)) {
            char *kept = json_dumps(a.json, JSON_COMPACT | JSON_SORT_KEYS);
            json_t *back = json_loads(kept, 0, NULL);
            must(strlen(kept) < size + 64); /* no larger than what was sent */
            must(agreement_read(&again, back, 0, &why) && again.game == a.game);
            must(again.terms.host == 5 && again.terms.clock == a.terms.clock &&
                 again.terms.time == a.terms.time && again.terms.takebacks == a.terms.takebacks &&
                 again.terms.discussion == a.terms.discussion &&
                 again.terms.discussion_time == a.terms.discussion_time && again.terms.bot == a.terms.bot &&
                 again.open == a.open && again.spectators == a.spectators);
            must(again.order.edition == a.order.edition && a.order.edition);
            must(read_box(&again, other, &why) && !memcmp(one, other, sizeof one));
            agreement_free(&again);
            json_decref(back);
            free(kept);
        } else
            check_text(why.with[0], sizeof why.with[0]);
        agreement_free(&a);
    } else if (json_is_object(in)) {
        must(why.say);
        check_text(why.with[0], sizeof why.with[0]);
    }
    json_decref(in);
    return 0;
}
