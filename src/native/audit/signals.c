/* SPDX-License-Identifier: MIT */
/* signals.c - what the kernel keeps of signals
 *
 * The test's own dispositions and masks are kept by the runtime and never reach
 * the kernel (posix/signal.c).  What the kernel has must stay.
 */
#include "native/audit/part.h"
#include "native/raw.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

enum {
	SIGNALS = 64
};

/* As the kernel has it, not the C library. */
struct action {
	void *handler;
	unsigned long flags;
	void *restorer;
	uint64_t mask;
};

struct signals {
	struct action action[SIGNALS + 1];
	uint64_t mask;
	stack_t stack;
};
static struct signals then, now;

static void list(struct signals *s)
{
	memset(s, 0, sizeof *s);
	for (int i = 1; i <= SIGNALS; i++)
		raw_syscall6(SYS_rt_sigaction, i, 0, (long)&s->action[i],
			sizeof s->mask, 0, 0);
	raw_syscall6(SYS_rt_sigprocmask, SIG_BLOCK, 0, (long)&s->mask,
		sizeof s->mask, 0, 0);
	raw_syscall(SYS_sigaltstack, 0, (long)&s->stack);
}

static void keep(void)
{
	list(&then);
}

static bool clean(char *text, size_t n)
{
	list(&now);
	for (int i = 1; i <= SIGNALS; i++) {
		const char *name = sigabbrev_np(i);

		if (memcmp(&then.action[i], &now.action[i],
			    sizeof then.action[i]) == 0)
			continue;
		snprintf(text, n, "the disposition of signal %d%s%s", i,
			name ? ", SIG" : "", name ? name : "");
		return false;
	}
	if (then.mask != now.mask)
		snprintf(text, n, "the signal mask, 0x%llx, which was 0x%llx",
			(unsigned long long)now.mask,
			(unsigned long long)then.mask);
	else if (then.stack.ss_sp != now.stack.ss_sp ||
		 then.stack.ss_size != now.stack.ss_size)
		snprintf(text, n, "the alternate signal stack");
	else
		return true;
	return false;
}

const struct audit_part audit_signals = {keep, clean};
