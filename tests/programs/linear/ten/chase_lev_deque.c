/* SPDX-License-Identifier: MIT */
/* chase_lev_deque: a deque after Chase and Lev: its owner pushes and pops at
 * the bottom, others steal from the top.  Broken: 1 pop's store of the bottom
 * may be late (wrong under tso alone), 2 pop takes the last value without
 * asking, 3 steal does.
 *
 * args: 'pop, push(1) | steal, steal'
 * check: --exhaustive
 * verdict: verified
 * check: --exhaustive --model tso
 * verdict: verified
 */
#include <scarp/clients.h>
#include <stdatomic.h>

#ifndef BROKEN
#define BROKEN 0
#endif

enum {
	ROOM = 64
};

static atomic_long top, bottom;
static _Atomic long long item[ROOM];

static struct scarp_value push(void *object, const long long *argument)
{
	long b = atomic_load_explicit(&bottom, memory_order_relaxed);

	atomic_store_explicit(
		&item[b % ROOM], argument[0], memory_order_relaxed);
	atomic_store(&bottom, b + 1);
	return SCARP_NOTHING;
}

static struct scarp_value pop(void *object, const long long *argument)
{
	long b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1, t;
	long long value;
	int mine = 1;

	atomic_store_explicit(&bottom, b,
		BROKEN == 1 ? memory_order_release : memory_order_seq_cst);
	t = atomic_load(&top);
	if (t > b) {
		atomic_store(&bottom, b + 1);
		return SCARP_EMPTY;
	}
	value = atomic_load_explicit(&item[b % ROOM], memory_order_relaxed);
	if (t < b)
		return SCARP_NUMBER(value);
	if (BROKEN != 2)
		mine = atomic_compare_exchange_strong(&top, &t, t + 1);
	atomic_store(&bottom, b + 1);
	if (BROKEN == 2)
		atomic_store(&top, b + 1);
	return mine ? SCARP_NUMBER(value) : SCARP_EMPTY;
}

static struct scarp_value steal(void *object, const long long *argument)
{
	for (;;) {
		long t = atomic_load(&top), b = atomic_load(&bottom);
		long long value;

		if (t >= b)
			return SCARP_EMPTY;
		value = atomic_load_explicit(
			&item[t % ROOM], memory_order_relaxed);
		if (BROKEN == 3)
			atomic_store(&top, t + 1);
		else if (!atomic_compare_exchange_strong(&top, &t, t + 1))
			continue;
		return SCARP_NUMBER(value);
	}
}

/* It begins with two values. */
static void *begin(void)
{
	static const long long value[] = {101, 102};

	scarp_specification(item, "deque");
	for (int i = 0; i < 2; i++)
		SCARP_OPERATION(item, "push", push(item, &value[i]),
			(SCARP_NUMBER(value[i])), SCARP_NOTHING);
	return item;
}

static const struct scarp_action actions[] = {
	{"push", push, {&scarp_fresh}, 1},
	{"pop", pop, {NULL}, 1},
	{"steal", steal, {NULL}, 0},
	{NULL, NULL, {NULL}, 0},
};

static const struct scarp_clients deque = {NULL, begin, NULL, actions, 0};

SCARP_CLIENTS(deque)
