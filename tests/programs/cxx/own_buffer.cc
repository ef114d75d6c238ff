/* SPDX-License-Identifier: MIT */
/* own_buffer: streams on a buffer of the test's own class, and one that is tied;
 * what the library does with them is seen by nobody, and that is said
 *
 * check: --exhaustive
 * modes: fork
 * verdict: partial
 * holes: unseen_calls
 *
 * check: --exhaustive
 * modes: fork
 * flags: -DINSERTS=put('1')
 * verdict: partial
 * holes: unseen_calls
 *
 * check: --exhaustive
 * modes: fork
 * flags: -DINSERTS=operator<<("1")
 * verdict: partial
 * holes: unseen_calls
 *
 * check: --exhaustive
 * modes: fork
 * flags: -DTIED
 * verdict: partial
 * holes: unseen_calls
 */
#include <cassert>
#include <iostream>
#include <sstream>
#include <streambuf>
#include <thread>

#ifndef INSERTS
#define INSERTS operator<<(1)
#endif

struct counts : std::streambuf {
	int n = 0;

	int overflow(int c) override
	{
		n++;
		return c;
	}
};

#ifdef TIED
static std::stringbuf buffer;
#else
static counts buffer;
#endif

static void inserts(std::ostream *out)
{
	out->INSERTS;
}

int main()
{
	std::ostream out(&buffer);

#ifdef TIED
	out.tie(&std::cout);
#endif
	std::thread t(inserts, &out);
	t.join();
#ifdef TIED
	assert(buffer.str() == "1");
#else
	assert(buffer.n == 1);
#endif
}
