/* SPDX-License-Identifier: MIT */
/* cin: what std::cin reads goes back with each execution, whatever was switched
 * in between; two threads may read from it at once, and get what is next: each
 * a number if a lock keeps them apart, else also parts of one
 *
 * After the lines that main asserts, each thread takes a number: 7 or 8.  Both
 * orders, one execution each.
 *
 * check: --exhaustive --stdin {dir}/cin.txt
 * verdict: verified
 * states: first=7,second=8 first=8,second=7
 * last_round: 2
 * races: none
 *
 * check: --exhaustive --reduce none --stdin {dir}/cin.txt
 * verdict: verified
 * states: first=7,second=8 first=8,second=7
 *
 * check: --exhaustive --stdin {dir}/cin.txt
 * flags: -DTOGETHER
 * verdict: partial
 * holes: unlocked_streams
 * states: first=7,second=8 first=8,second=7
 * races: none
 *
 * check: --exhaustive
 * verdict: verified
 * states: none
 * last_round: 1
 * native: sc
 */
#include <cassert>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <mutex>
#include <string>
#include <thread>

static std::mutex lock;

static void take(int &n)
{
#ifndef TOGETHER
	std::lock_guard<std::mutex> held(lock);
#endif
	std::cin >> n;
}

static void lines()
{
	std::string word, line;
	char some[8];
	double real;

	assert(std::cin >> word >> real && word == "word" && real == 3.5);
	assert(std::cin.get() == '\n' && std::cin.gcount() == 1);
	assert(std::cin.peek() == 'a');
	assert(std::getline(std::cin, line) && line == "a whole line");
	assert(std::cin.get() == 'x' && std::cin.unget().get() == 'x');
	std::cin.putback('x');
	std::cin.ignore(2);
	std::cin.getline(some, sizeof some);
	assert(std::string(some) == "yz" && std::cin.gcount() == 3);
}

int main()
{
	int n, first = 0, second = 0;
	std::string rest;

	if (!(std::cin >> n)) {
		assert(std::cin.eof() && std::cin.fail());
		std::cin.clear();
		assert(std::cin.get() == EOF && !std::cin.good());
		std::printf("none\n");
		return 0;
	}
	assert(n == 12);
	lines();
	std::thread t([&] { take(first); });
	take(second);
	t.join();
	std::cin >> std::ws;
	std::string all((std::istreambuf_iterator<char>(std::cin)), {});
	assert(all.empty() && std::cin.eof());
	std::cout << "first=" << first << ",second=" << second << '\n';
	return 0;
}
