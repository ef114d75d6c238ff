/* SPDX-License-Identifier: MIT */
/* static_destructors: run after main, in reverse order, in every execution
 *
 * check: --exhaustive
 * verdict: verified
 * states: main,local,second,first
 * native: sc
 */
#include <atomic>
#include <cstdio>
#include <thread>

static std::atomic<int> x;

struct named {
	const char *name;
	~named()
	{
		std::printf("%s", name);
	}
};

static named first = {"first\n"}, second = {"second,"};

int main()
{
	static named local = {"local,"};
	std::thread t([] { x++; });

	x++;
	t.join();
	std::printf("main,");
}
