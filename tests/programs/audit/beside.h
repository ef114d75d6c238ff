/* SPDX-License-Identifier: MIT */
/* beside.h - main does, beside a thread that adds, what the includer says: most
 * by a system call past every table. */
#ifndef BESIDE_H
#define BESIDE_H

#include "raw.h"
#include "test.h"

static long leaves_behind(void);

static atomic_int x;

static void *work(void *unused)
{
	atomic_fetch_add(&x, 1);
	return NULL;
}

int main(void)
{
	pthread_t t = start(work, NULL);
	long seen;

	atomic_fetch_add(&x, 1);
	seen = leaves_behind();
	finish(t);
	printf("%ld\n", seen);
	return 0;
}

#endif
