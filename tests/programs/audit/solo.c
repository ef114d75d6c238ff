/* SPDX-License-Identifier: MIT */
/* solo: of what a thread does on trial, alone, nothing remains
 *
 * T1 sets `ready`; T2 looks for that, and where it is not set does what the
 * argument says.  The first execution, the only one here, goes on with whoever
 * runs and then with the lowest number: T1 is over when T2 begins.  On trial
 * alone, where SCARP_SOLO lets T2 go before T1, `ready` is not set.  So this
 * execution has no bug, no race, no output but its own, no caveat of what the
 * argument says, no file is made, and the search does not begin again.  What T2
 * adds it adds once: 1 to each of 5.
 *
 * The late thread is the fourth of the execution, T3, though T2 makes one on
 * trial; that it fails shows its number.  T1 makes twenty steps where more
 * marks are to stand than there is room for.  More memory than the log may hold
 * is changed on trial alone.  To the end it is two traces: `ready` is read
 * before it is set, or behind.  In all orders T2's one step stands before one
 * of T1's 22, or before or behind main's join of T1: 24.  (Natively T2 may come
 * first and do anything: no run.)
 *
 * env: SCARP_SOLO=1,40
 * native: 0
 *
 * check: --exhaustive --reduce none --max-executions 1
 * args: assert
 * verdict: partial
 * holes: budget
 * executions: 1
 * last_round: 1
 * bugs: 0
 * races: none
 * states: first,sum=5
 *
 * check: --exhaustive --reduce none --max-executions 1
 * args: null
 * verdict: partial
 * holes: budget
 * executions: 1
 * last_round: 1
 * bugs: 0
 * races: none
 * states: first,sum=5
 *
 * check: --exhaustive --reduce none --max-executions 1
 * args: exit
 * verdict: partial
 * holes: budget
 * executions: 1
 * last_round: 1
 * bugs: 0
 * races: none
 * states: first,sum=5
 *
 * check: --exhaustive --reduce none --max-executions 1
 * args: loop
 * verdict: partial
 * holes: budget
 * executions: 1
 * last_round: 1
 * bugs: 0
 * races: none
 * states: first,sum=5
 *
 * check: --exhaustive --reduce none --max-executions 1
 * args: deadlock
 * verdict: partial
 * holes: budget
 * executions: 1
 * last_round: 1
 * bugs: 0
 * races: none
 * states: first,sum=5
 *
 * check: --exhaustive --reduce none --max-executions 1
 * args: unlock
 * verdict: partial
 * holes: budget
 * executions: 1
 * last_round: 1
 * bugs: 0
 * races: none
 * states: first,sum=5
 *
 * check: --exhaustive --reduce none --max-executions 1
 * args: race
 * verdict: partial
 * holes: budget
 * executions: 1
 * last_round: 1
 * bugs: 0
 * races: none
 * states: first,sum=5
 *
 * check: --exhaustive --reduce none --max-executions 1
 * args: print
 * verdict: partial
 * holes: budget
 * executions: 1
 * last_round: 1
 * bugs: 0
 * races: none
 * states: first,sum=5
 *
 * check: --exhaustive --reduce none --max-executions 1
 * args: time
 * verdict: partial
 * holes: budget
 * executions: 1
 * last_round: 1
 * bugs: 0
 * races: none
 * states: first,sum=5
 *
 * check: --exhaustive --reduce none --max-executions 1
 * args: heap
 * verdict: partial
 * holes: budget
 * executions: 1
 * last_round: 1
 * bugs: 0
 * races: none
 * states: first,sum=5
 * silent: freed memory is not handed out again
 *
 * check: --exhaustive --reduce none --max-executions 1
 * args: kill
 * verdict: partial
 * holes: budget
 * executions: 1
 * last_round: 1
 * bugs: 0
 * races: none
 * states: first,sum=5
 *
 * check: --exhaustive --reduce none --max-executions 1
 * args: rounding
 * verdict: partial
 * holes: budget
 * executions: 1
 * last_round: 1
 * bugs: 0
 * races: none
 * states: first,sum=5
 *
 * check: --exhaustive --reduce none --max-executions 1
 * args: file
 * verdict: partial
 * holes: budget
 * executions: 1
 * last_round: 1
 * bugs: 0
 * races: none
 * states: first,sum=5
 *
 * check: --exhaustive --reduce none --max-executions 1
 * env: SCARP_SOLO=1,40 SCARP_LOG_LIMIT=1048576
 * args: large
 * verdict: partial
 * executions: 1
 * states: first,sum=5
 *
 * check: --strategy random --max-executions 12
 * args: long
 * verdict: partial
 * exit: 0
 * executions: 12
 * states: first,sum=5
 *
 * check: --exhaustive --reduce none --max-executions 1 --shrink 0
 * args: create
 * verdict: bug assertion
 * executions: 1
 * says: thread T3
 *
 * check: --exhaustive --reduce none
 * args: long
 * verdict: verified
 * executions: 24
 * races: none
 * states: first,sum=5
 *
 * check: --exhaustive --reduce optimal
 * args: nothing
 * verdict: verified
 * last_round: 2
 * states: first,sum=5
 */
#include "test.h"

#include <fcntl.h>
#include <signal.h>
#include <xmmintrin.h>

enum {
	LARGE = 2 << 20
};

extern atomic_int never;
atomic_int never; /* for all that compilers know, others set it */
static atomic_int ready;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *what;
static int raced, global, *heap, *on_stack;
static __thread int mine;
static pthread_t a;
static char large[LARGE];

static bool is(const char *word)
{
	return strcmp(what, word) == 0;
}

static void *late(void *unused)
{
	assert(!is("create"));
	return unused;
}

static void end_badly(void)
{
	if (is("assert"))
		assert(ready);
	if (is("null"))
		*(volatile int *)0 = 1;
	if (is("exit"))
		exit(3);
	while (is("loop") && !never)
		;
	if (is("deadlock")) {
		pthread_mutex_lock(&lock);
		pthread_mutex_lock(&lock);
	}
	if (is("unlock"))
		pthread_mutex_unlock(&lock);
}

static void leave_traces(void)
{
	static const struct timespec second = {1, 0};

	if (is("race"))
		raced = 2;
	if (is("print"))
		printf("on trial\n");
	if (is("time"))
		nanosleep(&second, NULL);
	if (is("heap")) {
		free(malloc(32));
		free(malloc(32));
	}
	if (is("kill"))
		pthread_kill(a, 0);
	if (is("rounding"))
		_MM_SET_ROUNDING_MODE(_MM_ROUND_UP);
	if (is("file"))
		close(open("solo.made", O_CREAT | O_WRONLY, 0600));
	if (is("large"))
		memset(large, 'e', sizeof large);
	if (is("create"))
		pthread_detach(start(late, NULL));
}

static void *first(void *unused)
{
	for (int i = 0; is("long") && i < 20; i++)
		never = 0;
	printf("first,");
	raced = 1;
	ready = 1;
	return unused;
}

static void *second(void *unused)
{
	if (!ready) {
		end_badly();
		leave_traces();
	}
	global++;
	++*heap;
	++*on_stack;
	mine++;
	errno++;
	*on_stack += mine + errno;
	return unused;
}

int main(int argc, char **argv)
{
	struct timespec begin, end;
	int local = 0;
	pthread_t b;

	what = argc > 1 ? argv[1] : "nothing";
	clock_gettime(CLOCK_MONOTONIC, &begin);
	heap = calloc(1, sizeof *heap);
	on_stack = &local;
	a = start(first, NULL);
	b = start(second, NULL);
	finish(a);
	finish(b);
	finish(start(late, NULL));
	clock_gettime(CLOCK_MONOTONIC, &end);
	local += end.tv_sec > begin.tv_sec;
	local += raced - 1;
	local += open("solo.made", O_RDONLY) >= 0;
	printf("sum=%d\n", global + *heap + local);
	free(heap);
	return 0;
}
