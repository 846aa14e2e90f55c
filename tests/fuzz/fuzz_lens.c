/* fuzz_lens.c - the lens of the page: any order or record, and then anything that the page may ask.
 *
 * An input is a list of calls: a letter, two bytes of size, and so many bytes.  What a house tells is not among them,
 * because the page trusts the house that it came from. */
#define WASM_EXPORT_H
#define EXPORT(name) name
#include "wasm/lens.c"

static int write_input(const uint8_t *data, size_t size) {
    if (size >= sizeof in) size = sizeof in - 1;
    if (size) memcpy(in, data, size);
    in[size] = 0;
    return (int)size;
}

/* The games that are open, of which one is used; 'N' opens another one or closes it. */
static int handle[3], used;

static void change_lens(int number) {
    used = number % 3;
    if (number & 4) sh_free(handle[used]), handle[used] = 0;
    if (!handle[used]) handle[used] = sh_new();
}

static void call(char what, int number, int size) {
    int h = handle[used];
    switch (what) {
    case 'o': sh_open(h, size); break;
    case 'r': sh_record(h, size); break;
    case 'l': sh_lang(number); break;
    case 'n': sh_name(h, number); break;
    case 's': sh_sit(h, number % (GM_DEALER + 1)); break;
    case 'N': change_lens(number); break;
    case 'b': sh_back(h, number); break;
    case 'g': sh_goto(h, number); break;
    case 'y': sh_step(h); break;
    case 'f': sh_from(h); break;
    case 'v': sh_view(h); break;
    case 'u': sh_figures(h); break;
    case 't': sh_tell(h); break;
    case 'i': sh_brief(h); break;
    case 'c': sh_choices(h, number % GM_MAX_SEATS); break;
    case 'w': sh_why(h, number % GM_MAX_SEATS); break;
    case 'z': sh_try(h, number % GM_MAX_SEATS); break;
    case 'd': sh_said(h, number % GM_MAX_SEATS); break;
    case 'e': sh_result(h); break;
    case 'h': sh_things(h); break;
    case 'k': sh_deck(h, number); break;
    case 'm': sh_schema(number); break;
    default: break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    for (int i = 0; i < 3; i++)
        sh_free(handle[i]), handle[i] = 0;
    used = 0;
    handle[0] = sh_new();
    while (size >= 3) {
        size_t bytes = (size_t)data[1] << 8 | data[2];
        char what = (char)data[0];
        data += 3, size -= 3;
        if (bytes > size) bytes = size;
        int number = bytes ? (int)data[0] : 0;
        call(what, number, write_input(data, bytes));
        data += bytes, size -= bytes;
    }
    return 0;
}
