/* fuzz_lens.c - the page's eyes: any order, any record, and then anything that the page may ask.
 *
 * An input is a list of calls: a letter, two bytes of size, so many bytes.  What a house tells is not among them: the page
 * believes the house that it came from. */
#define WASM_EXPORT_H
#define EXPORT(name) name
#include "wasm/lens.c"

static int given(const uint8_t *data, size_t size) {
    if (size >= sizeof in) size = sizeof in - 1;
    if (size) memcpy(in, data, size);
    in[size] = 0;
    return (int)size;
}

static void call(char what, int number, int size) {
    switch (what) {
    case 'o': sh_open(size); break;
    case 'r': sh_record(size); break;
    case 'l': sh_lang(number); break;
    case 'n': sh_name(number); break;
    case 's': sh_sit(number == OPEN ? OPEN : number % (GM_LISTENERS)); break;
    case 'b': sh_back(number); break;
    case 'g': sh_goto(number); break;
    case 'y': sh_step(); break;
    case 'f': sh_from(); break;
    case 'v': sh_view(); break;
    case 'u': sh_figures(); break;
    case 't': sh_tell(); break;
    case 'i': sh_brief(); break;
    case 'c': sh_choices(number % GM_MAX_SEATS); break;
    case 'w': sh_why(number % GM_MAX_SEATS); break;
    case 'z': sh_try(number % GM_MAX_SEATS); break;
    case 'd': sh_said(number % GM_MAX_SEATS); break;
    case 'e': sh_result(); break;
    case 'h': sh_things(); break;
    case 'k': sh_deck(number); break;
    case 'm': sh_schema(number); break;
    default: break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    memset(&rec, 0, sizeof rec);
    while (size >= 3) {
        size_t bytes = (size_t)data[1] << 8 | data[2];
        char what = (char)data[0];
        data += 3, size -= 3;
        if (bytes > size) bytes = size;
        int number = bytes ? (int)data[0] : 0;
        call(what, number, given(data, bytes));
        data += bytes, size -= bytes;
    }
    return 0;
}
