/* SPDX-License-Identifier: MIT */
/* unwind: _Unwind_Backtrace on every thread ends at its entry, and an exception
 * passes through three frames of each, between switches
 *
 * Each thread counts its frames from three calls deep before and after other
 * threads may run. Both times the count is the same, and the end of the stack
 * ends it, not an error or a loop.  Under scarp there are level3 to level1, work, and two
 * frames of the runtime: 6.  main has one call less, and more of the runtime
 * below it.
 *
 * check: --exhaustive
 * verdict: verified
 * states: 6,6,caught=3
 */
#include <atomic>
#include <cassert>
#include <cstdio>
#include <stdexcept>
#include <pthread.h>
#include <unwind.h>

static std::atomic<int> x, caught;

static _Unwind_Reason_Code count(struct _Unwind_Context *context, void *n)
{
	static const int many = 100;
	int *frames = static_cast<int *>(n);

	// The unwinder tells the undefined return address as a frame at 0.
	if (_Unwind_GetIP(context) == 0)
		frames[1]++;
	else
		frames[0]++;
	return *frames == many ? _URC_NORMAL_STOP : _URC_NO_REASON;
}

__attribute__((noinline)) static int frames()
{
	int n[2] = {0, 0};

	assert(_Unwind_Backtrace(count, n) == _URC_END_OF_STACK);
	assert(n[1] == 1);
	return n[0] - 1; // this one
}

__attribute__((noinline)) static int level3(bool thrown)
{
	int before = frames();

	x++; // here another thread may run
	if (thrown)
		throw std::runtime_error("three frames");
	assert(frames() == before);
	return before;
}

__attribute__((noinline)) static int level2(bool thrown)
{
	int n = level3(thrown);

	x.load(std::memory_order_relaxed);
	return n;
}

__attribute__((noinline)) static int level1(bool thrown)
{
	int n = level2(thrown);

	x.load(std::memory_order_relaxed);
	return n;
}

static void *work(void *)
{
	int n = level1(false);

	try {
		level1(true);
	} catch (const std::runtime_error &) {
		caught++;
	}
	return reinterpret_cast<void *>(static_cast<long>(n));
}

int main()
{
	void *a, *b;
	pthread_t t, u;

	pthread_create(&t, nullptr, work, nullptr);
	pthread_join(t, &a);
	pthread_create(&u, nullptr, work, nullptr);
	work(nullptr);
	pthread_join(u, &b);
	std::printf("%ld,%ld,caught=%d\n", reinterpret_cast<long>(a),
		reinterpret_cast<long>(b), caught.load());
}
