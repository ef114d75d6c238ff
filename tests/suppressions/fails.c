/* SPDX-License-Identifier: MIT */
/* fails.c - two locks in both orders; with an argument also something else that
 * fails, in executions of its own: "assert" where the second thread was first,
 * "crash" the same (it stores to an address that is none)
 */
#include <assert.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER,
		       two = PTHREAD_MUTEX_INITIALIZER;
static const char *mode = "";
static int first;

static void note(int who)
{
	int nobody = 0;

	__atomic_compare_exchange_n(&first, &nobody, who, 0, 5, 5);
}

static void check_first(void)
{
	assert(first != 2);
}

static void write_nowhere(void)
{
	if (first == 2)
		*(volatile int *)8 = 1;
}

static void *pay(void *unused)
{
	note(1);
	pthread_mutex_lock(&one);
	pthread_mutex_lock(&two);
	pthread_mutex_unlock(&two);
	pthread_mutex_unlock(&one);
	return unused;
}

static void *save(void *unused)
{
	note(2);
	pthread_mutex_lock(&two);
	pthread_mutex_lock(&one);
	pthread_mutex_unlock(&one);
	pthread_mutex_unlock(&two);
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t a, b;

	mode = argc > 1 ? argv[1] : "";
	pthread_create(&a, NULL, pay, NULL);
	pthread_create(&b, NULL, save, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	if (strcmp(mode, "assert") == 0)
		check_first();
	if (strcmp(mode, "crash") == 0)
		write_nowhere();
	return 0;
}
