/* SPDX-License-Identifier: MIT */
/* cout_is_one: an insertion is one operation; no thread is switched out inside
 * the library, which writes to stdout in its middle
 *
 * One insertion each by two threads that have nothing else to do: 2 executions.
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * executions: 2
 * states: 12 21
 */
#include <iostream>
#include <pthread.h>

static void *print(void *)
{
	std::cout << 1L;
	return nullptr;
}

int main()
{
	pthread_t t;

	pthread_create(&t, nullptr, print, nullptr);
	std::cout << 2L;
	pthread_join(t, nullptr);
}
