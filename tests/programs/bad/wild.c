/* SPDX-License-Identifier: MIT */
/* wild: writes where it must not: ADDRESS may be unmapped, not an address at
 * all, or the runtime's own memory */
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

static volatile uint64_t address = ADDRESS;

static void *work(void *unused)
{
	*(volatile char *)(uintptr_t)address = 1;
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	pthread_join(t, NULL);
	return 0;
}
