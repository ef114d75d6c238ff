/* SPDX-License-Identifier: MIT */
/* pmr_race: two threads take memory from a monotonic buffer without a lock, and
 * may get the same, though what does it is in the library, past all names
 *
 * check: --exhaustive
 * flags: -std=c++17
 * verdict: bug exit_status
 * races: some
 * native: exits 1
 *
 * Of pools each call is one piece, and a data race all the same.
 *
 * check: --exhaustive
 * flags: -std=c++17 -DPOOLS
 * verdict: partial
 * holes: may_tear
 * races: some
 * native: exits 1 -6 -11
 */
#include <memory_resource>
#include <thread>

static char room[1024];
#ifdef POOLS
static std::pmr::unsynchronized_pool_resource arena;
#else
static std::pmr::monotonic_buffer_resource arena(room, sizeof room);
#endif

static void *got[2];

int main()
{
	std::thread a([] { got[0] = arena.allocate(16); });
	std::thread b([] { got[1] = arena.allocate(16); });
	a.join();
	b.join();
	return got[0] == got[1];
}
