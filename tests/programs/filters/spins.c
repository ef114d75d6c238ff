/* SPDX-License-Identifier: MIT */
/* spins: a loop that waits gives way, also where its operations are no decision
 * points; and one that never ends is cut
 *
 * main waits for a flag that the thread sets under a lock of its own: without
 * points nobody has a choice, since the thread comes to its end when it is
 * created.  The other way round, the thread waits for main, which goes on to
 * the join.  The third thread counts its turns, and so changes something in
 * each.
 *
 * check: --strategy dfs --without main --without set
 * verdict: partial
 * holes: filtered
 * exit: 0
 * executions: 1
 * states: done
 * check: --strategy dfs --points thread
 * verdict: partial
 * holes: points_left_out
 * exit: 0
 * states: done
 * check: --strategy dfs --without main --without await
 * args: await
 * verdict: partial
 * holes: filtered
 * exit: 0
 * executions: 1
 * states: done
 * check: --strategy dfs --points thread
 * args: await
 * verdict: partial
 * holes: points_left_out
 * exit: 0
 * states: done
 * check: --strategy dfs --without turns
 * args: turns
 * verdict: error
 * says: too many memory accesses without an operation
 * exit: 5
 * native: hangs it counts for ever
 */
#include "test.h"

static atomic_int flag;

static void *set(void *unused)
{
	pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	atomic_store(&flag, 1);
	return NULL;
}

static void *await(void *unused)
{
	while (!atomic_load(&flag))
		;
	return NULL;
}

static void *turns(void *unused)
{
	for (volatile unsigned n = 0; !atomic_load(&flag); n++)
		;
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t t;

	if (argc > 1 && !strcmp(argv[1], "turns")) {
		finish(start(turns, NULL));
	} else if (argc > 1) {
		t = start(await, NULL);
		atomic_store(&flag, 1);
		finish(t);
	} else {
		t = start(set, NULL);
		while (!atomic_load(&flag))
			;
		finish(t);
	}
	printf("done\n");
	return 0;
}
