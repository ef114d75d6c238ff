/* SPDX-License-Identifier: MIT */
/* joins_main: a thread may join main, which left by pthread_exit
 *
 * check: --exhaustive
 * verdict: verified
 * states: value=5
 * native: sc
 */
#include "test.h"

static void *work(void *main_thread)
{
	void *value = finish((pthread_t)main_thread);

	printf("value=%d\n", (int)(intptr_t)value);
	return NULL;
}

int main(void)
{
	start(work, (void *)pthread_self());
	pthread_exit((void *)5);
}
