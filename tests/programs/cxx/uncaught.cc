/* SPDX-License-Identifier: MIT */
/* uncaught: an exception that leaves a thread, or main
 *
 * check: --exhaustive
 * verdict: bug uncaught_exception
 * says: too large
 *
 * check: --exhaustive
 * flags: -DIN_MAIN
 * verdict: bug uncaught_exception
 * says: too large
 *
 * check:
 * verdict: bug uncaught_exception
 */
#include <stdexcept>
#include <thread>

static void work()
{
	throw std::runtime_error("too large");
}

int main()
{
#ifdef IN_MAIN
	work();
#else
	std::thread(work).join();
#endif
}
