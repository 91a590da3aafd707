/* Writes to files that fail, for a command that is run with this in LD_PRELOAD: with FAULT_ERRNO as soon as FAULT_AFTER
   bytes are written; and with FAULT_SYNC, waiting until a file is on disk fails. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static long written;

static long number(const char *name) {
    const char *value = getenv(name);
    return value ? atol(value) : 0;
}

static int fails(int fd, size_t n) {
    struct stat about;
    int before = errno;
    if (fd <= 2 || !number("FAULT_ERRNO") || fstat(fd, &about) || !S_ISREG(about.st_mode)) {
        errno = before;
        return 0;
    }
    if (__atomic_add_fetch(&written, (long)n, __ATOMIC_RELAXED) <= number("FAULT_AFTER")) {
        return 0;
    }
    errno = (int)number("FAULT_ERRNO");
    return 1;
}

ssize_t write(int fd, const void *bytes, size_t n) {
    static ssize_t (*real)(int, const void *, size_t);
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, "write");
    return fails(fd, n) ? -1 : real(fd, bytes, n);
}

ssize_t writev(int fd, const struct iovec *pieces, int n_pieces) {
    static ssize_t (*real)(int, const struct iovec *, int);
    size_t n = 0;
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, "writev");
    for (int at = 0; at < n_pieces; at++) n += pieces[at].iov_len;
    return fails(fd, n) ? -1 : real(fd, pieces, n_pieces);
}

int fsync(int fd) {
    static int (*real)(int);
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, "fsync");
    if (number("FAULT_SYNC")) {
        errno = EIO;
        return -1;
    }
    return real(fd);
}
