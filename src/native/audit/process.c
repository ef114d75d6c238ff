/* SPDX-License-Identifier: MIT */
/* process.c - working directory, umask and resource limits */
#include "native/audit/part.h"
#include "native/raw.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

struct process {
	char cwd[4096];
	unsigned umask;
	struct rlimit limit[RLIM_NLIMITS];
};
static struct process then, now;

static const char *const limit_name[RLIM_NLIMITS] = {
	[RLIMIT_CPU] = "CPU",
	[RLIMIT_FSIZE] = "FSIZE",
	[RLIMIT_DATA] = "DATA",
	[RLIMIT_STACK] = "STACK",
	[RLIMIT_CORE] = "CORE",
	[RLIMIT_RSS] = "RSS",
	[RLIMIT_NPROC] = "NPROC",
	[RLIMIT_NOFILE] = "NOFILE",
	[RLIMIT_MEMLOCK] = "MEMLOCK",
	[RLIMIT_AS] = "AS",
	[RLIMIT_LOCKS] = "LOCKS",
	[RLIMIT_SIGPENDING] = "SIGPENDING",
	[RLIMIT_MSGQUEUE] = "MSGQUEUE",
	[RLIMIT_NICE] = "NICE",
	[RLIMIT_RTPRIO] = "RTPRIO",
	[RLIMIT_RTTIME] = "RTTIME",
};

static void list(struct process *p)
{
	memset(p, 0, sizeof *p);
	raw_syscall(SYS_getcwd, (long)p->cwd, sizeof p->cwd);
	/* Nobody else is there to see it in between. */
	p->umask = (unsigned)raw_syscall(SYS_umask, 0, 0);
	raw_syscall(SYS_umask, (long)p->umask, 0);
	for (int i = 0; i < RLIM_NLIMITS; i++)
		raw_syscall6(SYS_prlimit64, 0, i, 0, (long)&p->limit[i], 0, 0);
}

static void keep(void)
{
	list(&then);
}

static bool clean(char *text, size_t n)
{
	list(&now);
	if (strcmp(then.cwd, now.cwd) != 0) {
		snprintf(text, n, "the working directory, now '%.200s'",
			now.cwd);
		return false;
	}
	if (then.umask != now.umask) {
		snprintf(text, n, "the umask, 0%o, which was 0%o", now.umask,
			then.umask);
		return false;
	}
	for (int i = 0; i < RLIM_NLIMITS; i++)
		if (memcmp(&then.limit[i], &now.limit[i],
			    sizeof then.limit[i]) != 0) {
			snprintf(text, n, "the limit RLIMIT_%s",
				limit_name[i] ? limit_name[i] : "?");
			return false;
		}
	return true;
}

const struct audit_part audit_process = {keep, clean};
