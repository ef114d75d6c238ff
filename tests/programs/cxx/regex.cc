/* SPDX-License-Identifier: MIT */
/* regex: std::regex, which asks the facets of the locale; one is
 * shared, and each thread has one
 *
 * Each thread adds, and at the end lets go of what its own expression became:
 * two atomics each, C(4, 2) = 6 orders.
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * executions: 6
 *
 * check: --exhaustive
 * verdict: verified
 * races: none
 */
#include <atomic>
#include <cassert>
#include <locale>
#include <regex>
#include <string>
#include <thread>

static const std::regex shared("([a-z]+)=([[:digit:]]*)");
static std::atomic<int> counter;

static void matches(int me)
{
	std::string text = "Key=" + std::to_string(me);
	std::regex own("KEY=([[:alnum:]_]+|[a-f])", std::regex::icase |
							   std::regex::collate);
	std::smatch found;

	counter++;
	assert(std::regex_search(text, found, shared));
	assert(found[1] == "ey" && found[2] == std::to_string(me));
	assert(std::regex_match(text, found, own));
	assert(std::regex_replace(text, shared, "$2") == "K" + found.str(1));
}

int main()
{
	std::locale classic, copy(classic);
	std::thread t(matches, 1);

	assert(std::isalpha('x', copy) && copy == std::locale::classic());
	assert(copy.name() == "C");
	matches(2);
	t.join();
}
