/* SPDX-License-Identifier: MIT */
/* thread: attributes of threads are rewound with the execution
 *
 * The attribute object is static, and every execution begins with finding it
 * as it was: all bytes zero.  After that what was set is what is told.
 *
 * check: --exhaustive
 * verdict: verified
 * states: detached=1,stack=262144,guard=8192,scope=0,sched=0,priority=0
 * native: sc
 */
#include "test.h"
#include <sched.h>

static pthread_attr_t attr;
static atomic_int ran;

static void *work(void *unused)
{
	atomic_fetch_add(&ran, 1);
	return NULL;
}

static bool untouched(void)
{
	const char *b = (const char *)&attr;

	for (size_t i = 0; i < sizeof attr; i++)
		if (b[i])
			return false;
	return true;
}

int main(void)
{
	int detached, scope, inherit, policy;
	struct sched_param parameters;
	size_t stack, guard;
	cpu_set_t set;
	pthread_t t;

	assert(untouched());
	assert(pthread_attr_init(&attr) == 0);
	assert(!untouched());
	assert(pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED) ==
		0);
	assert(pthread_attr_setstacksize(&attr, 256 << 10) == 0);
	assert(pthread_attr_setguardsize(&attr, 8192) == 0);
	assert(pthread_attr_setscope(&attr, PTHREAD_SCOPE_SYSTEM) == 0);
	assert(pthread_attr_setinheritsched(&attr, PTHREAD_INHERIT_SCHED) == 0);
	assert(pthread_attr_setschedpolicy(&attr, SCHED_OTHER) == 0);
	CPU_ZERO(&set);
	CPU_SET(0, &set);
	assert(pthread_attr_setaffinity_np(&attr, sizeof set, &set) == 0);
	assert(pthread_attr_getdetachstate(&attr, &detached) == 0);
	assert(pthread_attr_getstacksize(&attr, &stack) == 0);
	assert(pthread_attr_getguardsize(&attr, &guard) == 0);
	assert(pthread_attr_getscope(&attr, &scope) == 0);
	assert(pthread_attr_getinheritsched(&attr, &inherit) == 0);
	assert(inherit == PTHREAD_INHERIT_SCHED);
	assert(pthread_attr_getschedpolicy(&attr, &policy) == 0);
	assert(pthread_attr_getschedparam(&attr, &parameters) == 0);
	assert(pthread_create(&t, &attr, work, NULL) == 0);
	atomic_load(&ran);
	printf("detached=%d,stack=%zu,guard=%zu,scope=%d,sched=%d,priority=%d"
	       "\n",
		detached == PTHREAD_CREATE_DETACHED, stack, guard, scope,
		policy, parameters.sched_priority);
	assert(pthread_attr_destroy(&attr) == 0);
	return 0;
}
