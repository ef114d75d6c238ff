/* SPDX-License-Identifier: MIT */
/* names.h - which names are not as the disk has them; tree.h has all else */
#ifndef NATIVE_KERNEL_NAMES_H
#define NATIVE_KERNEL_NAMES_H

#include <stdbool.h>
#include <stdint.h>

struct named {
	uint32_t node; /* content number plus one; 0: nothing is there */
	bool fresh;    /* a folder of ours: the disk has nothing in it */
};

/* One after the other, from *at on, which is 0 at first; NULL: no more. */
const char *names_next(uint32_t *at, struct named *out);
/* Is this one?  What it stands for. */
bool names_have(const char *path, struct named *out);

#endif
