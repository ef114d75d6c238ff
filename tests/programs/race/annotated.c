/* SPDX-License-Identifier: MIT */
/* annotated: what __tsan_acquire and __tsan_release order is no race, whatever
 * the names; without them it is one
 *
 * A relaxed flag says that the data are there. It orders nothing by itself, and
 * the annotations say that something the detector cannot see does.
 *
 * check: --exhaustive
 * verdict: verified
 * races: none
 * states: 0 1
 *
 * check: --exhaustive
 * flags: -DHOW=1
 * verdict: verified
 * races: none
 * states: 0 1
 *
 * check: --exhaustive
 * flags: -DHOW=2
 * verdict: verified
 * races: none
 * states: 0 1
 *
 * check: --exhaustive
 * flags: -DHOW=3
 * verdict: verified
 * races: some
 * states: 0 1
 *
 * check: --exhaustive
 * flags: -DHOW=4
 * verdict: error
 * says: __tsan_create_fiber
 *
 * An object of a kind of the test's own, written beside what is done here.
 *
 * check: --exhaustive
 * flags: -DHOW=5
 * verdict: verified
 * races: some
 *
 * check: --exhaustive
 * flags: -DHOW=6
 * verdict: verified
 * races: some
 *
 * check: --exhaustive
 * flags: -DHOW=7
 * verdict: verified
 * races: none
 */
#include "test.h"

#ifndef HOW
#define HOW 0
#endif

void __tsan_acquire(void *p);
void __tsan_release(void *p);
void __tsan_mutex_create(void *p, unsigned flags);
void __tsan_mutex_pre_lock(void *p, unsigned flags);
void __tsan_mutex_post_lock(void *p, unsigned flags, int recursion);
int __tsan_mutex_pre_unlock(void *p, unsigned flags);
void __tsan_mutex_post_unlock(void *p, unsigned flags);
void __tsan_mutex_destroy(void *p, unsigned flags);
void *__tsan_create_fiber(unsigned flags);
void __tsan_external_read(void *p, void *pc, void *tag);
void __tsan_external_write(void *p, void *pc, void *tag);
void AnnotateHappensBefore(const char *file, int line, const volatile void *p);
void AnnotateHappensAfter(const char *file, int line, const volatile void *p);
void AnnotateBenignRaceSized(const char *file, int line, const volatile void *p,
	size_t n, const char *why);
int RunningOnValgrind(void);

static atomic_int flag;
static int data;
static char channel, object;

static void *writer(void *unused)
{
#if HOW == 5 || HOW == 6
	__tsan_external_write(&object, NULL, NULL);
#elif HOW == 7
	__tsan_external_read(&object, NULL, NULL);
#else
	data = 1;
#endif
#if HOW == 0
	__tsan_release(&channel);
#elif HOW == 1
	__tsan_mutex_pre_unlock(&channel, 0);
	__tsan_mutex_post_unlock(&channel, 0);
#elif HOW == 2
	AnnotateHappensBefore(__FILE__, __LINE__, &channel);
#endif
	atomic_store_explicit(&flag, 1, memory_order_relaxed);
	return NULL;
}

int main(void)
{
	pthread_t t;
	int seen = 0;

#if HOW == 4
	__tsan_create_fiber(0);
#endif
	__tsan_mutex_create(&channel, 0);
	AnnotateBenignRaceSized(__FILE__, __LINE__, &data, sizeof data, "no");
	assert(RunningOnValgrind() == 0);
	t = start(writer, NULL);
#if HOW == 5 || HOW == 7
	__tsan_external_read(&object, NULL, NULL);
#elif HOW == 6
	__tsan_external_write(&object, NULL, NULL);
#endif
	if (HOW < 5 && atomic_load_explicit(&flag, memory_order_relaxed)) {
#if HOW == 0
		__tsan_acquire(&channel);
#elif HOW == 1
		__tsan_mutex_pre_lock(&channel, 0);
		__tsan_mutex_post_lock(&channel, 0, 0);
#elif HOW == 2
		AnnotateHappensAfter(__FILE__, __LINE__, &channel);
#endif
		seen = data;
	}
	finish(t);
	__tsan_mutex_destroy(&channel, 0);
	printf("%d\n", seen);
	return 0;
}
