/* SPDX-License-Identifier: MIT */
/* types.h - objects of the central library: plain data under one lock */
#ifndef MACRO_TYPES_H
#define MACRO_TYPES_H

struct mutex {
	int held;
	int waiting; /* threads asleep, or about to be */
};

struct cond {
	char address; /* which waiters sleep on */
};

struct sema {
	int count;
	int waiting;
};

struct rwlock {
	int readers;
	int writer;
	int waiting;
};

#endif
