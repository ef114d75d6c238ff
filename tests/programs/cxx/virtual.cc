/* SPDX-License-Identifier: MIT */
/* virtual: an object used through its base while the thread that made it ends
 *
 * The pointer is published by an atomic store after construction, so the
 * derived function is always the one that runs.
 *
 * check: --exhaustive
 * verdict: verified
 * states: none derived
 * races: none
 * native: sc
 */
#include <atomic>
#include <cstdio>
#include <thread>

struct base {
	virtual ~base() = default;
	virtual const char *name() const
	{
		return "base";
	}
};

struct derived : base {
	const char *name() const override
	{
		return "derived";
	}
};

static std::atomic<base *> shared;

int main()
{
	std::thread t([] { shared = new derived; });
	base *seen = shared;
	const char *name = seen ? seen->name() : "none";

	t.join();
	delete shared.load();
	std::printf("%s\n", name);
}
