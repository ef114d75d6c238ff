/* SPDX-License-Identifier: MIT */
/* addresses.h - whether a program gets the same addresses in every process
 *
 * scarp starts tests with address randomisation off.  Where that is refused
 * (containers often filter personality()), scarp cc links executables at a
 * fixed address, and scarp check says what still moves.
 */
#ifndef BASE_ADDRESSES_H
#define BASE_ADDRESSES_H

#include <stdbool.h>

/* True when programs started from here cannot have the same addresses each
 * time.  Leaves this process as it was. */
bool addresses_move(void);

#endif
