// SPDX-License-Identifier: Apache-2.0
// Serial ports below what Swift's C imports reach: any baud rate needs Linux's termios2, whose header clashes with <termios.h>,
// and the ioctls are macros or take pointers of varying kinds. Every call returns at once and gives 0 or more, or a negative errno.
#ifndef CSERIAL_H
#define CSERIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum cserial_parity { CSERIAL_PARITY_NONE, CSERIAL_PARITY_ODD, CSERIAL_PARITY_EVEN };

/// How bytes travel; always eight bits each, because SDL frames are binary.
struct cserial_settings {
    uint32_t baud;
    int parity;
    int stop_bits;
    /// RTS/CTS; there is no XON/XOFF, whose bytes occur in every frame.
    bool hardware_flow;
};

/// What a terminal was set to before, to be put back.
struct cserial_state {
    unsigned char bytes[128];
};

enum cserial_line { CSERIAL_DTR = 1, CSERIAL_RTS = 2, CSERIAL_CTS = 4, CSERIAL_DSR = 8, CSERIAL_DCD = 16, CSERIAL_RI = 32 };

/// Opens a terminal without waiting for a carrier and without making it the controlling one. -ENOTTY when it is none.
int cserial_open(const char *path);
/// Refuses everybody else: -EBUSY when somebody was faster.
int cserial_claim(int descriptor);
/// Undoes the claim; the terminal may be open elsewhere too.
int cserial_release(int descriptor);
int cserial_save(int descriptor, struct cserial_state *state);
int cserial_restore(int descriptor, const struct cserial_state *state);
/// Raw mode at the given speed. -EINVAL when the driver silently chose something else.
int cserial_configure(int descriptor, struct cserial_settings settings);
/// The speed that is really set.
int cserial_baud(int descriptor, uint32_t *baud);
/// Drops what was received and not read yet.
int cserial_drop_input(int descriptor);
/// Drops what was written and not sent yet.
int cserial_drop_output(int descriptor);
/// Asks the driver not to collect bytes before it hands them on. -ENOTTY where a driver has no such thing.
int cserial_low_latency(int descriptor);
/// Sets lines (an or of CSERIAL_DTR and CSERIAL_RTS) on or off.
int cserial_set_lines(int descriptor, int lines, bool on);
/// An or of cserial_line values.
int cserial_lines(int descriptor);
/// Bytes the kernel has not sent yet.
int cserial_unsent(int descriptor);
/// A new pseudo-terminal: gives the master's descriptor, non-blocking, and the path of its other end.
int cserial_open_pseudo_terminal(char *path, size_t size);
/// An exclusive lock on a whole file that the kernel lifts when its holder dies. -EBUSY when another has it.
int cserial_lock_file(int descriptor);

#endif
