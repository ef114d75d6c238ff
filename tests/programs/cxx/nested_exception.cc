/* SPDX-License-Identifier: MIT */
/* nested_exception: one exception inside another, from thread to thread
 *
 * default: checkpoint
 *
 * check: --exhaustive
 * verdict: verified
 * states: inner,outer
 * races: none
 * native: sc
 *
 * check: --exhaustive
 * flags: -O0
 * verdict: verified
 * states: inner,outer
 */
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>

static std::string told;

static void tell(const std::exception &e)
{
	try {
		std::rethrow_if_nested(e);
	} catch (const std::exception &inner) {
		tell(inner);
		told += ",";
	}
	told += e.what();
}

int main()
{
	std::exception_ptr p;
	std::thread t([&] {
		try {
			try {
				throw std::runtime_error("inner");
			} catch (...) {
				std::throw_with_nested(
					std::logic_error("outer"));
			}
		} catch (...) {
			p = std::current_exception();
		}
	});

	t.join();
	try {
		std::rethrow_exception(p);
	} catch (const std::exception &e) {
		tell(e);
	}
	std::printf("%s\n", told.c_str());
}
