/* SPDX-License-Identifier: MIT */
/* thread_local: constructed in each thread that uses it, destroyed at its end
 *
 * Two threads and main, in every execution anew: two destroyed at the joins,
 * all three at the end.
 *
 * check: --exhaustive
 * verdict: verified
 * states: made=3,first=2
 * native: sc
 */
#include <atomic>
#include <cassert>
#include <cstdio>
#include <thread>

static std::atomic<int> made, destroyed;

struct object {
	int value;
	object() : value(7)
	{
		made++;
	}
	~object()
	{
		destroyed++;
	}
};

static thread_local object mine;

static void use()
{
	assert(mine.value == 7);
	mine.value++;
}

struct at_the_end {
	int seen_after_join;
	~at_the_end()
	{
		/* Main's own was destroyed before this static. */
		assert(destroyed == made);
		std::printf("made=%d,first=%d\n", made.load(), seen_after_join);
	}
};

static at_the_end end;

int main()
{
	std::thread a(use), b(use);

	use();
	a.join();
	b.join();
	assert(mine.value == 8);
	end.seen_after_join = destroyed;
}
