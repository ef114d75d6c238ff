/* SPDX-License-Identifier: MIT */
/* snapshot: each thread adds to a cell of its own, and read adds up the cells
 * of one moment: it looks at all of them until twice there is the same.  So it
 * is a counter.  Broken: 1 read looks once, 2 add's store may be late (wrong
 * under tso alone), 3 read compares the first cell alone.
 *
 * args: 'add(1), read | add(2)'
 * check: --exhaustive
 * verdict: verified
 * check: --exhaustive --model tso
 * verdict: verified
 */
#include <scarp/clients.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef BROKEN
#define BROKEN 0
#endif

enum {
	CELLS = 3,
	CHANGE = 1 << 16 /* how often it was changed, above the value */
};

static _Atomic uint32_t cell[CELLS];

static struct scarp_value add(void *object, const long long *argument)
{
	_Atomic uint32_t *own = &cell[scarp_client_thread()];
	uint32_t is = atomic_load_explicit(own, memory_order_relaxed);

	atomic_store_explicit(own, is + CHANGE + (uint32_t)argument[0],
		BROKEN == 2 ? memory_order_release : memory_order_seq_cst);
	return SCARP_NOTHING;
}

static void look(uint32_t *at)
{
	for (int i = 0; i < CELLS; i++)
		at[i] = atomic_load(&cell[i]);
}

static int same(const uint32_t *a, const uint32_t *b)
{
	for (int i = 0; i < (BROKEN == 3 ? 1 : CELLS); i++)
		if (a[i] != b[i])
			return 0;
	return 1;
}

static struct scarp_value read_all(void *object, const long long *argument)
{
	uint32_t a[CELLS], b[CELLS], sum = 0;

	look(b);
	if (BROKEN != 1)
		do {
			memcpy(a, b, sizeof a);
			look(b);
		} while (!same(a, b));
	for (int i = 0; i < CELLS; i++)
		sum += b[i] % CHANGE;
	return SCARP_NUMBER(sum);
}

static const struct scarp_values amounts = {SCARP_LISTED, 2, {1, 2}};

static const struct scarp_action actions[] = {
	{"add", add, {&amounts}, 0},
	{"read", read_all, {NULL}, 0},
	{NULL, NULL, {NULL}, 0},
};

static const struct scarp_clients counter = {"counter", NULL, NULL, actions, 1};

SCARP_CLIENTS(counter)
