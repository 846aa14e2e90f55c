/* fault.c - filling in faults; see fault.h. */
#include "base/fault.h"
#include "base/text.h"
#include <errno.h>

bool fault_at(fault *f, const char *say, const char *file, int line, int column) {
    *f = (fault){.say = say, .file = file, .line = line, .column = column};
    return false;
}

bool fault_with(fault *f, int i, const char *s, size_t n) {
    text t = text_on(f->with[i], FAULT_WITH);
    while (n) {
        int bytes = text_utf8(s, n);
        size_t step = bytes ? (size_t)bytes : 1;
        bool shown = bytes && !text_control(s);
        if (t.used + (shown ? step : 1) >= FAULT_WITH) break; /* else text would cut inside it */
        if (shown)
            text_bytes(&t, s, step);
        else
            text_char(&t, '?');
        s += step;
        n -= step;
    }
    return false;
}

bool fault_number(fault *f, int i, int n) {
    text t = text_on(f->with[i], FAULT_WITH);
    text_int(&t, n);
    return false;
}

const char *fault_system(int error, const char *otherwise) {
    switch (error) {
    case ENOENT:
    case ENOTDIR: return "file.missing";
    case EACCES:
    case EPERM:
    case EROFS: return "file.forbidden";
    case EISDIR: return "file.folder";
    case ENOSPC:
    case EDQUOT: return "file.full";
    case ENAMETOOLONG: return "file.long";
    default: return otherwise;
    }
}
