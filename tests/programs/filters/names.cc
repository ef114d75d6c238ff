/* SPDX-License-Identifier: MIT */
/* names: C++ functions by their name alone, by what is before it, and all
 * instances of a template
 *
 * Each thread draws four numbers, in different functions, so there are C(9, 4)
 * = 126 executions; without one of the functions C(7, 3) = 35, within one 3.
 *
 * check: --strategy dfs --without push
 * verdict: partial
 * holes: filtered
 * exit: 0
 * executions: 35
 * check: --strategy dfs --without queue::push
 * verdict: partial
 * holes: filtered
 * exit: 0
 * executions: 35
 * check: --strategy dfs --without names::queue::push
 * verdict: partial
 * holes: filtered
 * exit: 0
 * executions: 35
 * check: --strategy dfs --within each
 * verdict: partial
 * holes: filtered
 * exit: 0
 * executions: 10
 * check: --strategy dfs --within hidden
 * verdict: partial
 * holes: filtered
 * exit: 0
 * executions: 3
 */
#include <atomic>

#include "test.h"

static std::atomic<int> count;

namespace names
{
struct queue {
	__attribute__((noinline)) void push(int)
	{
		count.fetch_add(1);
	}
};

template <typename T> __attribute__((noinline)) void each(T)
{
	count.fetch_add(1);
}
} // namespace names

namespace
{
__attribute__((noinline)) void hidden()
{
	count.fetch_add(1);
}
} // namespace

static void *work(void *)
{
	names::queue q;

	q.push(1);
	names::each(1);
	names::each("one");
	hidden();
	return nullptr;
}

int main()
{
	pthread_t t = start(work, nullptr), u = start(work, nullptr);

	finish(t);
	finish(u);
	return 0;
}
