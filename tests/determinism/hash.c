/* SPDX-License-Identifier: MIT */
/* hash: how often the thread counts depends on the address of HASHED, where
 * that is defined */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int x;

static int times(void)
{
#ifdef HASHED
	return (int)(((uintptr_t)&HASHED >> 12) % 1009);
#else
	return 3;
#endif
}

static void *work(void *unused)
{
	for (int i = times(); i > 0; i--)
		atomic_fetch_add(&x, 1);
	return 0;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	pthread_join(t, 0);
	return 0;
}
