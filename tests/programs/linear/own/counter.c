/* SPDX-License-Identifier: MIT */
/* counter: fetch_add without a specification
 *
 * check: --exhaustive --spec own
 * verdict: verified
 */
#include <pthread.h>
#include <scarp/linearize.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef ADD
#define ADD(c) atomic_fetch_add(c, 1)
#endif

static atomic_int count;

static void *thread(void *unused)
{
	int was;

	SCARP_OPERATION(
		&count, "next", was = ADD(&count), (), SCARP_NUMBER(was));
	return unused;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, thread, NULL);
	thread(NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
