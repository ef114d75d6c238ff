/* SPDX-License-Identifier: MIT */
/* everything: reads all that differs from one native run to the next, prints it,
 * and then fails an assertion in some schedules: two threads lose an update */
#include <atomic>
#include <cassert>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <pthread.h>
#include <random>
#include <sched.h>
#include <sys/auxv.h>
#include <sys/random.h>
#include <sys/types.h>
#include <unistd.h>

static std::atomic<int> counter;

static void *work(void *name)
{
	unsigned long drawn = 0;
	char *heap = static_cast<char *>(std::malloc(10));
	int local, never_set;
	std::random_device device;

	if (getrandom(&drawn, sizeof drawn, 0) != sizeof drawn)
		std::abort();
	std::printf("%s: %d %p %p %d %lx %x %d\n", static_cast<char *>(name),
		static_cast<int>(gettid()), static_cast<void *>(heap),
		static_cast<void *>(&local), never_set, drawn, device(),
		std::rand());
	std::free(heap);
	int n = counter.load();
	counter.store(n + 1);
	return nullptr;
}

int main()
{
	static char a[] = "a", b[] = "b";
	const auto *random = reinterpret_cast<unsigned char *>(
		getauxval(AT_RANDOM));
	pthread_t t, u;

	std::printf("%d %d %p %p %p %02x%02x %lld\n", static_cast<int>(getpid()),
		sched_getcpu(), reinterpret_cast<void *>(&counter),
		reinterpret_cast<void *>(&std::puts),
		static_cast<void *>(getenv("PATH")), random[0], random[1],
		static_cast<long long>(std::chrono::system_clock::now()
					       .time_since_epoch()
					       .count()));
	pthread_create(&t, nullptr, work, a);
	pthread_create(&u, nullptr, work, b);
	pthread_join(t, nullptr);
	pthread_join(u, nullptr);
	assert(counter == 2);
}
