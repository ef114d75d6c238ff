/* SPDX-License-Identifier: MIT */
/* text_stream_derived: a class that is a std::ostringstream, whose text is
 * printed when it ends
 *
 * Each thread prints one line: 2 orders.
 *
 * check: --exhaustive
 * verdict: verified
 * executions: 2
 * races: none
 * states: 1=2.5\n2=2.5 2=2.5\n1=2.5
 * native: sc
 */
#include <cstdio>
#include <sstream>
#include <string>
#include <thread>

struct line : std::ostringstream {
	~line() override
	{
		std::puts(str().c_str());
	}
};

struct text : std::stringstream {
	explicit text(const std::string &from) : std::stringstream(from)
	{
	}
};

static void prints(int me)
{
	text numbers("2.5 3");
	double first;
	line out;

	numbers >> first;
	out << me << '=' << first;
}

int main()
{
	std::thread t(prints, 1);

	prints(2);
	t.join();
}
