/* SPDX-License-Identifier: MIT */
/* sstream: one stream a thread, then both read back
 *
 * In the fast modes, which nobody but the user can choose for it, what the
 * library wrote is not put back.  What it does in a stream is seen in no mode.
 *
 * states: 1-1.5-x,2-2.5-x,sum=3
 * native: sc
 *
 * check: --exhaustive
 * modes: fork
 * default: fork
 * verdict: partial
 * holes: unseen_calls
 *
 * check: --exhaustive
 * modes: checkpoint restart
 * compilers: gcc
 * verdict: partial
 * holes: unknown_calls unseen_calls
 * says: std::ios_base::ios_base (
 *
 * check: --exhaustive
 * modes: checkpoint restart
 * compilers: clang
 * verdict: partial
 * holes: unknown_calls unseen_calls
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
