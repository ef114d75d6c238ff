/* SPDX-License-Identifier: MIT */
/* pmr: containers over std::pmr's resources, which go back with each execution:
 * a monotonic buffer with the test's own resource behind it, and pools
 *
 * Three threads append their number to a list, under a lock: 3! orders.  What
 * the resource behind a monotonic buffer is asked for is as natively.
 *
 * flags: -std=c++17
 *
 * check: --exhaustive
 * verdict: verified
 * states: 123 132 213 231 312 321
 * last_round: 6
 * races: none
 * native: sc
 *
 * check: --exhaustive
 * args: monotonic
 * verdict: verified
 * states: 123 132 213 231 312 321
 * last_round: 6
 * races: none
 * native: sc
 *
 * check: --exhaustive
 * args: asked
 * verdict: verified
 * states: 1088,1600,2368,3520:1088,1600,2368,3520
 * races: none
 * native: sc
 *
 * With the test's own resource behind pools it is not known what they touch.
 *
 * check: --exhaustive
 * args: pools
 * modes: checkpoint restart
 * verdict: partial
 * holes: unknown_calls
 * states: 5
 */
#include <cassert>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <list>
#include <map>
#include <memory_resource>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

static std::mutex lock;

struct asked : std::pmr::memory_resource {
	std::string got, given;

	void *do_allocate(std::size_t n, std::size_t) override
	{
		got += (got.empty() ? "" : ",") + std::to_string(n);
		return ::operator new(n);
	}
	void do_deallocate(void *p, std::size_t n, std::size_t) override
	{
		given = std::to_string(n) +
			(given.empty() ? "" : ",") + given;
		::operator delete(p);
	}
	bool do_is_equal(const memory_resource &other) const noexcept override
	{
		return this == &other;
	}
};

static void ask()
{
	asked a;

	{
		std::pmr::monotonic_buffer_resource m(&a);

		for (int i = 0; i < 5; i++)
			std::memset(m.allocate(900, 8), i, 900);
	}
	std::printf("%s:%s\n", a.got.c_str(), a.given.c_str());
}

static void own_behind_pools()
{
	asked a;
	std::pmr::unsynchronized_pool_resource pools(&a);
	std::pmr::vector<int> v(5, &pools);

	std::printf("%zu\n", v.size());
}

static void orders(std::pmr::memory_resource *all)
{
	std::pmr::list<std::pmr::string> out(all);
	std::vector<std::thread> t;

	for (int me = 1; me <= 3; me++)
		t.emplace_back([&, me] {
			std::pmr::monotonic_buffer_resource own(64);
			std::pmr::vector<int> v(&own);
			std::pmr::map<int, std::pmr::string> m(&own);

			for (int i = 0; i < 50; i++) {
				v.push_back(me * i);
				m[i] = "a text that needs a block of its own";
			}
			assert(v[49] == 49 * me && m[7].size() == 36);
			std::lock_guard<std::mutex> held(lock);
			std::pmr::vector<char> large(9000, 'x', all);

			for (int i = 0; i < 40; i++)
				out.emplace_back("one that is in it for a while");
			for (int i = 0; i < 39; i++)
				out.pop_back();
			out.back() = std::to_string(me);
			out.back().reserve(100);
		});
	for (auto &one : t)
		one.join();
	for (auto &number : out)
		std::printf("%s", number.c_str());
	std::printf("\n");
}

int main(int argc, char **argv)
{
	std::pmr::unsynchronized_pool_resource pools;
	char room[256];
	std::pmr::monotonic_buffer_resource buffer(room, sizeof room);

	if (argc == 1)
		orders(&pools);
	else if (argv[1][0] == 'm')
		orders(&buffer);
	else if (argv[1][0] == 'p')
		own_behind_pools();
	else
		ask();
	return 0;
}
