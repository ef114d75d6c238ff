/* SPDX-License-Identifier: MIT */
/* libstdcxx: a store that nobody announced, into what libstdc++ keeps
 *
 * holes: unannounced
 *
 * check: --exhaustive --reduce none
 * modes: checkpoint restart
 * fallback: fork
 * verdict: verified
 * native: sc
 * executions: 2
 * says: changed (libstdc++.so
 */
#include <atomic>
#include <iostream>
#include <pthread.h>

static std::atomic<int> x;

static void *work(void *)
{
	x++;
	return nullptr;
}

int main()
{
	pthread_t t;

	pthread_create(&t, nullptr, work, nullptr);
	x++;
	/* In the buffer object of std::cout: where reading would go on. */
	__asm__ volatile("incl 16(%0)"
			 :
			 : "r"(std::cout.rdbuf())
			 : "memory", "cc");
	pthread_join(t, nullptr);
	return 0;
}
