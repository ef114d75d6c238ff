/* SPDX-License-Identifier: MIT */
/* linked.c - before anything else: pass-through or under control
 *
 * The first entry of the executable's constructor table.  Without a channel it
 * returns and the program runs as if it had been built normally.  With one it
 * never returns: the rest of the constructors and main become the main thread
 * of every execution.
 */
#include "base/err.h"
#include "native/driver.h"
#include "native/entry/entry.h"
#include "native/entry/library.h"
#include "native/hooks/unhook.h"
#include "native/rt.h"
#include "native/start.h"
#include "native/stress.h"
#include "native/threads/early.h"
#include "native/threads/thread.h"

typedef void (*constructor)(int, char **, char **);
extern constructor __init_array_start[] HIDDEN;
extern constructor __init_array_end[] HIDDEN;
extern int main(int, char **, char **);

static void start(int argc, char **argv, char **envp);
__attribute__((section(".init_array.00000"), used)) static constructor first =
	start;

/* Before the libraries' constructors, the C library's too: no getenv. */
static void before_all(int argc, char **argv, char **envp)
{
	if (start_comes(envp))
		library_hold();
}

__attribute__((section(".preinit_array"), used)) static constructor hold =
	before_all;

void *main_run(void *arg)
{
	constructor *p = __init_array_start;
	int status;

	early_begin();
	library_construct(rt.argc, rt.argv, rt.envp);
	while (p < __init_array_end && *p != start)
		p++;
	for (p++; p < __init_array_end; p++)
		(*p)(rt.argc, rt.argv, rt.envp);
	status = main(rt.argc, rt.argv, rt.envp);
	process_exit(
		inventory_void_main() ? rt.channel->config.expect_exit : status,
		0);
}

typedef void (*destructor)(void);
extern destructor __fini_array_start[] HIDDEN;
extern destructor __fini_array_end[] HIDDEN;
extern char _start[] HIDDEN;

static bool of_the_test(destructor d)
{
	return !entry_is_crtbegins((uint64_t)d, (uint64_t)_start);
}

bool entry_destroy(void)
{
	bool any = false;

	for (destructor *d = __fini_array_end; d-- > __fini_array_start;)
		if (of_the_test(*d)) {
			any = true;
			(*d)();
		}
	return any;
}

bool entry_destroys(void)
{
	for (destructor *d = __fini_array_start; d < __fini_array_end; d++)
		if (of_the_test(*d))
			return true;
	return false;
}

static void start(int argc, char **argv, char **envp)
{
	bool delayed;

	start_under_control(argc, argv, envp);
	library_release(argc, argv, envp);
	delayed = stress_wanted(envp);
	unhook(delayed);
	if (delayed)
		stress_ready();
}
