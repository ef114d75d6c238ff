/* SPDX-License-Identifier: MIT */
/* forgotten: a std::thread destroyed without join calls std::terminate
 *
 * check: --exhaustive
 * verdict: bug abort uncaught_exception
 *
 * terminate without an exception; either name is right.
 */
#include <thread>

int main()
{
	std::thread t([] {});
}
