// SPDX-License-Identifier: Apache-2.0
// Speed and raw mode on macOS: IOSSIOSPEED sets what cfsetspeed has no constant for.
#ifdef __APPLE__
#include "internal.h"

#include <IOKit/serial/ioss.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>

_Static_assert(sizeof(struct termios) <= sizeof(struct cserial_state), "a saved state has room for the settings");

int cserial_save(int descriptor, struct cserial_state *state) {
    struct termios settings;
    int result = cserial_result(tcgetattr(descriptor, &settings));
    if (result == 0) memcpy(state->bytes, &settings, sizeof settings);
    return result;
}

int cserial_restore(int descriptor, const struct cserial_state *state) {
    struct termios settings;
    memcpy(&settings, state->bytes, sizeof settings);
    return cserial_result(tcsetattr(descriptor, TCSANOW, &settings));
}

int cserial_configure(int descriptor, struct cserial_settings wanted) {
    struct termios settings;
    if (tcgetattr(descriptor, &settings) < 0) return -errno;
    cfmakeraw(&settings);
    settings.c_cflag &= ~(tcflag_t)(PARENB | PARODD | CSTOPB | CRTSCTS);
    settings.c_cflag |= CREAD | CLOCAL | HUPCL | CS8;
    if (wanted.parity != CSERIAL_PARITY_NONE) settings.c_cflag |= PARENB;
    if (wanted.parity == CSERIAL_PARITY_ODD) settings.c_cflag |= PARODD;
    if (wanted.stop_bits == 2) settings.c_cflag |= CSTOPB;
    if (wanted.hardware_flow) settings.c_cflag |= CRTSCTS;
    settings.c_cc[VMIN] = 1;
    settings.c_cc[VTIME] = 0;
    // The speed of every day first; a pseudo-terminal knows nothing else.
    int standard = cfsetspeed(&settings, wanted.baud);
    if (tcsetattr(descriptor, TCSANOW, &settings) == 0 && standard == 0) return 0;
    cfsetspeed(&settings, B9600);
    if (tcsetattr(descriptor, TCSANOW, &settings) < 0) return -errno;
    speed_t speed = wanted.baud;
    return cserial_result(ioctl(descriptor, IOSSIOSPEED, &speed));
}

int cserial_baud(int descriptor, uint32_t *baud) {
    struct termios settings;
    if (tcgetattr(descriptor, &settings) < 0) return -errno;
    *baud = (uint32_t)cfgetospeed(&settings);
    return 0;
}

int cserial_low_latency(int descriptor) {
    unsigned long microseconds = 1000;
    return cserial_result(ioctl(descriptor, IOSSDATALAT, &microseconds));
}
#endif
