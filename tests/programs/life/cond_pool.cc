/* SPDX-License-Identifier: MIT */
/* cond_pool: one condition variable after the other in one place, where nothing
 * but libstdc++'s constructor, which announces nothing, begins them
 *
 * check: --exhaustive
 * verdict: verified
 * races: none
 */
#include <condition_variable>
#include <new>

alignas(64) static char pool[sizeof(std::condition_variable)];

int main()
{
	for (int i = 0; i < 3; i++) {
		auto *c = new (pool) std::condition_variable;

		c->notify_all();
		c->~condition_variable();
	}
	return 0;
}
