/* SPDX-License-Identifier: MIT */
/* pool: one place, several objects one after the other, by placement new
 *
 * check: --exhaustive
 * flags: -std=c++17
 * verdict: verified
 * races: none
 */
#include <assert.h>
#include <condition_variable>
#include <mutex>
#include <new>
#include <shared_mutex>
#include <thread>

alignas(64) static char pool[128];

template <class T, class F> static void live(F use)
{
	T *object = new (pool) T;

	use(*object);
	object->~T();
}

int main()
{
	int sum = 0;

	for (int i = 0; i < 2; i++) {
		live<std::mutex>([&](std::mutex &m) {
			std::thread other([&] {
				std::lock_guard<std::mutex> l(m);
				sum++;
			});

			{
				std::lock_guard<std::mutex> l(m);
				sum++;
			}
			other.join();
		});
		live<std::recursive_mutex>([&](std::recursive_mutex &m) {
			m.lock();
			m.lock();
			m.unlock();
			m.unlock();
		});
		live<std::condition_variable>(
			[&](std::condition_variable &c) { c.notify_all(); });
		live<std::shared_mutex>([&](std::shared_mutex &m) {
			m.lock_shared();
			m.unlock_shared();
			m.lock();
			m.unlock();
		});
	}
	assert(sum == 4);
	return 0;
}
