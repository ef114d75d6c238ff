/* SPDX-License-Identifier: MIT */
/* new: operator new of the program's own code fails as C++ has it
 *
 * One call: 2 executions; of a thread 2 as well.  What the exception itself
 * needs, and what the library allocates for itself, never fails.  A handler
 * (std::set_new_handler) is called, and then it is tried again, as often as
 * failures are left: with two, it goes well, fails once, fails twice.  (The
 * handler is kept in the library's own memory.)  Of three elements that are made
 * one after the other each may be the one: 4.
 *
 * check: --strategy dfs --fail malloc
 * args: new
 * verdict: verified
 * executions: 2
 * states: some bad_alloc
 *
 * check: --strategy dfs --fail malloc
 * args: array
 * verdict: verified
 * executions: 2
 * states: some bad_alloc
 *
 * check: --strategy dfs --fail malloc
 * args: nothrow
 * verdict: verified
 * executions: 2
 * states: some none
 *
 * check: --strategy dfs --fail malloc
 * args: aligned
 * flags: -std=c++17
 * verdict: verified
 * executions: 2
 * states: some bad_alloc
 *
 * check: --strategy dfs --fail malloc --failures 2
 * args: handler
 * verdict: verified
 * fallback: fork
 * executions: 3
 * states: 0 1 2
 *
 * check: --strategy dfs --fail malloc
 * args: list
 * verdict: verified
 * executions: 4
 * states: 0 1 2 3
 *
 * check: --strategy dfs --fail pthread_create
 * args: thread
 * verdict: verified
 * executions: 2
 * states: ran system_error
 */
#include <cstdio>
#include <cstring>
#include <list>
#include <new>
#include <system_error>
#include <thread>

struct alignas(64) wide {
	char c[64];
};

static int handled;
static void *volatile got; /* else a compiler may leave `new` out */

static void handler()
{
	handled++;
}

static const char *make(const char *which)
{
	if (!strcmp(which, "new"))
		return (got = new int) ? "some" : "none";
	if (!strcmp(which, "array"))
		return (got = new int[4]) ? "some" : "none";
	if (!strcmp(which, "nothrow"))
		return (got = new (std::nothrow) int) ? "some" : "none";
	if (!strcmp(which, "aligned"))
		return (got = new wide) ? "some" : "none";
	return "";
}

int main(int argc, char **argv)
{
	if (!strcmp(argv[1], "handler")) {
		std::set_new_handler(handler);
		got = new int;
		printf("%d\n", handled);
		return 0;
	}
	if (!strcmp(argv[1], "list")) {
		std::list<int> l;

		try {
			for (int i = 0; i < 3; i++)
				l.push_back(i);
		} catch (const std::bad_alloc &) {
		}
		printf("%zu\n", l.size());
		return 0;
	}
	if (!strcmp(argv[1], "thread")) {
		try {
			std::thread t([] { puts("ran"); });

			t.join();
		} catch (const std::system_error &) {
			puts("system_error");
		}
		return 0;
	}
	try {
		puts(make(argv[1]));
	} catch (const std::bad_alloc &) {
		puts("bad_alloc");
	}
	return 0;
}
