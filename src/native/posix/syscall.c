/* SPDX-License-Identifier: MIT */
/* syscall.c - syscall(), by number
 *
 * What becomes of a number stands in channel/calls.def, as for the C library's
 * wrappers: what is modelled goes to the function that the test would have
 * called (here), what is known to the kernel.  Any other number ends the run
 * with an error that names it.
 */
#include "native/kernel/call.h"
#include "native/model/overtaken.h"
#include "native/posix/clock.h"
#include "native/posix/futex.h"
#include "native/posix/ident.h"
#include "native/posix/syscall_name.h"
#include "native/raw.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

static long call_futex(const long *a, uint64_t pc)
{
	return futex_call((uint32_t *)a[0], (int)a[1], (uint32_t)a[2],
		(uint64_t)a[3], (uint32_t *)a[4], (uint32_t)a[5], pc);
}

static long call_gettid(const long *a, uint64_t pc)
{
	return thread_number();
}

static long call_getpid(const long *a, uint64_t pc)
{
	return PROCESS_ID;
}

static long call_yield(const long *a, uint64_t pc)
{
	sched_point(OP_yield, 0, 0, pc);
	return 0;
}

static long call_exit_group(const long *a, uint64_t pc)
{
	_exit((int)a[0]);
}

static long call_clock_gettime(const long *a, uint64_t pc)
{
	clock_read((clockid_t)a[0], (struct timespec *)a[1], pc);
	return 0;
}

static long call_nanosleep(const long *a, uint64_t pc)
{
	return nanosleep((struct timespec *)a[0], 0) ? -errno : 0;
}

static long call_clock_nanosleep(const long *a, uint64_t pc)
{
	return -clock_nanosleep(
		(clockid_t)a[0], (int)a[1], (struct timespec *)a[2], 0);
}

static long call_time(const long *a, uint64_t pc)
{
	return time((time_t *)a[0]);
}

static long call_getcpu(const long *a, uint64_t pc)
{
	return getcpu((unsigned *)a[0], (unsigned *)a[1]) ? -EFAULT : 0;
}

/* All threads run on one processor, one at a time: there is nothing to do.
 * Command 0 asks which ones exist. */
static long call_membarrier(const long *a, uint64_t pc)
{
	if (a[0] == 0)
		return 0x7f;
	if (rt.late) /* who else has to be seen is not modelled */
		unsupported("membarrier where stores are late (--model)", pc);
	sched_point(OP_fence, 0, 0, pc);
	if (unlikely(rt.world.weak))
		overtaken_none();
	return 0;
}

/* As a kernel that was built without it, or may not offer it, says. */
static long call_io_uring_setup(const long *a, uint64_t pc)
{
	(void)a;
	(void)pc;
	caveat(CAVEAT_no_io_uring, "io_uring_setup");
	return -ENOSYS;
}

/* The same: else each call of the test would have to ask for its rules. */
static long call_landlock(const long *a, uint64_t pc)
{
	(void)a;
	(void)pc;
	return -ENOSYS;
}

static long call_tgkill(const long *a, uint64_t pc)
{
	return tgkill((pid_t)a[0], (pid_t)a[1], (int)a[2]) ? -errno : 0;
}

static const struct {
	long number;
	long (*call)(const long *a, uint64_t pc);
} table[] = {
	{SYS_futex, call_futex},
	{SYS_gettid, call_gettid},
	{SYS_getpid, call_getpid},
	{SYS_sched_yield, call_yield},
	{SYS_exit_group, call_exit_group},
	{SYS_clock_gettime, call_clock_gettime},
	{SYS_nanosleep, call_nanosleep},
	{SYS_clock_nanosleep, call_clock_nanosleep},
	{SYS_time, call_time},
	{SYS_getcpu, call_getcpu},
	{SYS_membarrier, call_membarrier},
	{SYS_io_uring_setup, call_io_uring_setup},
	{SYS_landlock_create_ruleset, call_landlock},
	{SYS_landlock_add_rule, call_landlock},
	{SYS_landlock_restrict_self, call_landlock},
	{SYS_tgkill, call_tgkill},
};

enum how {
	HOW_known,
	HOW_hooked,
	HOW_modelled,
	HOW_refused,
	HOW_forked
};

#define SYS_none -1
static const struct {
	long number;
	enum how how;
} known[] = {
#define CALL(class, how, names, number) {SYS_##number, HOW_##how},
#include "channel/calls.def"
#undef CALL
};

static enum how how_of(long number)
{
	for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
		if (number >= 0 && known[i].number == number)
			return known[i].how;
	return HOW_refused;
}

static long controlled_call(long number, const long *a, uint64_t pc)
{
	const char *name = syscall_name(number);
	long rc;

	for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
		if (table[i].number == number)
			return table[i].call(a, pc);
	if (call_same(number, a, &rc))
		return rc;
	if (how_of(number) == HOW_known)
		return raw_syscall6(number, a[0], a[1], a[2], a[3], a[4], a[5]);
	run_error(ERR_UNSUPPORTED, pc,
		"the test calls 'syscall' with number %ld%s%s%s, which scarp "
		"does not support" SC(501),
		number, *name ? " (" : "", name, *name ? ")" : "");
}

/* What is a cancellation point by its name, and not so. */
static bool would_ask(long number)
{
	static const long asks[] = {SYS_read, SYS_write, SYS_pread64,
		SYS_pwrite64, SYS_readv, SYS_writev, SYS_open, SYS_openat,
		SYS_creat, SYS_close, SYS_poll, SYS_select, SYS_msync,
		SYS_fcntl, SYS_nanosleep, SYS_clock_nanosleep, SYS_getrandom};

	for (size_t i = 0; i < sizeof asks / sizeof *asks; i++)
		if (asks[i] == number)
			return true;
	return false;
}

static long never_cancelled(long number, const long *a, uint64_t pc)
{
	bool can = !rt.self->uncancellable && would_ask(number);
	long rc;

	if (can)
		thread_rare(rt.self)->uncancellable = 1;
	rc = controlled_call(number, a, pc);
	if (can)
		thread_rare(rt.self)->uncancellable = 0;
	return rc;
}

EXPORT long syscall(long number, ...)
{
	__builtin_va_list args;
	long a[6], rc;

	__builtin_va_start(args, number);
	for (int i = 0; i < 6; i++)
		a[i] = __builtin_va_arg(args, long);
	__builtin_va_end(args);
	rc = controlled()
		     ? never_cancelled(number, a, CALLER)
		     : raw_syscall6(number, a[0], a[1], a[2], a[3], a[4], a[5]);
	if (rc < 0 && rc > -4096) {
		errno = (int)-rc;
		return -1;
	}
	return rc;
}
