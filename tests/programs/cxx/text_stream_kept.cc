/* SPDX-License-Identifier: MIT */
/* text_stream_kept: what a stream on a string has goes back with the variables
 * beside it: its first byte, and how long it is
 *
 * Two threads of two sections each: C(4, 2) = 6 orders.
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 *
 * check: --exhaustive
 * verdict: verified
 * executions: 6
 * races: none
 */
#include <cassert>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>

static std::stringstream text;
static std::mutex lock;
static int last, sections;

static void section(int me)
{
	std::lock_guard<std::mutex> held(lock);
	int read = -1;

	text.seekg(0);
	text >> read;
	assert(read == last && text.gcount() == 0);
	text.seekp(0);
	text << me;
	last = me;
	text.seekp(0, std::ios::end);
	text << '.';
	assert(text.tellp() == 600 + ++sections);
}

static void twice(int me)
{
	section(me);
	section(me);
}

int main()
{
	text << "0 " << std::string(598, 'a');
	std::thread t(twice, 1);

	twice(2);
	t.join();
	assert(text.str().size() == 604);
}
