/* SPDX-License-Identifier: MIT */
/* entry.h - what the program does before and behind main
 *
 * linked.c has it where the runtime was linked into the program, preloaded.c
 * where it was loaded beside it.  main_run, of driver.h, is theirs as well.
 */
#ifndef NATIVE_ENTRY_H
#define NATIVE_ENTRY_H

#include <stdbool.h>
#include <stdint.h>

/* The executable's destructors, last first; false: there are none. */
bool entry_destroy(void);
/* Are there any? */
bool entry_destroys(void);

/* Destructors of a program but for crtbegin's own, which would finalise the C
 * library's list.  The linker puts it right behind the entry, with three others
 * of a few instructions, and before all that is the program's. */
static inline bool entry_is_crtbegins(uint64_t destructor, uint64_t entry)
{
	enum {
		BYTES = 0xe0
	};

	return destructor - entry < BYTES;
}

#endif
