/* SPDX-License-Identifier: MIT */
/* text_stream_shared: two threads write into one std::ostringstream, each under
 * the mutex; who came first shows in the text
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * states: 1=one,2=two; 2=two,1=one;
 * native: sc
 *
 * check: --exhaustive
 * verdict: verified
 * executions: 2
 * races: none
 * states: 1=one,2=two; 2=two,1=one;
 */
#include <cstdio>
#include <mutex>
#include <sstream>
#include <thread>

static std::ostringstream out;
static std::mutex lock;

static void writes(int n, const char *name)
{
	std::lock_guard<std::mutex> held(lock);

	if (out.tellp() != 0)
		out << ',';
	out << n << '=' << name;
}

int main()
{
	std::thread t(writes, 1, "one");

	writes(2, "two");
	t.join();
	out << ";\n";
	std::fputs(out.str().c_str(), stdout);
}
