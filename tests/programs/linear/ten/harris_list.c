/* SPDX-License-Identifier: MIT */
/* harris_list: a set as a sorted list after Harris: what goes is marked in its
 * own link first.  Broken: 1 nothing is marked, so that what is put behind it
 * is lost, 2 add stores its link, 3 remove stores its mark.
 *
 * args: 'remove(1) | add(2), add(1)'
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

struct node {
	long long key;
	_Atomic uintptr_t next; /* lowest bit: it is going */
};

static struct node first;

static struct node *at(uintptr_t link)
{
	return (struct node *)(link & ~(uintptr_t)1);
}

/* The first node with no lesser key, and the link to it; what is going is taken
 * out on the way. */
static struct node *find(long long key, _Atomic uintptr_t **link)
{
again:
	*link = &first.next;
	for (;;) {
		struct node *n = at(atomic_load(*link));
		uintptr_t next, is = (uintptr_t)n;

		if (!n)
			return NULL;
		next = atomic_load(&n->next);
		if (next & 1) {
			if (!atomic_compare_exchange_strong(
				    *link, &is, next & ~(uintptr_t)1))
				goto again;
			continue;
		}
		if (n->key >= key)
			return n;
		*link = &n->next;
	}
}

static struct scarp_value add(void *object, const long long *argument)
{
	struct node *n = NULL;

	for (;;) {
		_Atomic uintptr_t *link;
		struct node *behind = find(argument[0], &link);
		uintptr_t is = (uintptr_t)behind;

		if (behind && behind->key == argument[0])
			return SCARP_TRUTH(0);
		if (!n)
			n = malloc(sizeof *n);
		n->key = argument[0];
		atomic_init(&n->next, is);
		if (BROKEN == 2)
			atomic_store(link, (uintptr_t)n);
		else if (!atomic_compare_exchange_strong(
				 link, &is, (uintptr_t)n))
			continue;
		return SCARP_TRUTH(1);
	}
}

static struct scarp_value take_out(void *object, const long long *argument)
{
	for (;;) {
		_Atomic uintptr_t *link;
		struct node *n = find(argument[0], &link);
		uintptr_t next, is = (uintptr_t)n;

		if (!n || n->key != argument[0])
			return SCARP_TRUTH(0);
		next = atomic_load(&n->next);
		if (next & 1)
			continue;
		if (BROKEN == 1) {
			if (!atomic_compare_exchange_strong(link, &is, next))
				continue;
			return SCARP_TRUTH(1);
		}
		if (BROKEN == 3)
			atomic_store(&n->next, next | 1);
		else if (!atomic_compare_exchange_strong(
				 &n->next, &next, next | 1))
			continue;
		atomic_compare_exchange_strong(link, &is, next);
		return SCARP_TRUTH(1);
	}
}

static struct scarp_value contains(void *object, const long long *argument)
{
	struct node *n = at(atomic_load(&first.next));

	while (n && n->key < argument[0])
		n = at(atomic_load(&n->next));
	return SCARP_TRUTH(
		n && n->key == argument[0] && !(atomic_load(&n->next) & 1));
}

/* It begins with 1, and when all is over somebody looks at both. */
static void *begin(void)
{
	static const long long one[] = {1};

	scarp_specification(&first, "set");
	SCARP_OPERATION(&first, "add", add(&first, one), (SCARP_NUMBER(1)),
		SCARP_TRUTH(1));
	return &first;
}

static void end(void *object)
{
	struct scarp_value is;

	for (long long key[] = {1}; key[0] <= 2; key[0]++)
		SCARP_OPERATION(object, "contains", is = contains(object, key),
			(SCARP_NUMBER(key[0])), is);
}

static const struct scarp_values keys = {SCARP_LISTED, 2, {1, 2}};

static const struct scarp_action actions[] = {
	{"add", add, {&keys}, 0},
	{"remove", take_out, {&keys}, 0},
	{"contains", contains, {&keys}, 0},
	{NULL, NULL, {NULL}, 0},
};

static const struct scarp_clients set = {NULL, begin, end, actions, 0};

SCARP_CLIENTS(set)
