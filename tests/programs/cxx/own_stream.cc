/* SPDX-License-Identifier: MIT */
/* own_stream: two threads insert into one std::ostringstream
 *
 * It is no standard stream: what the library does to its buffer is seen by
 * nobody, and that is said.
 *
 * check: --exhaustive
 * modes: fork
 * verdict: partial
 * holes: unseen_calls
 * native: exits 134 139 -6 -11
 *
 * check: --exhaustive
 * modes: fork
 * flags: -DINSERT=put(97)
 * verdict: partial
 * holes: unseen_calls
 * native: exits 134 139 -6 -11
 *
 * check: --exhaustive
 * modes: fork
 * flags: -DINSERT=write(text,1)
 * verdict: partial
 * holes: unseen_calls
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
