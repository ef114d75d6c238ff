/* SPDX-License-Identifier: MIT */
/* uncaught: an exception that leaves a thread, or main; its type as one writes
 * it, and what() where it has one
 *
 * check: --exhaustive
 * verdict: bug uncaught_exception
 * says: type 'std::runtime_error': too large
 *
 * check: --exhaustive
 * flags: -DIN_MAIN
 * verdict: bug uncaught_exception
 * says: type 'std::runtime_error': too large
 *
 * check: --exhaustive
 * flags: -DOWN
 * verdict: bug uncaught_exception
 * says: type 'own::error<int>': second base, 7
 *
 * check: --exhaustive
 * flags: -DOWN -O0
 * verdict: bug uncaught_exception
 * says: type 'own::error<int>': second base, 7
 *
 * check: --exhaustive
 * flags: -DAGAIN
 * verdict: bug uncaught_exception
 * says: type 'own::error<int>': second base, 7
 *
 * check: --exhaustive
 * flags: -DNUMBER
 * verdict: bug uncaught_exception
 * says: with an exception of type 'unsigned long'
 *
 * check:
 * verdict: bug uncaught_exception
 */
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>

namespace own
{
struct first {
	long ignored = 0;
	virtual ~first() = default;
};

template <class T> struct error : first, std::exception {
	std::string text;
	explicit error(T value) : text("second base, " + std::to_string(value))
	{
	}
	const char *what() const noexcept override
	{
		return text.c_str();
	}
};
} // namespace own

static void work()
{
#if defined(OWN)
	throw own::error<int>(7);
#elif defined(AGAIN)
	std::exception_ptr p;

	try {
		throw own::error<int>(7);
	} catch (...) {
		p = std::current_exception();
	}
	std::rethrow_exception(p);
#elif defined(NUMBER)
	throw 7ul;
#else
	throw std::runtime_error("too large");
#endif
}

int main()
{
#ifdef IN_MAIN
	work();
#else
	std::thread(work).join();
#endif
}
