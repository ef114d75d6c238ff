/* SPDX-License-Identifier: MIT */
/* Races without a failure: on a local of main, on a member of a block. */
#include <pthread.h>
#include <stdlib.h>

struct tally {
	long unused[10];
	int hits;
	int misses;
};

struct work {
	struct tally *tally;
	int *left;
};

static void *run(void *arg)
{
	struct work *w = arg;

	w->tally->misses++;
	(*w->left)--;
	return NULL;
}

int main(void)
{
	struct work w = {calloc(1, sizeof(struct tally)), NULL};
	int unused[4] = {0}, left = 2;
	pthread_t a, b;

	w.left = &left;
	pthread_create(&a, NULL, run, &w);
	pthread_create(&b, NULL, run, &w);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	free(w.tally);
	return unused[0];
}
