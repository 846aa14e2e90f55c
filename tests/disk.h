/* disk.h - a disk that fails when a test wants it: a VFS of SQLite's over the usual one.
 *
 *     disk_install();                                    before the first file is opened
 *     disk_fail((disk_fault){DISK_WRITE, .at = 7});      the seventh write from now on fails, and only it
 *     disk_mend();                                       nothing fails any more
 *
 * Calls are counted over all files and threads.  Nothing is synced really, because no test cuts the power, and
 * because that takes most of the time. */
#ifndef TESTS_DISK_H
#define TESTS_DISK_H
#include <pthread.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef enum {
    DISK_READ,     /* the read fails */
    DISK_SHORT,    /* the system reads or writes only a part of it at once */
    DISK_WRITE,    /* the write fails after a part was written */
    DISK_FULL,     /* there is no space: nothing was written */
    DISK_SYNC,     /* what was written may not be on the disk */
    DISK_TRUNCATE, /* the file keeps its size */
    DISK_OPEN,     /* the file cannot be opened */
    DISK_SHARE,    /* memory that connections share cannot be had */
    DISK_LOCK,     /* nor locked */
    DISK_KINDS
} disk_kind;

static const char *const disk_names[DISK_KINDS] = {"read",     "short", "write", "full", "sync",
                                                   "truncate", "open",  "share", "lock"};

typedef struct {
    disk_kind kind;
    int64_t at;   /* the how manieth call from now on, from 1; 0: none */
    bool stays;   /* all later ones fail, too */
    int64_t page; /* else: reads of this page of the main file fail, from 1; 0: none */
} disk_fault;

static struct {
    pthread_mutex_t lock;
    sqlite3_vfs *real, vfs;
    disk_fault fault;
    bool paused;
    int64_t calls[DISK_KINDS]; /* since the fault was chosen */
    int64_t failed;            /* how many of them failed */
} disk = {.lock = PTHREAD_MUTEX_INITIALIZER};

typedef struct {
    sqlite3_file base;
    bool main;          /* the database itself, not its WAL */
    sqlite3_file *real; /* follows in the same block */
} disk_file;

static inline sqlite3_file *disk_real(sqlite3_file *f) { return ((disk_file *)f)->real; }

/* From now on this fails, and calls are counted from 0. */
static inline void disk_fail(disk_fault f) {
    pthread_mutex_lock(&disk.lock);
    disk.fault = f;
    disk.failed = 0;
    memset(disk.calls, 0, sizeof disk.calls);
    pthread_mutex_unlock(&disk.lock);
}

static inline void disk_mend(void) {
    pthread_mutex_lock(&disk.lock);
    disk.fault = (disk_fault){0};
    pthread_mutex_unlock(&disk.lock);
}

/* While it is paused nothing fails and nothing is counted. */
static inline void disk_pause(bool paused) {
    pthread_mutex_lock(&disk.lock);
    disk.paused = paused;
    pthread_mutex_unlock(&disk.lock);
}

/* How many calls have failed since the fault was chosen. */
static inline int64_t disk_failures(void) {
    pthread_mutex_lock(&disk.lock);
    int64_t n = disk.failed;
    pthread_mutex_unlock(&disk.lock);
    return n;
}

/* Counts a call.  Does it fail? */
static inline bool disk_fails(disk_kind kind) {
    pthread_mutex_lock(&disk.lock);
    const disk_fault *f = &disk.fault;
    int64_t n = disk.calls[kind] += !disk.paused;
    bool fails = !disk.paused && f->at && f->kind == kind && (f->stays ? n >= f->at : n == f->at);
    disk.failed += fails;
    pthread_mutex_unlock(&disk.lock);
    return fails;
}

static inline bool disk_page_fails(const disk_file *f, int size, int64_t offset) {
    enum { PAGE = 4096 };
    pthread_mutex_lock(&disk.lock);
    int64_t at = (disk.fault.page - 1) * PAGE;
    bool fails = f->main && disk.fault.page && offset < at + PAGE && offset + size > at;
    disk.failed += fails;
    pthread_mutex_unlock(&disk.lock);
    return fails;
}

static inline int disk_close(sqlite3_file *f) { return disk_real(f)->pMethods->xClose(disk_real(f)); }

static inline int disk_read(sqlite3_file *f, void *to, int n, sqlite3_int64 at) {
    if (disk_fails(DISK_READ) || disk_page_fails((disk_file *)f, n, at)) return SQLITE_IOERR_READ;
    return disk_real(f)->pMethods->xRead(disk_real(f), to, n, at);
}

static inline int disk_write(sqlite3_file *f, const void *from, int n, sqlite3_int64 at) {
    if (disk_fails(DISK_FULL)) return SQLITE_FULL;
    if (!disk_fails(DISK_WRITE)) return disk_real(f)->pMethods->xWrite(disk_real(f), from, n, at);
    disk_real(f)->pMethods->xWrite(disk_real(f), from, n / 2, at);
    return SQLITE_IOERR_WRITE;
}

static inline int disk_truncate(sqlite3_file *f, sqlite3_int64 size) {
    if (disk_fails(DISK_TRUNCATE)) return SQLITE_IOERR_TRUNCATE;
    return disk_real(f)->pMethods->xTruncate(disk_real(f), size);
}

static inline int disk_sync(sqlite3_file *f, int flags) {
    (void)f, (void)flags;
    return disk_fails(DISK_SYNC) ? SQLITE_IOERR_FSYNC : SQLITE_OK;
}

static inline int disk_size(sqlite3_file *f, sqlite3_int64 *size) {
    return disk_real(f)->pMethods->xFileSize(disk_real(f), size);
}
static inline int disk_lock(sqlite3_file *f, int how) {
    return disk_real(f)->pMethods->xLock(disk_real(f), how);
}
static inline int disk_unlock(sqlite3_file *f, int how) {
    return disk_real(f)->pMethods->xUnlock(disk_real(f), how);
}
static inline int disk_check_lock(sqlite3_file *f, int *is) {
    return disk_real(f)->pMethods->xCheckReservedLock(disk_real(f), is);
}
static inline int disk_control(sqlite3_file *f, int what, void *with) {
    return disk_real(f)->pMethods->xFileControl(disk_real(f), what, with);
}
static inline int disk_sector(sqlite3_file *f) { return disk_real(f)->pMethods->xSectorSize(disk_real(f)); }
static inline int disk_traits(sqlite3_file *f) {
    return disk_real(f)->pMethods->xDeviceCharacteristics(disk_real(f));
}

static inline int disk_share(sqlite3_file *f, int region, int size, int extend, void volatile **at) {
    if (disk_fails(DISK_SHARE)) return SQLITE_IOERR_SHMMAP;
    return disk_real(f)->pMethods->xShmMap(disk_real(f), region, size, extend, at);
}

static inline int disk_lock_shared(sqlite3_file *f, int from, int n, int how) {
    if (how & SQLITE_SHM_LOCK && disk_fails(DISK_LOCK)) return SQLITE_IOERR_SHMLOCK;
    return disk_real(f)->pMethods->xShmLock(disk_real(f), from, n, how);
}

static inline void disk_barrier(sqlite3_file *f) { disk_real(f)->pMethods->xShmBarrier(disk_real(f)); }
static inline int disk_unshare(sqlite3_file *f, int remove) {
    return disk_real(f)->pMethods->xShmUnmap(disk_real(f), remove);
}

static inline int disk_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *to, int flags, int *out) {
    static const sqlite3_io_methods methods = {
        2,           disk_close, disk_read,        disk_write,      disk_truncate, disk_sync,
        disk_size,   disk_lock,  disk_unlock,      disk_check_lock, disk_control,  disk_sector,
        disk_traits, disk_share, disk_lock_shared, disk_barrier,    disk_unshare,  NULL,
        NULL};
    disk_file *f = (disk_file *)to;
    (void)vfs;
    f->base.pMethods = NULL;
    f->main = flags & SQLITE_OPEN_MAIN_DB;
    f->real = (sqlite3_file *)(f + 1);
    if (disk_fails(DISK_OPEN)) return SQLITE_CANTOPEN;
    int code = disk.real->xOpen(disk.real, name, f->real, flags, out);
    if (f->real->pMethods) f->base.pMethods = &methods;
    return code;
}

static inline ssize_t disk_pread(int fd, void *to, size_t n, off_t at) {
    return pread(fd, to, n > 1 && disk_fails(DISK_SHORT) ? n / 2 : n, at);
}

static inline ssize_t disk_pwrite(int fd, const void *from, size_t n, off_t at) {
    return pwrite(fd, from, n > 1 && disk_fails(DISK_SHORT) ? n / 2 : n, at);
}

/* SQLite has only some of these calls. */
static inline void disk_replace_calls(void) {
    disk.real->xSetSystemCall(disk.real, "pread", (sqlite3_syscall_ptr)disk_pread);
    disk.real->xSetSystemCall(disk.real, "pread64", (sqlite3_syscall_ptr)disk_pread);
    disk.real->xSetSystemCall(disk.real, "pwrite", (sqlite3_syscall_ptr)disk_pwrite);
    disk.real->xSetSystemCall(disk.real, "pwrite64", (sqlite3_syscall_ptr)disk_pwrite);
}

static inline void disk_install(void) {
    disk.real = sqlite3_vfs_find(NULL);
    if (!disk.real) abort();
    disk_replace_calls();
    disk.vfs = *disk.real;
    disk.vfs.zName = "disk";
    disk.vfs.szOsFile = (int)sizeof(disk_file) + disk.real->szOsFile;
    disk.vfs.xOpen = disk_open;
    disk.vfs.pNext = NULL;
    if (sqlite3_vfs_register(&disk.vfs, 1)) abort();
}
#endif
