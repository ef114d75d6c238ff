/* SPDX-License-Identifier: MIT */
#include "native/threads/early.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "native/fail.h"
#include "native/posix/thread_api.h"
#include "native/rt.h"
#include "native/start.h"
#include "native/threads/thread.h"

enum {
	MOST = 64
};

static struct kept {
	void *(*start)(void *);
	void *arg;
	uint64_t pc;
	size_t stack; /* bytes; 0: not said */
	bool detached;
	bool joined; /* it ran before main; not the last one of them */
} kept[MOST];
static unsigned count;
static bool over;

bool early_here(void)
{
	return !over && getenv(CHANNEL_ENV);
}

void early_over(void)
{
	over = true;
}

int early_create(uint64_t *handle, const pthread_attr_t *attr,
	void *(*start)(void *), void *arg, uint64_t pc)
{
	struct kept *k = &kept[count];
	int detached = PTHREAD_CREATE_JOINABLE;

	if (count == MOST)
		return EAGAIN;
	*k = (struct kept){.start = start, .arg = arg, .pc = pc};
	if (attr) {
		REAL(pthread_attr_getstacksize)(attr, &k->stack);
		REAL(pthread_attr_getdetachstate)(attr, &detached);
	}
	k->detached = detached == PTHREAD_CREATE_DETACHED;
	/* The first threads that main creates have these numbers. */
	*handle = thread_handle_first(++count);
	return 0;
}

static struct kept *find(uint64_t handle)
{
	for (unsigned i = 0; i < count && !over; i++)
		if (thread_handle_first(i + 1) == handle)
			return &kept[i];
	return 0;
}

bool early_handle(uint64_t handle)
{
	return find(handle) != 0;
}

int early_join(uint64_t handle, void **result)
{
	struct kept *k = find(handle);
	pthread_t real;
	int rc;

	if (k->joined || k->detached)
		return EINVAL;
	rc = REAL(pthread_create)(&real, 0, k->start, k->arg);
	if (rc)
		return rc;
	k->joined = true;
	while (count && kept[count - 1].joined)
		count--;
	return REAL(pthread_join)(real, result);
}

int early_detach(uint64_t handle)
{
	struct kept *k = find(handle);

	if (k->joined || k->detached)
		return EINVAL;
	k->detached = true;
	return 0;
}

void early_waits(const char *call)
{
	char text[300];

	if (over)
		return;
	for (unsigned i = 0; i < count; i++)
		if (!kept[i].joined) {
			snprintf(text, sizeof text,
				"a library starts a thread before main, and "
				"its constructor then calls %s: scarp lets "
				"such a thread begin with main, so that a "
				"constructor must not wait for it; start it "
				"where it is needed first" SC(502),
				call);
			start_die(text);
		}
}

void early_waits_again(const char *call)
{
	static unsigned often;

	if (!over && count && ++often > 1000)
		early_waits(call);
}

static void create(const struct kept *k, uint64_t handle)
{
	pthread_attr_t attr;
	uint64_t got;

	REAL(pthread_attr_init)(&attr);
	if (k->stack)
		REAL(pthread_attr_setstacksize)(&attr, k->stack);
	REAL(pthread_attr_setdetachstate)
	(&attr, k->detached ? PTHREAD_CREATE_DETACHED
			    : PTHREAD_CREATE_JOINABLE);
	if (thread_create(&got, &attr, k->start, k->arg, k->pc) ||
		got != handle)
		run_error(ERR_UNSUPPORTED, k->pc,
			"a library starts several threads before main and "
			"joins one of them: that is not supported" SC(502));
}

void early_begin(void)
{
	for (unsigned i = 0; i < count; i++)
		create(&kept[i], thread_handle_first(i + 1));
}
