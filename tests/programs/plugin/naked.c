/* SPDX-License-Identifier: MIT */
/* naked: a function without a frame gets no hooks, and what it does is a hole
 * by file and line
 *
 * It adds to a number and returns what was there, by its own instructions:
 * whatever stood before them would be executed with a stack that is not as
 * they want it, and leave another number in the register.
 *
 * verdict: partial
 * holes: unannounced unseen_stores
 * modes: checkpoint
 * fallback: fork
 * says: announced (naked function take (
 * says: naked.c:34))
 *
 * check: --exhaustive
 *
 * check: --exhaustive
 * flags: -O0
 *
 * One that has another reason to be left alone still has that.
 *
 * check: --exhaustive
 * flags: -DALSO="__attribute__((no_sanitize(\"address\")))"
 */
#include "test.h"

#ifndef ALSO
#define ALSO
#endif

long number;

ALSO __attribute__((naked)) long take(long by)
{
	__asm__("movq number(%rip), %rax\n\t"
		"addq %rdi, number(%rip)\n\t"
		"ret");
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long taken[3];

static void *work(void *unused)
{
	pthread_mutex_lock(&lock);
	taken[take(1)]++;
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t t = start(work, NULL);

	work(NULL);
	finish(t);
	assert(taken[0] == 1 && taken[1] == 1 && number == 2);
	return 0;
}
