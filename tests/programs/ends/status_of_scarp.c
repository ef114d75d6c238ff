/* SPDX-License-Identifier: MIT */
/* status_of_scarp: the test leaves, by a way that scarp does not see, with the
 * status that scarp's own process has after a crash
 *
 * check: --exhaustive
 * verdict: bug exit_status
 * says: the process left with status 86, expected was 0
 */
#include <sys/syscall.h>

#include "test.h"

static int one;

static void *leave(void *unused)
{
	long result;

	__atomic_store_n(&one, 1, __ATOMIC_SEQ_CST);
	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "a"((long)SYS_exit_group), "D"(86L)
			 : "rcx", "r11", "memory");
	return 0;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, leave, 0);
	pthread_join(t, 0);
	return one;
}
