/* SPDX-License-Identifier: MIT */
/* signal_due: signals that waited, let in at once: which handler runs first,
 * what handlers are told; and that abort's handler may leave
 *
 * A handler is interrupted before it begins by what its own mask lets in.
 *
 * check: --exhaustive
 * verdict: verified
 * states: 2112.10,14,15,11,1,12,.-6,0,1.left
 * native: sc
 */
#include "test.h"

#include <setjmp.h>
#include <signal.h>
#include <ucontext.h>

static sigjmp_buf away;

static void say(int number)
{
	printf(number == SIGUSR1 ? "1" : "2");
}

static void name(int number)
{
	printf("%d,", number);
}

static void tell(int number, siginfo_t *info, void *context)
{
	printf("%d,", info->si_code);
	if (info->si_code == SI_USER)
		printf("%d", ((ucontext_t *)context)->uc_stack.ss_size < 1 ||
				     context != NULL);
}

static void leave(int number)
{
	siglongjmp(away, 1);
}

static void both(sigset_t *set)
{
	sigprocmask(SIG_BLOCK, set, NULL);
	raise(SIGUSR2);
	raise(SIGUSR1);
	sigprocmask(SIG_UNBLOCK, set, NULL);
}

int main(void)
{
	static const int all[] = {
		SIGHUP, SIGUSR1, SIGUSR2, SIGALRM, SIGTERM, SIGSEGV};
	struct sigaction action = {.sa_handler = say};
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigaddset(&set, SIGUSR2);
	sigaction(SIGUSR1, &action, NULL);
	sigaction(SIGUSR2, &action, NULL);
	both(&set);
	sigfillset(&action.sa_mask);
	sigaction(SIGUSR1, &action, NULL);
	sigaction(SIGUSR2, &action, NULL);
	both(&set);
	printf(".");
	action.sa_handler = name;
	sigfillset(&set);
	sigprocmask(SIG_BLOCK, &set, NULL);
	for (int i = 0; i < 6; i++)
		sigaction(all[i], &action, NULL);
	kill(getpid(), SIGHUP);
	kill(getpid(), SIGSEGV);
	raise(SIGTERM);
	raise(SIGUSR1);
	kill(getpid(), SIGUSR2);
	raise(SIGALRM);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	printf(".");
	action.sa_sigaction = tell;
	action.sa_flags = SA_SIGINFO;
	sigaction(SIGUSR1, &action, NULL);
	raise(SIGUSR1);
	kill(getpid(), SIGUSR1);
	signal(SIGABRT, leave);
	if (!sigsetjmp(away, 1))
		abort();
	puts(".left");
	return 0;
}
