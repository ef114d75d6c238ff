/* SPDX-License-Identifier: MIT */
/* named.h - was a function called by its name, or by a pointer to it? */
#ifndef NATIVE_NAMED_H
#define NATIVE_NAMED_H

#include <stdbool.h>
#include <stdint.h>

/* The call that returns to pc goes to `target` by way of one of the loader's
 * slots: the code there names it.  False: by a pointer, as far as it can be
 * seen.  A few instructions. */
bool called_by_name(uint64_t pc, uint64_t target);

#endif
