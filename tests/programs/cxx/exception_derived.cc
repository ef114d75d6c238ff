/* SPDX-License-Identifier: MIT */
/* exception_derived: a class of the test's over one of the library's, whose
 * destructor stores the base's table of virtual functions
 *
 * Each thread comes to its point with the exception alive, and then asks it
 * what it is: destroyed in one execution, it must be whole again in the next.
 *
 * check: --exhaustive
 * verdict: verified
 * states: derived:1+derived:2,order=12 derived:1+derived:2,order=21
 * races: none
 * native: sc
 *
 * check: --exhaustive
 * flags: -O0
 * verdict: verified
 * states: derived:1+derived:2,order=12 derived:1+derived:2,order=21
 * races: none
 */
#include <atomic>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <thread>

static std::atomic<int> order;

struct derived : std::runtime_error {
	std::string whole;
	explicit derived(int i)
	    : std::runtime_error("base"), whole("derived:" + std::to_string(i))
	{
	}
	const char *what() const noexcept override
	{
		return whole.c_str();
	}
};

static void work(int i, std::string *out)
{
	try {
		throw derived(i);
	} catch (const std::runtime_error &e) {
		int before = order.load();

		while (!order.compare_exchange_strong(before, before * 10 + i))
			;
		*out = e.what();
	}
}

int main()
{
	std::string a, b;
	std::thread t(work, 1, &a), u(work, 2, &b);

	t.join();
	u.join();
	std::printf("%s+%s,order=%d\n", a.c_str(), b.c_str(), order.load());
}
