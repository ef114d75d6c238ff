/* SPDX-License-Identifier: MIT */
/* cout: two threads print a line each; and each starts with cout's own flags
 *
 * default: checkpoint
 *
 * check: --exhaustive
 * verdict: verified
 * states: a\nb b\na
 * native: sc
 */
#include <cassert>
#include <iostream>
#include <mutex>
#include <thread>

static std::mutex m;

static void print(const char *word)
{
	std::lock_guard<std::mutex> hold(m);

	assert(!(std::cout.flags() & std::ios::hex));
	std::cout << word << std::endl;
	assert(std::cout.good());
}

int main()
{
	std::thread a(print, "a"), b(print, "b");

	a.join();
	b.join();
	std::cout << std::hex;
}
