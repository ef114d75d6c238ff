/* SPDX-License-Identifier: MIT */
/* at_thread_exit: what C++ puts off to the end of a thread orders what comes
 * before it with whoever waits for it, and comes behind the thread's objects
 *
 * check: --exhaustive --races=error
 * flags: -std=c++17 -DPROMISE
 * verdict: verified
 * native: sc
 *
 * check: --exhaustive --races=error
 * flags: -std=c++17 -DTASK
 * verdict: verified
 * native: sc
 *
 * check: --exhaustive --races=error
 * flags: -std=c++17 -DCONDITION
 * verdict: verified
 * native: sc
 *
 * (the state may be gone by then)
 * check: --exhaustive --races=error
 * flags: -std=c++17 -DGONE
 * verdict: verified
 * native: sc
 *
 * check: --exhaustive
 * flags: -std=c++17 -DFORGOTTEN
 * verdict: bug deadlock
 * others: assertion
 * native: hangs
 */
#include <cassert>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>

static int plain;

struct at_end {
	~at_end()
	{
		plain = 2;
	}
};

#if defined PROMISE
int main()
{
	std::promise<int> p;
	auto f = p.get_future();
	std::thread t([&] {
		static thread_local at_end object;

		(void)&object;
		plain = 1;
		p.set_value_at_thread_exit(4);
	});

	assert(f.get() == 4 && plain == 2);
	t.join();
}
#elif defined TASK
int main()
{
	std::packaged_task<int(int)> p([](int a) {
		plain = 1;
		return a;
	});
	auto f = p.get_future();
	std::thread t([&] { p.make_ready_at_thread_exit(4); });

	assert(f.get() == 4 && plain == 1);
	t.join();
}
#elif defined GONE
int main()
{
	std::thread t([] {
		std::promise<int> p;

		p.set_value_at_thread_exit(4);
	});

	t.join();
}
#else
static std::mutex m;
static std::condition_variable c;
static bool done;

int main()
{
	std::thread t([] {
		std::unique_lock<std::mutex> lock(m);
		static thread_local at_end object;

		(void)&object;
		done = true;
#ifdef CONDITION
		std::notify_all_at_thread_exit(c, std::move(lock));
		assert(!lock.owns_lock());
#endif
	});
	std::unique_lock<std::mutex> lock(m);

	while (!done)
		c.wait(lock);
	assert(plain == 2);
	lock.unlock();
	t.join();
}
#endif
