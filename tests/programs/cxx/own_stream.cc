/* SPDX-License-Identifier: MIT */
/* own_stream: two threads insert into one std::ostringstream
 *
 * It is for one thread at a time: a race, whatever is inserted.  The library
 * works in one piece here, which nobody promises.
 *
 * check: --exhaustive
 * verdict: partial
 * holes: may_tear
 * races: some
 * native: exits 134 139 -6 -11
 *
 * check: --exhaustive
 * flags: -DINSERT=put(97)
 * verdict: partial
 * holes: may_tear
 * races: some
 * native: exits 134 139 -6 -11
 *
 * check: --exhaustive
 * flags: -DINSERT=write(text,1)
 * verdict: partial
 * holes: may_tear
 * races: some
 * native: exits 134 139 -6 -11
 */
#include <sstream>
#include <thread>

#ifndef INSERT
#define INSERT operator<<(1)
#endif

static const char text[] __attribute__((unused)) = "a";

int main()
{
	std::ostringstream out;
	std::thread t([&] { out.INSERT; });

	out.INSERT;
	t.join();
	return 0;
}
