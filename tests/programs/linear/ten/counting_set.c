/* SPDX-License-Identifier: MIT */
/* counting_set: a set of small numbers that knows how many it has, in one word:
 * bits, and above them their number.  Broken: 1 the number is in a word of its
 * own, 2 add stores where it has to compare and swap, 3 size counts what it
 * sees bit by bit.
 *
 * args: 'add(1), remove(2) | size'
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
	VALUES = 8,
	ONE = 1 << VALUES
};

static atomic_uint all, count;

static struct scarp_value change(long long value, int there, unsigned by)
{
	unsigned bit = 1u << value, is = atomic_load(&all);

	for (;;) {
		if (((is & bit) != 0) == there)
			return SCARP_TRUTH(0);
		if (BROKEN == 2 && there)
			atomic_store(&all, (is ^ bit) + by);
		else if (!atomic_compare_exchange_strong(
				 &all, &is, (is ^ bit) + by))
			continue;
		if (BROKEN == 1)
			atomic_fetch_add(&count, by);
		return SCARP_TRUTH(1);
	}
}

static struct scarp_value add(void *object, const long long *argument)
{
	return change(argument[0], 1, ONE);
}

static struct scarp_value take_out(void *object, const long long *argument)
{
	return change(argument[0], 0, -(unsigned)ONE);
}

static struct scarp_value size(void *object, const long long *argument)
{
	unsigned n = 0;

	if (BROKEN == 1)
		return SCARP_NUMBER(atomic_load(&count) / ONE);
	if (BROKEN != 3)
		return SCARP_NUMBER(atomic_load(&all) / ONE);
	for (unsigned i = 0; i < VALUES; i++)
		n += (atomic_load(&all) >> i) & 1;
	return SCARP_NUMBER(n);
}

/* It begins with 2. */
static void *begin(void)
{
	static const long long two[] = {2};

	scarp_specification(&all, "counting-set");
	SCARP_OPERATION(
		&all, "add", add(&all, two), (SCARP_NUMBER(2)), SCARP_TRUTH(1));
	return &all;
}

static const struct scarp_values values = {SCARP_LISTED, 2, {1, 2}};

static const struct scarp_action actions[] = {
	{"add", add, {&values}, 0},
	{"remove", take_out, {&values}, 0},
	{"size", size, {NULL}, 0},
	{NULL, NULL, {NULL}, 0},
};

static const struct scarp_clients set = {NULL, begin, NULL, actions, 0};

SCARP_CLIENTS(set)
