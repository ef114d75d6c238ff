/* SPDX-License-Identifier: MIT */
/* Two stores that scarp does not see, and nothing that it sees orders them: the
 * address is not in the instruction's operands.  Which one is last depends on
 * the schedule, and by what scarp knows both orders are one trace. */
#include <pthread.h>
#include <stdatomic.h>

static int last;
static atomic_int one, two;

static void hidden_store(int *p, int value)
{
	__asm__ volatile("movl %1, (%0)" : : "r"(p), "r"(value) : "memory");
}

static void *first(void *unused)
{
	atomic_store(&one, 1);
	hidden_store(&last, 1);
	return unused;
}

static void *second(void *unused)
{
	atomic_store(&two, 1);
	hidden_store(&last, 2);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, first, 0);
	pthread_create(&b, 0, second, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
