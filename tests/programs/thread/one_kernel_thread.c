/* SPDX-License-Identifier: MIT */
/* one_kernel_thread: the process has one, however many threads the test has:
 * no signal can land on the stack of another
 *
 * A folder's links are its entries, and two more.  (/proc/self is no file that
 * scarp rewinds.)
 *
 * check: --exhaustive
 * modes: checkpoint restart
 * verdict: partial
 * holes: file_writes unknown_calls unseen_calls
 * states: tasks=1
 * native: prints tasks=2 tasks=3
 */
#include "test.h"
#include <sys/stat.h>

static atomic_int x;

static void *work(void *unused)
{
	atomic_fetch_add(&x, 1);
	return NULL;
}

int main(void)
{
	pthread_t t = start(work, NULL), u = start(work, NULL);
	struct stat st;

	atomic_fetch_add(&x, 1);
	assert(stat("/proc/self/task", &st) == 0);
	finish(t);
	finish(u);
	printf("tasks=%d\n", (int)st.st_nlink - 2);
	return 0;
}
