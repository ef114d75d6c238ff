/* SPDX-License-Identifier: MIT */
/* shared_ptr_atomic: the free functions of C++11, under the library's own
 * mutexes
 *
 * default: checkpoint
 *
 * check: --exhaustive
 * verdict: verified
 * states: seen=1 seen=2
 * races: none
 * native: sc
 */
#include <atomic>
#include <cstdio>
#include <memory>
#include <thread>

int main()
{
	auto p = std::make_shared<int>(1);
	std::thread t([&] { std::atomic_store(&p, std::make_shared<int>(2)); });
	int seen = *std::atomic_load(&p);

	t.join();
	std::printf("seen=%d\n", seen);
}
