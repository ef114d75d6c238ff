/* SPDX-License-Identifier: MIT */
/* cxx.cc - std::thread, mutex, condition variable, shared_ptr and an exception */
#include "bench.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>

static std::mutex m;
static std::condition_variable full;
static std::shared_ptr<int> item;
static int sum;

static void *produce(void *unused)
{
	std::lock_guard<std::mutex> hold(m);

	item = std::make_shared<int>(7);
	full.notify_one();
	return unused;
}

static void use(int value)
{
	if (value == 7)
		throw std::runtime_error("seven");
}

static void *consume(void *unused)
{
	std::shared_ptr<int> mine;
	{
		std::unique_lock<std::mutex> lock(m);
		full.wait(lock, [] { return item != nullptr; });
		mine = item;
	}
	try {
		use(*mine);
	} catch (const std::exception &) {
		sum++;
	}
	return unused;
}

static void reset()
{
	item.reset();
	sum = 0;
}

#ifdef BENCH_SEQUENTIAL
BENCH(reset, produce, consume)
#else
int main()
{
	scarp_choose(BENCH_REPEAT);
	reset();
	std::thread a(produce, nullptr), b(consume, nullptr);
	a.join();
	b.join();
}
#endif
