/* SPDX-License-Identifier: MIT */
/* exception: through three frames in two threads at once; destructors on the
 * way are points where the other thread may run, and each thread has its own
 * count of exceptions in flight
 *
 * check: --exhaustive
 * verdict: verified
 * states: 1:2:1,1:2:1
 * native: sc
 *
 * check: --exhaustive
 * flags: -O0
 * verdict: verified
 * states: 1:2:1,1:2:1
 */
#include <atomic>
#include <cassert>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <thread>

static std::atomic<int> x;

struct guard {
	int *in_flight;
	~guard()
	{
		x++; /* here the other thread may run */
		*in_flight += std::uncaught_exceptions();
	}
};

static void fail(int depth, int *in_flight)
{
	guard g = {in_flight};

	if (depth == 0)
		throw std::runtime_error("deep");
	fail(depth - 1, in_flight);
}

struct result {
	int caught, in_flight, nested;
};

static void work(result *r)
{
	*r = {0, 0, 0};
	try {
		fail(1, &r->in_flight);
	} catch (const std::exception &e) {
		r->caught++;
		try {
			x++;
			throw 5;
		} catch (int n) {
			x++;
			r->nested += n == 5;
		}
	}
	assert(std::uncaught_exceptions() == 0);
}

int main()
{
	result a, b;
	std::thread t(work, &a);

	work(&b);
	t.join();
	std::printf("%d:%d:%d,%d:%d:%d\n", a.caught, a.in_flight, a.nested,
		b.caught, b.in_flight, b.nested);
}
