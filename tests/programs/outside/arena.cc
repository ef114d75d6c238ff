/* SPDX-License-Identifier: MIT */
/* arena.cc - a memory resource that two threads use
 *
 * What it does is in the library, and called through its table of virtual
 * functions.
 *
 * check: --exhaustive
 * verdict: partial
 * holes: unseen_calls
 * says: do_allocate (memory_resource:
 * modes: fork
 * flags: -std=c++17
 */
#include <memory_resource>
#include <thread>

static std::pmr::synchronized_pool_resource arena;

static void *got[2];

int main()
{
	std::thread a([] { got[0] = arena.allocate(16); });
	std::thread b([] { got[1] = arena.allocate(16); });
	a.join();
	b.join();
	return got[0] == got[1];
}
