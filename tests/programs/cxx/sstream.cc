/* SPDX-License-Identifier: MIT */
/* sstream: one stream a thread, then both read back
 *
 * states: 1-1.5-x,2-2.5-x,sum=3
 * native: sc
 *
 * check: --exhaustive
 * verdict: verified
 * executions: 2
 * races: none
 */
#include <atomic>
#include <cstdio>
#include <sstream>
#include <string>
#include <thread>

static std::atomic<int> x;

static void work(int i, std::string *out)
{
	std::ostringstream s;

	s << i << "-";
	x++; /* here the other thread may run */
	s << i + 0.5 << "-x";
	*out = s.str();
}

int main()
{
	std::string a, b;
	std::thread t(work, 1, &a);
	int m, n;

	work(2, &b);
	t.join();
	std::istringstream(a) >> m;
	std::istringstream(b) >> n;
	std::printf("%s,%s,sum=%d\n", a.c_str(), b.c_str(), m + n);
}
