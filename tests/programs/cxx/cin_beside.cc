/* SPDX-License-Identifier: MIT */
/* cin_beside: to look at what std::cin has come to, beside a thread that reads,
 * is a data race: with what comes of it in either order
 *
 * check: --exhaustive
 * verdict: partial
 * holes: may_tear
 * races: some
 * states: good bad
 */
#include <cstdio>
#include <iostream>
#include <thread>

int main()
{
	std::thread t([] { std::cin.get(); });
	bool good = std::cin.good();

	t.join();
	std::printf("%s\n", good ? "good" : "bad");
	return 0;
}
