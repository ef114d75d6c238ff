/* SPDX-License-Identifier: MIT */
/* exit_unwinds: pthread_exit runs destructors and `catch (...)` of its thread
 *
 * check: --exhaustive
 * verdict: verified
 * states: destroyed=2,passed=1
 * native: sc
 *
 * check: --exhaustive
 * flags: -O0
 * verdict: verified
 * states: destroyed=2,passed=1
 */
#include <atomic>
#include <cstdio>
#include <pthread.h>

static std::atomic<int> destroyed, passed;

struct guard {
	~guard()
	{
		destroyed++;
	}
};

static void deep()
{
	guard g;

	pthread_exit(nullptr);
}

static void *work(void *)
{
	guard g;

	try {
		deep();
	} catch (...) {
		passed++;
		throw;
	}
	return nullptr;
}

int main()
{
	pthread_t t;

	pthread_create(&t, nullptr, work, nullptr);
	destroyed += 0;
	pthread_join(t, nullptr);
	std::printf(
		"destroyed=%d,passed=%d\n", destroyed.load(), passed.load());
}
