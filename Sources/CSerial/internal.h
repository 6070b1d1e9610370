// SPDX-License-Identifier: Apache-2.0
#ifndef CSERIAL_INTERNAL_H
#define CSERIAL_INTERNAL_H

#include "cserial.h"

#include <errno.h>

/// What an ioctl returned, as this module gives it.
static inline int cserial_result(int result) {
    return result < 0 ? -errno : 0;
}

#endif
