/* SPDX-License-Identifier: MIT */
/* hash_table: a map with a lock for each bucket, and reads without one.
 * Broken: 1 get looks at the value twice, and a remove may come between, 2
 * remove does not lock, 3 put takes the bucket apart, and a read meanwhile
 * finds nothing.
 *
 * args: 'get(1) | put(3,1), remove(1)'
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
	BUCKETS = 2
};

struct node {
	long long key;
	_Atomic long long value; /* 0: it was removed */
	_Atomic(struct node *) next;
};

static struct bucket {
	pthread_mutex_t lock;
	_Atomic(struct node *) first;
} bucket[BUCKETS] = {
	{PTHREAD_MUTEX_INITIALIZER, NULL}, {PTHREAD_MUTEX_INITIALIZER, NULL}};

static struct bucket *of(long long key)
{
	return &bucket[key % BUCKETS];
}

static struct node *find(long long key)
{
	struct node *n = atomic_load(&of(key)->first);

	while (n && n->key != key)
		n = atomic_load(&n->next);
	return n;
}

static void insert(const long long *argument)
{
	struct bucket *b = of(argument[0]);
	struct node *n = malloc(sizeof *n), *old = atomic_load(&b->first);

	n->key = argument[0];
	atomic_init(&n->value, argument[1]);
	atomic_init(&n->next, old);
	if (BROKEN == 3 && old) {
		atomic_init(&n->next, NULL);
		atomic_store(&b->first, n);
		atomic_store(&n->next, old);
	} else {
		atomic_store(&b->first, n);
	}
}

static struct scarp_value put(void *object, const long long *argument)
{
	struct bucket *b = of(argument[0]);
	struct node *n;

	pthread_mutex_lock(&b->lock);
	n = find(argument[0]);
	if (n)
		atomic_store(&n->value, argument[1]);
	else
		insert(argument);
	pthread_mutex_unlock(&b->lock);
	return SCARP_NOTHING;
}

static struct scarp_value get(void *object, const long long *argument)
{
	struct node *n = find(argument[0]);
	long long value = n ? atomic_load(&n->value) : 0;

	if (BROKEN == 1 && value)
		value = atomic_load(&n->value);
	else if (!value)
		return SCARP_EMPTY;
	return SCARP_NUMBER(value);
}

static struct scarp_value take_out(void *object, const long long *argument)
{
	struct bucket *b = of(argument[0]);
	struct node *n;
	int there;

	if (BROKEN != 2)
		pthread_mutex_lock(&b->lock);
	n = find(argument[0]);
	there = n && atomic_load(&n->value);
	if (there)
		atomic_store(&n->value, 0);
	if (BROKEN != 2)
		pthread_mutex_unlock(&b->lock);
	return SCARP_TRUTH(there);
}

/* It has the key 1; when all is over somebody takes out both. */
static void *begin(void)
{
	static const long long one[] = {1, 101};

	scarp_specification(bucket, "map");
	SCARP_OPERATION(bucket, "put", put(bucket, one),
		(SCARP_NUMBER(1), SCARP_NUMBER(101)), SCARP_NOTHING);
	return bucket;
}

static void end(void *object)
{
	struct scarp_value is;

	for (long long key[] = {1}; key[0] <= 3; key[0] += 2) {
		SCARP_OPERATION(object, "remove", is = take_out(object, key),
			(SCARP_NUMBER(key[0])), is);
		SCARP_OPERATION(object, "get", is = get(object, key),
			(SCARP_NUMBER(key[0])), is);
	}
}

static const struct scarp_values keys = {SCARP_LISTED, 2, {1, 3}};

static const struct scarp_action actions[] = {
	{"put", put, {&keys, &scarp_fresh}, 0},
	{"get", get, {&keys}, 0},
	{"remove", take_out, {&keys}, 0},
	{NULL, NULL, {NULL}, 0},
};

static const struct scarp_clients map = {NULL, begin, end, actions, 0};

SCARP_CLIENTS(map)
