/* SPDX-License-Identifier: MIT */
/* timeout.c - SO_RCVTIMEO and SO_SNDTIMEO
 *
 * Virtual time: that it is over is an alternative of a call that waits, as with
 * every timeout (native-rules 16).  Linux counts it from when the call begins,
 * and whatever the handler of a signal says, does not begin such a call again
 * (net/core/sock.c, sock_set_timeout; include/net/sock.h, sock_intr_errno).
 */
#include "native/kernel/sock.h"
#include "native/posix/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/time.h>

enum {
	TICK_US = 4000 /* CONFIG_HZ=250: it is told in whole ones */
};

/* SO_RCVTIMEO, SO_SNDTIMEO, in ns; 0: none.  Who waits looks at them alone, and
 * not at what others do to a socket. */
static struct timeouts {
	uint64_t ns[2];
} timeouts[FILES_MAX];

static struct timeouts *of_socket(const struct file *f)
{
	struct timeouts *t = &timeouts[f - files];

	shared_read(t);
	return t;
}

void timeouts_of(const struct file *f, const struct file *other)
{
	struct timeouts *t = of_socket(f), from = {0};

	if (other)
		from = *of_socket(other);
	if (t->ns[0] == from.ns[0] && t->ns[1] == from.ns[1])
		return;
	KEEP(*t);
	*t = from;
}

static uint64_t rounded(const struct timeval *t)
{
	uint64_t us = ((uint64_t)t->tv_usec + TICK_US - 1) / TICK_US * TICK_US;

	return (uint64_t)t->tv_sec * 1000000000 + us * 1000;
}

int timeout_set(int number, struct file *f, bool writes, const void *value,
	socklen_t n, uint64_t pc)
{
	struct timeouts *all = of_socket(f);
	struct timeval t;

	if (n < sizeof t)
		return (int)refuse_call(EINVAL);
	memcpy(&t, value, sizeof t);
	if (t.tv_usec < 0 || t.tv_usec >= 1000000)
		return (int)refuse_call(EDOM);
	if (t.tv_sec < 0)
		unsupported("setsockopt of SO_RCVTIMEO or SO_SNDTIMEO with a "
			    "negative time",
			pc);
	if (t.tv_sec > INT32_MAX) /* nobody lives to see it */
		t = (struct timeval){0};
	if (all->ns[writes] == rounded(&t))
		return 0;
	file_waiting_changes(number, f);
	spin_abandon();
	KEEP(*all);
	all->ns[writes] = rounded(&t);
	return 0;
}

struct timeval timeout_get(const struct file *f, bool writes)
{
	uint64_t ns = of_socket(f)->ns[writes];

	return (struct timeval){(time_t)(ns / 1000000000),
		(suseconds_t)(ns % 1000000000 / 1000)};
}

static uint64_t of_call(int number, bool writes, int flags)
{
	const struct file *f = file_of(number);

	if (!f || f->kind != FILE_SOCKET || f->flags & O_NONBLOCK ||
		flags & MSG_DONTWAIT)
		return 0;
	shared_read(f); /* and not what is in its queues */
	return of_socket(f)->ns[writes];
}

uint64_t timeout_begins(int number, bool writes, int flags, uint64_t pc)
{
	uint64_t now;

	if (!of_call(number, writes, flags))
		return 0;
	now = clock_after(0, pc);
	return now +
	       of_call(number, writes, flags); /* it may be another by now */
}
