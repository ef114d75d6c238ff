/* SPDX-License-Identifier: MIT */
/* types.h - objects of the futex library: words that the kernel waits on */
#ifndef MACRO_TYPES_H
#define MACRO_TYPES_H

#include <stdatomic.h>
#include <stdint.h>

struct mutex {
	_Atomic uint32_t word;
};

struct cond {
	_Atomic uint32_t turn; /* of signals; a waiter waits for the next */
};

struct sema {
	struct mutex lock;
	struct cond more;
	int count;
};

struct rwlock {
	_Atomic uint32_t word; /* readers, or WRITER */
};

#endif
