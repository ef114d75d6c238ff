/* SPDX-License-Identifier: MIT */
/* search_shared: a tree, a table and an array of the C library that three
 * threads share under a lock
 *
 * 3! orders of the critical sections.  The tree has its keys in order, the
 * array as they came, and the table whoever was the first.
 *
 * check: --exhaustive
 * verdict: verified
 * states: 123:123:1 123:132:1 123:213:2 123:231:2 123:312:3 123:321:3
 * executions: 6
 * races: none
 * native: sc
 */
#include "test.h"

#include <search.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int key[3] = {1, 2, 3}, array[3];
static size_t in_array;
static void *root;

static int by_value(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static void *add(void *k)
{
	ENTRY item = {(char *)"first", k};

	pthread_mutex_lock(&lock);
	assert(tsearch(k, &root, by_value));
	assert(lsearch(k, array, &in_array, sizeof *array, by_value));
	assert(hsearch(item, ENTER));
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void say(const void *node, VISIT order, int depth)
{
	(void)depth;
	if (order == postorder || order == leaf)
		printf("%d", **(int *const *)node);
}

static void nothing(void *unused)
{
	(void)unused;
}

int main(void)
{
	ENTRY item = {(char *)"first", NULL};
	pthread_t t[3];

	assert(hcreate(4));
	for (int i = 0; i < 3; i++)
		t[i] = start(add, &key[i]);
	for (int i = 0; i < 3; i++)
		finish(t[i]);
	twalk(root, say);
	printf(":%d%d%d", array[0], array[1], array[2]);
	printf(":%d\n", *(int *)hsearch(item, FIND)->data);
	tdelete(&key[1], &root, by_value);
	assert(!tfind(&key[1], &root, by_value));
	tdestroy(root, nothing);
	hdestroy();
	return 0;
}
