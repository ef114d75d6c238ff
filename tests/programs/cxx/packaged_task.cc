/* SPDX-License-Identifier: MIT */
/* packaged_task: a task run by another thread, a deferred one run by its
 * reader, and a promise broken
 *
 * default: checkpoint
 *
 * check: --exhaustive
 * verdict: verified
 * states: 6,8,broken=1
 * races: none
 * native: sc
 */
#include <cstdio>
#include <future>
#include <thread>

/* Alone, so that it adds nothing to the orders of the two threads. */
static bool promise_breaks()
{
	std::future<int> none;

	{
		std::promise<int> p;
		none = p.get_future();
	}
	try {
		none.get();
	} catch (const std::future_error &e) {
		return e.code() == std::future_errc::broken_promise;
	}
	return false;
}

int main()
{
	std::packaged_task<int(int)> task([](int n) { return 2 * n; });
	std::shared_future<int> f = task.get_future().share();
	std::thread t(std::move(task), 3);
	int twice = f.get();

	t.join();
	auto g = std::async(std::launch::deferred, [] { return 8; });
	std::printf("%d,%d,broken=%d\n", twice, g.get(), promise_breaks());
}
