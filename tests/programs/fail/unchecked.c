/* SPDX-License-Identifier: MIT */
/* unchecked: memory that is not asked for until a lock is held by another
 * thread
 *
 * Who finds the lock taken puts its item into a list of its own, for which it
 * needs memory; that there may be none was forgotten.  It needs both, another
 * thread that holds the lock and a call that fails.  HOW 1 looks.
 *
 * Of two threads one may meet the other; with reduction none, the same.
 *
 * check: --exhaustive --fail malloc
 * flags: -DHOW=1
 * verdict: verified
 * states: 2 1
 *
 * check: --exhaustive
 * flags: -DHOW=0
 * verdict: verified
 *
 * check: --exhaustive --fail malloc
 * flags: -DHOW=0
 * verdict: bug crash
 * replays: 1
 * says: call malloc: fails, ENOMEM
 *
 * check: --strategy random --max-executions 500 --fail malloc
 * flags: -DHOW=0
 * verdict: bug crash
 *
 * check: --fail malloc
 * flags: -DHOW=0
 * verdict: bug crash
 *
 * check: --fail all
 * flags: -DHOW=1
 * verdict: verified
 */
#include "test.h"

struct item {
	struct item *next;
	int value;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void *work(void *out)
{
	struct item **later = out;

	if (pthread_mutex_trylock(&lock) == 0) {
		done++;
		pthread_mutex_unlock(&lock);
		return NULL;
	}
	*later = malloc(sizeof **later);
#if HOW == 1
	if (!*later)
		return NULL;
#endif
	(*later)->value = 1; /* BUG */
	return NULL;
}

int main(void)
{
	struct item *later[2] = {NULL, NULL};
	pthread_t t;

	if (pthread_create(&t, NULL, work, &later[0]))
		return 0;
	work(&later[1]);
	pthread_join(t, NULL);
	for (int i = 0; i < 2; i++) {
		if (later[i])
			done += later[i]->value;
		free(later[i]);
	}
	assert(done <= 2);
	printf("%d\n", done);
	return 0;
}
