/* SPDX-License-Identifier: MIT */
/* streams: cout, cerr and clog from two threads, and cin, which is empty
 *
 * A line is one insertion, so it stays whole; cerr and clog are not stdout.
 *
 * check: --exhaustive
 * verdict: verified
 * states: eof=1\none\ntwo eof=1\ntwo\none
 * races: none
 * native: sc
 */
#include <iostream>
#include <thread>

static void print(const char *line)
{
	std::cout << line;
	std::cerr << line;
	std::clog << line;
}

int main()
{
	int n = 0;

	std::cin >> n;
	std::cout << (std::cin.eof() ? "eof=1\n" : "eof=0\n");
	std::cout.flush();
	std::thread t(print, "one\n"), u(print, "two\n");

	t.join();
	u.join();
}
