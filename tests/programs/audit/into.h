/* SPDX-License-Identifier: MIT */
/* into.h - T1 adds and then stores 1 where `place` says, announced by nobody;
 * T2 adds; main joins both and prints what T1 had found there. */
#ifndef INTO_H
#define INTO_H

#include "test.h"

static atomic_int x;

static void *work(void *arg)
{
	int *place = arg, before = *place;

	atomic_fetch_add(&x, 1);
	__asm__ volatile("movl $1, (%0)" : : "r"(place) : "memory");
	return (void *)(intptr_t)before;
}

static void *other(void *unused)
{
	atomic_fetch_add(&x, 1);
	return NULL;
}

static int stores_into(int *place)
{
	pthread_t t = start(work, place), u = start(other, NULL);
	int before;

	before = (int)(intptr_t)finish(t);
	finish(u);
	printf("%d\n", before);
	return 0;
}

#endif
