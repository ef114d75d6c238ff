/* SPDX-License-Identifier: MIT */
/* unstub.h - take the stub library out of a shared library's dependencies */
#ifndef CC_UNSTUB_H
#define CC_UNSTUB_H

#include "base/err.h"

#define STUB_SONAME "libscarp-stub.so"

/* Removes DT_NEEDED entries that name the stub from the ELF file at `path`, in
 * place.  A file that is not ELF (a linker script, say) is left alone. */
int unstub(const char *path, struct err *err);

#endif
