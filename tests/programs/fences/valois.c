/* SPDX-License-Identifier: MIT */
/* valois: a list in which cells and auxiliary nodes take turns
 *
 * Valois, "Lock-free linked lists using compare-and-swap" (1995).  A cell is
 * put in, or taken out, by one compare-and-swap of the auxiliary node before
 * it. What a new cell says is stored before, relaxed, and the swap waits for
 * that; who takes a cell out stores the way back from it behind the swap, which
 * may be late and helps others alone.  So it needs no fence by any model, and
 * at the end the list has just what was put in and not taken out.
 *
 * Two threads put a cell each in front of one that is there.  Each reads the
 * place and swaps it: who swaps first, and had the other one read it by then?
 * 4 traces, by any model.
 * DELETES  they take two cells out that are neighbours
 * MIXED    one takes out the cell before which the other one puts its own
 *
 * native: prints anything
 *
 * check: --exhaustive
 * verdict: verified
 * executions: 4
 *
 * check: --exhaustive --model tso
 * verdict: verified
 * executions: 4
 *
 * check: --exhaustive
 * flags: -DDELETES
 * verdict: verified
 *
 * check: --exhaustive --model tso
 * flags: -DDELETES
 * verdict: verified
 *
 * check: --exhaustive
 * flags: -DMIXED
 * verdict: verified
 *
 * check: --exhaustive --model tso
 * flags: -DMIXED
 * verdict: verified
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#define LOAD(p) atomic_load_explicit(p, memory_order_relaxed)
#define STORE(p, v) atomic_store_explicit(p, v, memory_order_relaxed)

struct node {
	_Atomic(struct node *) next, back;
	int key; /* 0: auxiliary */
};

/* first, an auxiliary one, cells with one behind each, last */
static struct node first = {.key = -1}, last = {.key = -2}, front;
static struct node cell[3] = {{.key = 1}, {.key = 2}, {.key = 3}};
static struct node behind[3];

struct cursor {
	struct node *before, *auxiliary, *target;
};

static bool swap(_Atomic(struct node *) *at, struct node *from, struct node *to)
{
	return atomic_compare_exchange_strong(at, &from, to);
}

/* Over auxiliary nodes that were left behind each other. */
static void update(struct cursor *c)
{
	struct node *p = c->auxiliary, *n = LOAD(&p->next);

	if (n == c->target)
		return;
	while (n != &last && n->key == 0) {
		(void)swap(&c->before->next, p, n);
		p = n;
		n = LOAD(&p->next);
	}
	c->auxiliary = p;
	c->target = n;
}

static struct cursor find(int key)
{
	struct cursor c = {&first, LOAD(&first.next), NULL};

	update(&c);
	while (c.target != &last && c.target->key != key) {
		c.before = c.target;
		c.auxiliary = LOAD(&c.target->next);
		c.target = NULL;
		update(&c);
	}
	return c;
}

static __attribute__((unused)) void insert(int key, int before)
{
	struct node *q = &cell[key - 1], *a = &behind[key - 1];
	struct cursor c;

	STORE(&q->next, a);
	do {
		c = find(before);
		STORE(&a->next, c.target);
	} while (!swap(&c.auxiliary->next, c.target, q));
}

static __attribute__((unused)) void delete (int key)
{
	struct node *d, *n, *p, *s;
	struct cursor c;
	bool done;

	do {
		c = find(key);
		d = c.target;
		n = LOAD(&d->next);
	} while (!swap(&c.auxiliary->next, d, n));
	STORE(&d->back, c.before); /* BACK */
	for (p = c.before; LOAD(&p->back); p = LOAD(&p->back))
		;
	s = LOAD(&p->next);
	while (LOAD(&n->next) != &last && LOAD(&n->next)->key == 0)
		n = LOAD(&n->next);
	do {
		done = swap(&p->next, s, n);
		if (!done)
			s = LOAD(&p->next);
	} while (!done && !LOAD(&p->back) &&
		 (LOAD(&n->next) == &last || LOAD(&n->next)->key != 0));
}

static void *one(void *unused)
{
#ifdef DELETES
	delete (1);
#else
	insert(1, 3);
#endif
	return unused;
}

static void *two(void *unused)
{
#ifdef DELETES
	delete (2);
#elif defined MIXED
	delete (3);
#else
	insert(2, 3);
#endif
	return unused;
}

/* Bits of the keys. */
static int keys(void)
{
	int all = 0;

	for (struct node *n = LOAD(&first.next); n != &last;
		n = LOAD(&n->next)) {
		assert(!n->key || !(all & 1 << n->key));
		if (n->key)
			all |= 1 << n->key;
	}
	return all;
}

int main(void)
{
	pthread_t t, u;

	STORE(&first.next, &front);
	STORE(&front.next, &last);
#ifdef DELETES
	insert(2, -2);
	insert(1, 2);
#else
	insert(3, -2);
#endif
	pthread_create(&t, NULL, one, NULL);
	pthread_create(&u, NULL, two, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
#ifdef DELETES
	assert(keys() == 0);
#elif defined MIXED
	assert(keys() == 1 << 1);
#else
	assert(keys() == (1 << 1 | 1 << 2 | 1 << 3));
#endif
	return 0;
}
