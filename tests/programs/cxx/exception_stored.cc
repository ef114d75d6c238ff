/* SPDX-License-Identifier: MIT */
/* exception_stored: a standard exception made anew in the place of an old one,
 * by the library's constructor
 *
 * Whoever looks first sees what main left there, in every execution.
 *
 * flags: -std=c++17
 * default: checkpoint
 *
 * check: --exhaustive
 * verdict: verified
 * states: zero,one one,one
 * races: none
 * native: sc
 */
#include <cstdio>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>

static std::mutex m;
static std::optional<std::runtime_error> last;

int main()
{
	std::string seen;

	last.emplace("zero");
	std::thread t([] {
		std::lock_guard<std::mutex> hold(m);
		last.emplace(std::string("one"));
	});
	{
		std::lock_guard<std::mutex> hold(m);
		seen = last->what();
	}
	t.join();
	std::printf("%s,%s\n", seen.c_str(), last->what());
}
