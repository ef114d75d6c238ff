/* SPDX-License-Identifier: MIT */
/* log_limit: an execution that changes more memory than the undo log may hold
 * goes on in fork mode, wherever that is noticed: at a decision, between two,
 * or before one large range
 *
 * 2 MiB are changed, in words of 8 bytes that take 16 in the log; the limit is
 * 1 MiB in the first runs and far away in the last.  One addition in
 * each thread: 2 executions; 16,384 of main, which is alone then: 1.  A byte of
 * 101 in each place is 0x65656565.
 *
 * check: --exhaustive --reduce none
 * modes: checkpoint restart
 * fallback: fork
 * env: SCARP_LOG_LIMIT=1048576
 * args: words
 * verdict: verified
 * executions: 2
 * states: 262143
 * scope: log_limit
 * says: the undo log is full (an execution changed more memory than
 * says: starting again in fork mode
 *
 * check: --exhaustive --reduce none
 * modes: checkpoint restart
 * fallback: fork
 * env: SCARP_LOG_LIMIT=1048576
 * args: range
 * verdict: verified
 * executions: 2
 * states: 1701143909
 * says: starting again in fork mode
 *
 * check: --exhaustive --reduce none
 * modes: checkpoint restart
 * fallback: fork
 * env: SCARP_LOG_LIMIT=1048576
 * args: steps
 * verdict: verified
 * executions: 1
 * states: 1701143909
 * says: starting again in fork mode
 *
 * check: --exhaustive --reduce none
 * args: words
 * verdict: verified
 * executions: 2
 * states: 262143
 *
 * check: --exhaustive --reduce none
 * args: range
 * verdict: verified
 * executions: 2
 * states: 1701143909
 */
#include "test.h"

static atomic_int x;
enum {
	WORDS = 1 << 18,
	STEP = 16 /* too few for a look between two decisions */
};
static uint64_t word[WORDS];

static void *work(void *unused)
{
	atomic_fetch_add(&x, 1);
	return NULL;
}

int main(int argc, char **argv)
{
	bool alone = argc == 2 && *argv[1] == 's';
	pthread_t t = alone ? pthread_self() : start(work, NULL);

	assert(argc == 2 && word[WORDS - 1] == 0);
	if (*argv[1] == 'w') {
		atomic_fetch_add(&x, 1);
		for (int i = 0; i < WORDS; i++)
			word[i] = (uint64_t)i;
	} else if (*argv[1] == 'r') {
		atomic_fetch_add(&x, 1);
		memset(word, 101, sizeof word);
	} else {
		for (int i = 0; i < WORDS; i += STEP) {
			atomic_fetch_add(&x, 1);
			for (int k = 0; k < STEP; k++)
				word[i + k] = 0x6565656565656565;
		}
	}
	if (!alone)
		finish(t);
	printf("%d\n", (int)word[WORDS - 1]);
	return 0;
}
