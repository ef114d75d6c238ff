/* SPDX-License-Identifier: MIT */
/* leaves.c - leaves the process behind scarp's back where one thread has made
 * all that it has to do before the other one begins: no simpler schedule is
 * ever looked at
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int first, second, turns;

static void leave(void)
{
	__asm__ volatile("syscall" : : "a"(231), "D"(0) : "rcx", "r11");
}

static void *one(void *unused)
{
	for (int i = 0; i < 4; i++)
		atomic_fetch_add(&first, 1);
	return unused;
}

static void *two(void *unused)
{
	int seen = atomic_load(&first);

	if (seen == 0 || seen == 4)
		leave();
	atomic_store(&second, 1);
	atomic_fetch_add(&turns, 1);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, one, NULL);
	pthread_create(&b, NULL, two, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(!atomic_load(&second));
	return 0;
}
