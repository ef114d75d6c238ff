/* SPDX-License-Identifier: MIT */
/* cout_formats: what an insertion leaves behind in std::cout goes back with the
 * execution; cerr and clog are apart
 *
 * Each thread's line is one insertion after another under a mutex.
 *
 * check: --exhaustive
 * verdict: verified
 * states: **1ff1.5c7true\n**2ff1.5c7true\n3.14
 * states: **2ff1.5c7true\n**1ff1.5c7true\n3.14
 * native: sc
 */
#include <cassert>
#include <iomanip>
#include <iostream>
#include <mutex>
#include <string>
#include <thread>

static std::mutex m;

static void print(int i)
{
	std::lock_guard<std::mutex> hold(m);

	assert(std::cout.width() == 0 && std::cout.precision() == 6);
	std::cout << std::setfill('*') << std::setw(3) << i << std::hex << 255
		  << std::dec << 1.5 << 'c' << 7L << std::boolalpha << true
		  << std::noboolalpha << std::string() << std::endl;
	std::cerr << "not here\n";
	std::clog << 1;
}

int main()
{
	assert(std::cout.fill() == ' ');
	std::thread a(print, 1), b(print, 2);

	a.join();
	b.join();
	std::cout << std::setprecision(3) << 3.14159 << "\n";
	std::cout << std::setw(9);
	assert(std::cout.good());
}
