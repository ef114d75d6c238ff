/* SPDX-License-Identifier: MIT */
/* handler_mask: while a handler runs its signal is blocked, and what its action
 * names besides; what was sent meanwhile comes behind it
 *
 * check: --exhaustive
 * verdict: verified
 * native: sc
 */
#include "test.h"

#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static sigjmp_buf back;
static char met[64];
static int sends, left; /* how, and how often */

static void say(const char *word)
{
	strcat(met, word);
}

static bool is_blocked(int number)
{
	sigset_t set;

	assert(sigprocmask(SIG_BLOCK, NULL, &set) == 0);
	return sigismember(&set, number);
}

static void unblock(int number)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, number);
	assert(sigprocmask(SIG_UNBLOCK, &set, NULL) == 0);
}

static void handler(int number)
{
	say(number == SIGUSR1 ? "1(" : "2");
	if (number == SIGUSR2)
		return;
	if (left-- > 0) {
		if (sends == 0)
			raise(SIGUSR1);
		else if (sends == 1)
			kill(getpid(), SIGUSR1);
		else if (sends == 2)
			raise(SIGUSR2);
		else if (sends == 3) {
			raise(SIGUSR1);
			say(is_blocked(SIGUSR1) ? "b" : "f");
			unblock(SIGUSR1); /* it comes here */
			say(is_blocked(SIGUSR1) ? "b" : "u");
		} else {
			say("x");
			siglongjmp(back, 1);
		}
	}
	say(")");
}

static void run(int flags, int also, int how, const char *expected)
{
	struct sigaction a = {.sa_handler = handler, .sa_flags = flags};

	if (also)
		sigaddset(&a.sa_mask, also);
	sends = how;
	left = how == 4 ? 2 : 1;
	met[0] = '\0';
	assert(sigaction(SIGUSR1, &a, NULL) == 0);
	assert(sigaction(SIGUSR2, &a, NULL) == 0);
	if (how == 4) {
		for (volatile int i = 0; i < 2; i++)
			if (sigsetjmp(back, 1) == 0)
				raise(SIGUSR1);
	} else {
		raise(SIGUSR1);
	}
	assert(strcmp(met, expected) == 0);
	assert(!is_blocked(SIGUSR1) && !is_blocked(SIGUSR2));
}

static void all(void)
{
	run(0, 0, 0, "1()1()");
	run(SA_NODEFER, 0, 0, "1(1())");
	run(0, 0, 1, "1()1()");
	run(0, 0, 2, "1(2)");
	run(0, SIGUSR2, 2, "1()2");
	run(0, 0, 3, "1(b1()u)");
	run(0, 0, 4, "1(x1(x");
	/* Left by one that puts nothing back. */
	left = 1;
	sends = 4;
	if (sigsetjmp(back, 0) == 0)
		raise(SIGUSR1);
	assert(is_blocked(SIGUSR1));
}

int main(void)
{
	all();
	return 0;
}
