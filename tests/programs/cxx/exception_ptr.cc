/* SPDX-License-Identifier: MIT */
/* exception_ptr: an exception handed from thread to thread; its count lies in
 * libstdc++'s own block
 *
 * default: checkpoint
 *
 * check: --exhaustive
 * verdict: verified
 * states: sum=3,alive=0
 * native: sc
 *
 * check: --exhaustive
 * flags: -O0
 * verdict: verified
 * states: sum=3,alive=0
 */
#include <atomic>
#include <cstdio>
#include <exception>
#include <thread>

static std::atomic<int> alive;

struct failure {
	int code;
	explicit failure(int c) : code(c)
	{
		alive++;
	}
	failure(const failure &other) : code(other.code)
	{
		alive++;
	}
	~failure()
	{
		alive--;
	}
};

static void work(int code, std::exception_ptr *out)
{
	try {
		throw failure(code);
	} catch (...) {
		*out = std::current_exception();
	}
}

int main()
{
	int sum = 0;
	{
		std::exception_ptr made[2];
		std::thread s(work, 1, &made[0]), t(work, 2, &made[1]);

		s.join();
		t.join();
		for (auto &p : made)
			try {
				std::rethrow_exception(p);
			} catch (const failure &f) {
				sum += f.code;
			}
	}
	std::printf("sum=%d,alive=%d\n", sum, alive.load());
}
