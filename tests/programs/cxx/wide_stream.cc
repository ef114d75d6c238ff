/* SPDX-License-Identifier: MIT */
/* wide_stream: std::wstringstream is not known: every execution is a process,
 * or what the library wrote is not put back
 *
 * check: --exhaustive
 * modes: fork
 * default: fork
 * verdict: partial
 * holes: unseen_calls
 *
 * check: --exhaustive
 * modes: checkpoint restart
 * verdict: partial
 * holes: unknown_calls unseen_calls
 */
#include <atomic>
#include <sstream>
#include <thread>

static std::atomic<int> x;

static void work(int i)
{
	std::wostringstream s;

	s << i << L"-";
	x++; /* here the other thread may run */
	s << i;
}

int main()
{
	std::thread t(work, 1);

	work(2);
	t.join();
}
