/* SPDX-License-Identifier: MIT */
/* fstream_kept: what a stream on a file has in its buffer goes back with the
 * variables beside it: bytes that wait, and bytes that were read ahead
 *
 * Two threads of two sections each: C(4, 2) = 6 orders.
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 *
 * check: --exhaustive
 * verdict: verified
 * last_round: 6
 * races: none
 */
#include <cassert>
#include <cstdio>
#include <fstream>
#include <mutex>
#include <string>
#include <thread>

static std::ofstream out;
static std::ifstream in;
static std::mutex lock;
static std::string wrote;
static int sections;

static void section(int me)
{
	std::lock_guard<std::mutex> held(lock);
	int read = -1;

	in >> read;
	assert(read == sections++);
	in.seekg(in.tellg()); /* it reads ahead from there */
	assert(in.peek() == ' ');
	out.flush().put((char)('0' + me)); /* over what waited before */
	wrote += std::to_string(me);
}

static void twice(int me)
{
	section(me);
	section(me);
}

int main()
{
	std::string all;

	out.open("fstream_kept.in");
	out << "0 1 2 3 4";
	out.close();
	in.open("fstream_kept.in");
	out.open("fstream_kept.out");
	out << "begun";
	assert(in.peek() == '0');
	std::thread t(twice, 1);

	twice(2);
	t.join();
	out.close();
	in.close();
	in.open("fstream_kept.out");
	in >> all;
	assert(all == "begun" + wrote);
	std::remove("fstream_kept.in");
	std::remove("fstream_kept.out");
}
