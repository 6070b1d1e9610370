// SPDX-License-Identifier: Apache-2.0
// What every system does alike: opening, locking, flow of bytes, pseudo-terminals.
#define _GNU_SOURCE
#include "internal.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

int cserial_open(const char *path) {
    int descriptor = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) return -errno;
    struct termios settings;
    if (tcgetattr(descriptor, &settings) == 0) return descriptor;
    int problem = errno;
    close(descriptor);
    // What is no terminal answers in several ways.
    return problem == EINVAL ? -ENOTTY : -problem;
}

int cserial_lock_file(int descriptor) {
    if (flock(descriptor, LOCK_EX | LOCK_NB) == 0) return 0;
    return errno == EWOULDBLOCK ? -EBUSY : -errno;
}

int cserial_claim(int descriptor) {
    // TIOCEXCL does not stop root, the lock does not stop programs that never ask for it.
    int locked = cserial_lock_file(descriptor);
    if (locked < 0) return locked;
    return cserial_result(ioctl(descriptor, TIOCEXCL));
}

int cserial_release(int descriptor) {
    int result = cserial_result(ioctl(descriptor, TIOCNXCL));
    flock(descriptor, LOCK_UN);
    return result;
}

int cserial_drop_input(int descriptor) {
    return cserial_result(tcflush(descriptor, TCIFLUSH));
}

int cserial_drop_output(int descriptor) {
    return cserial_result(tcflush(descriptor, TCOFLUSH));
}

int cserial_set_lines(int descriptor, int lines, bool on) {
    int bits = (lines & CSERIAL_DTR ? TIOCM_DTR : 0) | (lines & CSERIAL_RTS ? TIOCM_RTS : 0);
    return cserial_result(ioctl(descriptor, on ? TIOCMBIS : TIOCMBIC, &bits));
}

int cserial_lines(int descriptor) {
    int bits = 0;
    if (ioctl(descriptor, TIOCMGET, &bits) < 0) return -errno;
    return (bits & TIOCM_DTR ? CSERIAL_DTR : 0) | (bits & TIOCM_RTS ? CSERIAL_RTS : 0) | (bits & TIOCM_CTS ? CSERIAL_CTS : 0)
        | (bits & TIOCM_DSR ? CSERIAL_DSR : 0) | (bits & TIOCM_CAR ? CSERIAL_DCD : 0) | (bits & TIOCM_RNG ? CSERIAL_RI : 0);
}

int cserial_unsent(int descriptor) {
    int count = 0;
    if (ioctl(descriptor, TIOCOUTQ, &count) < 0) return -errno;
    return count;
}

int cserial_open_pseudo_terminal(char *path, size_t size) {
    int descriptor = posix_openpt(O_RDWR | O_NOCTTY);
    if (descriptor < 0) return -errno;
    const char *name = NULL;
    if (grantpt(descriptor) == 0 && unlockpt(descriptor) == 0) name = ptsname(descriptor);
    int flags = fcntl(descriptor, F_GETFL);
    bool set = flags >= 0 && fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0 && fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0;
    if (set && name != NULL && strlen(name) < size) {
        memcpy(path, name, strlen(name) + 1);
        return descriptor;
    }
    int problem = errno != 0 ? errno : ERANGE;
    close(descriptor);
    return -problem;
}
