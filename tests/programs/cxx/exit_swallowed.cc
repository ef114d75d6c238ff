/* SPDX-License-Identifier: MIT */
/* exit_swallowed: a catch (...) that keeps the exception of pthread_exit ends
 * the process, natively by abort
 *
 * check: --exhaustive
 * verdict: bug abort
 */
#include <pthread.h>

static void *work(void *)
{
	try {
		pthread_exit(nullptr);
	} catch (...) {
	}
	return nullptr;
}

int main()
{
	pthread_t t;

	pthread_create(&t, nullptr, work, nullptr);
	pthread_join(t, nullptr);
}
