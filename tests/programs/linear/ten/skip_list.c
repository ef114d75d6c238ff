/* SPDX-License-Identifier: MIT */
/* skip_list: a set as a sorted list with a second one of its odd keys above,
 * one lock for all changes, and contains without it.  Broken: 1 add does not
 * lock, 2 remove looks for its place before it locks, 3 add looks whether the
 * key is there before it locks.
 *
 * args: 'contains(2) | add(2), remove(1)'
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
	LEVELS = 2
};

struct node {
	long long key;
	_Atomic(struct node *) next[LEVELS];
};

static struct node first;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* What comes before the key on each level; what is there, if it is the key. */
static struct node *find(long long key, struct node *before[LEVELS])
{
	struct node *at = &first, *n = NULL;

	for (int level = LEVELS - 1; level >= 0; level--) {
		while ((n = atomic_load(&at->next[level])) && n->key < key)
			at = n;
		before[level] = at;
	}
	return n && n->key == key ? n : NULL;
}

static int levels(long long key)
{
	return key % 2 ? LEVELS : 1;
}

static void insert(long long key, struct node *before[LEVELS])
{
	struct node *n = calloc(1, sizeof *n);

	n->key = key;
	for (int level = 0; level < levels(key); level++) {
		n->next[level] = atomic_load(&before[level]->next[level]);
		atomic_store(&before[level]->next[level], n);
	}
}

static struct scarp_value add(void *object, const long long *argument)
{
	struct node *before[LEVELS];
	int there = 0;

	if (BROKEN == 3)
		there = find(argument[0], before) != NULL;
	if (BROKEN != 1)
		pthread_mutex_lock(&lock);
	if (BROKEN == 3)
		find(argument[0], before);
	else
		there = find(argument[0], before) != NULL;
	if (!there)
		insert(argument[0], before);
	if (BROKEN != 1)
		pthread_mutex_unlock(&lock);
	return SCARP_TRUTH(!there);
}

static struct scarp_value take_out(void *object, const long long *argument)
{
	struct node *before[LEVELS], *n = NULL;

	if (BROKEN == 2)
		n = find(argument[0], before);
	pthread_mutex_lock(&lock);
	if (BROKEN != 2)
		n = find(argument[0], before);
	for (int level = levels(argument[0]) - 1; n && level >= 0; level--)
		atomic_store(&before[level]->next[level],
			atomic_load(&n->next[level]));
	pthread_mutex_unlock(&lock);
	return SCARP_TRUTH(n != NULL);
}

static struct scarp_value contains(void *object, const long long *argument)
{
	struct node *before[LEVELS];

	return SCARP_TRUTH(find(argument[0], before) != NULL);
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
