/* SPDX-License-Identifier: MIT */
/* awaited: a signal to the process, which its sender lets in and another thread
 * awaits. Who has it depends on whether that thread has come to wait
 *
 * Printed: the sender's handler (h) or the waiter (w) has it, or both threads
 * had one of two (hw).  The second is sent to who waits alone.  By hand: the
 * first goes to either, if both could take it, else to the handler.
 *
 * check: --exhaustive
 * verdict: verified
 * states: hw w
 *
 * check: --exhaustive --reduce source
 * verdict: verified
 * states: hw w
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * states: hw w
 */
#include "test.h"

#include <signal.h>

static atomic_int handled, looked;
static sigset_t set;

static void handle(int number)
{
	atomic_store(&handled, 1);
}

static void *waits(void *unused)
{
	int number;

	pthread_sigmask(SIG_BLOCK, &set, NULL);
	atomic_store(&looked, 1);
	assert(sigwait(&set, &number) == 0 && number == SIGUSR1);
	return NULL;
}

int main(void)
{
	pthread_t t;
	int first;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	signal(SIGUSR1, handle);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	t = start(waits, NULL);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	assert(kill(getpid(), SIGUSR1) == 0);
	first = atomic_load(&handled);
	pthread_kill(t, SIGUSR1);
	finish(t);
	puts(first || atomic_load(&handled) ? "hw" : "w");
	return 0;
}
