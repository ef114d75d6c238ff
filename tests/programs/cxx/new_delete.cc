/* SPDX-License-Identifier: MIT */
/* new_delete: every form of operator new, and a new that fails
 *
 * default: checkpoint
 *
 * check: --exhaustive
 * verdict: verified
 * states: 8,failed=1,none=1
 * races: none
 * native: sc
 */
#include <atomic>
#include <cstdio>
#include <new>
#include <thread>

static std::atomic<int> sum;
static char *volatile keep;

struct alignas(64) wide {
	int value;
};

static void work(int n)
{
	int *one = new int(n);
	int *many = new int[2]{n, n};
	int *quiet = new (std::nothrow) int(n);

	sum += *one + many[1] + *quiet;
	delete quiet;
	delete[] many;
	delete one;
}

int main()
{
	bool failed = false, none;
	std::size_t much = std::size_t(1) << 50;
	std::thread t(work, 1);

	work(1);
	t.join();
	wide *w = new wide{2};
	int value = w->value;
	delete w;
	try {
		keep = new char[much];
	} catch (const std::bad_alloc &) {
		failed = true;
	}
	none = !::operator new(much, std::nothrow);
	std::printf("%d,failed=%d,none=%d\n", sum + value, failed, none);
}
