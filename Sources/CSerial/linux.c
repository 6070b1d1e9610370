// SPDX-License-Identifier: Apache-2.0
// Speed and raw mode on Linux, by termios2: the only way to a speed that has no constant of its own.
#ifdef __linux__
#include "internal.h"

#include <asm/ioctls.h>
#include <asm/termbits.h>
#include <linux/serial.h>
#include <string.h>
#include <sys/ioctl.h>

_Static_assert(sizeof(struct termios2) <= sizeof(struct cserial_state), "a saved state has room for the settings");

int cserial_save(int descriptor, struct cserial_state *state) {
    struct termios2 settings;
    int result = cserial_result(ioctl(descriptor, TCGETS2, &settings));
    if (result == 0) memcpy(state->bytes, &settings, sizeof settings);
    return result;
}

int cserial_restore(int descriptor, const struct cserial_state *state) {
    struct termios2 settings;
    memcpy(&settings, state->bytes, sizeof settings);
    return cserial_result(ioctl(descriptor, TCSETS2, &settings));
}

int cserial_configure(int descriptor, struct cserial_settings wanted) {
    struct termios2 settings;
    if (ioctl(descriptor, TCGETS2, &settings) < 0) return -errno;
    settings.c_iflag &= ~(tcflag_t)(IGNBRK | BRKINT | PARMRK | INPCK | ISTRIP | INLCR | IGNCR | ICRNL | IXON | IXOFF | IXANY);
    settings.c_oflag &= ~(tcflag_t)OPOST;
    settings.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | ISIG | IEXTEN);
    settings.c_cflag &= ~(tcflag_t)(CSIZE | PARENB | PARODD | CSTOPB | CRTSCTS | CBAUD | (CBAUD << IBSHIFT));
    settings.c_cflag |= CREAD | CLOCAL | HUPCL | CS8 | BOTHER | (BOTHER << IBSHIFT);
    if (wanted.parity != CSERIAL_PARITY_NONE) settings.c_cflag |= PARENB;
    if (wanted.parity == CSERIAL_PARITY_ODD) settings.c_cflag |= PARODD;
    if (wanted.stop_bits == 2) settings.c_cflag |= CSTOPB;
    if (wanted.hardware_flow) settings.c_cflag |= CRTSCTS;
    settings.c_ispeed = settings.c_ospeed = wanted.baud;
    settings.c_cc[VMIN] = 1;
    settings.c_cc[VTIME] = 0;
    if (ioctl(descriptor, TCSETS2, &settings) < 0) return -errno;
    struct termios2 set;
    if (ioctl(descriptor, TCGETS2, &set) < 0) return -errno;
    // A pseudo-terminal clears parity and says nothing; there it means nothing either, so only the speed's success counts.
    uint32_t difference = set.c_ospeed > wanted.baud ? set.c_ospeed - wanted.baud : wanted.baud - set.c_ospeed;
    return difference > wanted.baud / 32 ? -EINVAL : 0;
}

int cserial_baud(int descriptor, uint32_t *baud) {
    struct termios2 settings;
    if (ioctl(descriptor, TCGETS2, &settings) < 0) return -errno;
    *baud = settings.c_ospeed;
    return 0;
}

int cserial_low_latency(int descriptor) {
    struct serial_struct serial;
    memset(&serial, 0, sizeof serial);
    if (ioctl(descriptor, TIOCGSERIAL, &serial) < 0) return -errno;
    serial.flags |= ASYNC_LOW_LATENCY;
    return cserial_result(ioctl(descriptor, TIOCSSERIAL, &serial));
}
#endif
