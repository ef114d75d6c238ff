/* SPDX-License-Identifier: MIT */
/* wake_freed: FUTEX_WAKE uses the word as a name alone, which is how glibc
 * gives up what the next owner may free at once
 *
 * check: --exhaustive
 * verdict: verified
 * native: sc
 */
#include "test.h"

#include <linux/futex.h>
#include <sys/syscall.h>

static long futex(atomic_int *word, int command, int value)
{
	return syscall(
		SYS_futex, word, command | FUTEX_PRIVATE_FLAG, value, 0, 0, 0);
}

static void *posts(void *word)
{
	atomic_store((atomic_int *)word, 1);
	assert(futex(word, FUTEX_WAKE, 1) >= 0);
	return NULL;
}

int main(void)
{
	atomic_int *word = calloc(1, sizeof *word);
	pthread_t t = start(posts, word);

	while (!atomic_load(word))
		futex(word, FUTEX_WAIT, 0);
	free(word);
	finish(t);
	return 0;
}
