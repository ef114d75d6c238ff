/* SPDX-License-Identifier: MIT */
/* exception_shared: one exception, read by two threads at once; the last to let
 * go destroys it
 *
 * default: checkpoint
 *
 * check: --exhaustive
 * verdict: verified
 * states: sum=14,gone=1
 * races: none
 * native: sc
 *
 * check: --exhaustive
 * flags: -O0
 * verdict: verified
 * states: sum=14,gone=1
 */
#include <atomic>
#include <cstdio>
#include <exception>
#include <thread>

static std::atomic<int> gone;

struct failure {
	int code;
	explicit failure(int c) : code(c)
	{
	}
	failure(const failure &) = default;
	~failure()
	{
		code = -1; /* races with whoever still reads it */
		gone++;
	}
};

static int look(std::exception_ptr p)
{
	try {
		std::rethrow_exception(std::move(p));
	} catch (const failure &f) {
		return f.code;
	}
}

int main()
{
	int a = 0, b = 0;
	std::exception_ptr p;

	try {
		throw failure(7);
	} catch (...) {
		p = std::current_exception();
	}
	std::thread t(
		[&a](std::exception_ptr q) { a = look(std::move(q)); }, p);
	b = look(std::move(p));
	t.join();
	std::printf("sum=%d,gone=%d\n", a + b, gone.load());
}
