/* SPDX-License-Identifier: MIT */
/* packaged_task: a task run by another thread, a deferred one run by its reader,
 * and a promise broken
 *
 * What would make the task ready at the exit of its thread is unknown, though
 * never called: fork mode.
 *
 * holes: aggregate_results
 * default: fork
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

int main()
{
	std::packaged_task<int(int)> task([](int n) { return 2 * n; });
	std::shared_future<int> f = task.get_future().share();
	std::thread t(std::move(task), 3);
	auto g = std::async(std::launch::deferred, [] { return 8; });
	std::future<int> none;
	bool broken = false;

	{
		std::promise<int> p;
		none = p.get_future();
	}
	try {
		none.get();
	} catch (const std::future_error &e) {
		broken = e.code() == std::future_errc::broken_promise;
	}
	std::printf("%d,%d,broken=%d\n", f.get(), g.get(), broken);
	t.join();
}
