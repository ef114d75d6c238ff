/* SPDX-License-Identifier: MIT */
/* Killed by a signal that no call of the test sent: scarp sees only the death.
 *
 * check: --exhaustive
 * verdict: bug crash
 * says: the process was killed by signal 10 (SIGUSR1)
 * replays: 1
 */
/* Killed by a signal that no call of the test sent: scarp sees only the death.
 *
 * check: 1
 * verdict: bug
 * says: fatal signal: the process was killed by signal 10 (SIGUSR1)
 * default: pass
 */
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>

static int one, two;

static void *look(void *unused)
{
	if (__atomic_load_n(&one, __ATOMIC_SEQ_CST) &&
		!__atomic_load_n(&two, __ATOMIC_SEQ_CST)) {
		long pid, result; /* getpid() is ours: not the real one */

		__asm__ volatile("syscall"
				 : "=a"(pid)
				 : "a"((long)SYS_getpid)
				 : "rcx", "r11", "memory");
		__asm__ volatile(
			"syscall"
			: "=a"(result)
			: "a"((long)SYS_kill), "D"(pid), "S"((long)SIGUSR1)
			: "rcx", "r11", "memory");
	}
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, look, 0);
	__atomic_store_n(&one, 1, __ATOMIC_SEQ_CST);
	__atomic_store_n(&two, 1, __ATOMIC_SEQ_CST);
	pthread_join(t, 0);
	return 0;
}
