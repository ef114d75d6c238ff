/* SPDX-License-Identifier: MIT */
/* types.h - objects of the queue library: who waits stands in a row of nodes,
 * which are known by their numbers; 0 is none */
#ifndef MACRO_TYPES_H
#define MACRO_TYPES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct mutex {
	_Atomic uint32_t tail; /* of the row that its holder heads */
	uint32_t holder;
};

/* Under a mutex of the object it is part of. */
struct row {
	uint32_t first, last;
};

struct cond {
	struct mutex guard;
	struct row waiters;
};

struct sema {
	struct mutex guard;
	int count;
	struct row waiters;
};

struct rwlock {
	struct mutex guard;
	int readers;
	bool writer;
	struct row waiting_readers, waiting_writers;
};

#endif
