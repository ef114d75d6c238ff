/* SPDX-License-Identifier: MIT */
/* tracing: two threads end the same trace
 *
 * A model of a library that traces threads in a table. Whoever ends the
 * trace looks whether there is a table, and gives it back; two threads do so
 * at once, and one that is stopped behind the look uses what the other one
 * has freed.
 *
 * check:
 * verdict: bug use_after_free double_free crash
 * depth: 1
 * check: --exhaustive
 * flags: -DRIGHT
 * verdict: verified
 */
#include <pthread.h>
#include <stdlib.h>

struct table {
	int *bucket;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct table *table;

static void end_trace(void)
{
	struct table *t = table;

	if (!t)
		return;
	free(t->bucket);
	free(t);
	table = NULL;
}

static void *run(void *unused)
{
	pthread_mutex_lock(&m);
#ifndef RIGHT
	pthread_mutex_unlock(&m);
#endif
	end_trace();
#ifdef RIGHT
	pthread_mutex_unlock(&m);
#endif
	return unused;
}

int main(void)
{
	pthread_t t[2];

	table = malloc(sizeof *table);
	table->bucket = calloc(4, sizeof *table->bucket);
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, run, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
