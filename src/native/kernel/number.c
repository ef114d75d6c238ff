/* SPDX-License-Identifier: MIT */
/* number.c - descriptors: which numbers are open, and for what */
#include "native/kernel/poll.h"
#include "native/kernel/file.h"
#include "native/kernel/lock.h"
#include "native/kernel/sock.h"
#include "native/kernel/interest.h"
#include "native/output.h"
#include "native/raw.h"
#include "native/state.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

struct file files[FILES_MAX];
struct queue queues[FILES_MAX];
uint64_t number_limit;

static struct {
	uint16_t file; /* plus one; 0: free */
	uint8_t closes_on_exec;
} numbers[NUMBERS_MAX];

/* In fork mode the kernel has numbers of its own beside ours, if the test makes
 * calls that we do not see: each number of ours is taken there as well. */
static bool shared;
static int placeholder = -1;

static void find_others(void)
{
	int flags;

	for (int n = 0; n < NUMBERS_MAX; n++) {
		flags = (int)raw_syscall(SYS_fcntl, n, F_GETFL);
		if (flags < 0 || n >= OUTCOMES_FD)
			continue;
		files[n].kind = n < 3 ? FILE_STREAM : FILE_REAL;
		files[n].value = (uint64_t)n;
		files[n].refs = 1;
		files[n].flags = (uint32_t)flags;
		numbers[n].file = (uint16_t)(n + 1);
		numbers[n].closes_on_exec =
			(uint8_t)raw_syscall(SYS_fcntl, n, F_GETFD);
	}
}

void numbers_init(void)
{
	struct rlimit limit = {0};
	int low;

	raw_syscall6(SYS_prlimit64, 0, RLIMIT_NOFILE, 0, (long)&limit, 0, 0);
	number_limit = limit.rlim_cur;
	find_others();
	shared = rt.mode == MODE_FORK && inventory_unknown_calls();
	if (!shared)
		return;
	low = (int)raw_syscall6(SYS_openat, AT_FDCWD, (long)"/dev/null",
		O_PATH | O_CLOEXEC, 0, 0, 0);
	placeholder = (int)raw_syscall6(
		SYS_fcntl, low, F_DUPFD_CLOEXEC, OUTCOMES_FD, 0, 0, 0);
	raw_syscall(SYS_close, low, 0);
}

/* A stream's socket that is nothing to anybody yet.  A turn of a loop that
 * makes one and closes it again may be without effect
 * (docs/design/018-turns.md); others that find its number or its file taken
 * meanwhile have seen it. */
static bool is_bare(const struct file *f)
{
	const struct sock *s = sock_of(f);

	return f->kind == FILE_SOCKET && !f->in && !f->out && !f->content &&
	       s->type == SOCK_STREAM && !s->own.length && !s->first &&
	       (s->state == SOCK_NEW || s->state == SOCK_REFUSED);
}

static void number_seen(int number)
{
	spin_state(&numbers[number], sizeof numbers[number], false);
}

/* Before a number is given to a file, or taken from it. */
static void number_changes(int number, const struct file *f)
{
	if (f->refs == 1 && is_bare(f)) {
		spin_state(&numbers[number], sizeof numbers[number], true);
		KEEP(numbers[number]);
	} else {
		CHANGE(numbers[number]);
	}
}

struct file *file_at(int number)
{
	if (number < 0 || number >= NUMBERS_MAX)
		return 0;
	shared_read(&numbers[number]);
	return numbers[number].file ? &files[numbers[number].file - 1] : 0;
}

struct file *file_of(int number)
{
	struct file *f = file_at(number);

	if (number >= 0 && number < NUMBERS_MAX && (!f || is_bare(f)))
		number_seen(number);
	return f;
}

bool number_is_kernels(int number)
{
	return rt.mode == MODE_FORK &&
	       raw_syscall(SYS_fcntl, number, F_GETFD) >= 0;
}

bool number_closes_on_exec(int number)
{
	spin_state(&numbers[number], sizeof numbers[number], false);
	return numbers[number].closes_on_exec;
}

void number_closing(int number, bool closes_on_exec)
{
	CHANGE(numbers[number]);
	numbers[number].closes_on_exec = closes_on_exec;
}

struct file *file_new(enum file_kind kind, uint32_t flags)
{
	for (unsigned i = 0; i < FILES_MAX; i++) {
		struct file *f = &files[i];

		if (f->kind != FILE_FREE) {
			if (is_bare(f))
				spin_state(&f->kind, sizeof f->kind, false);
			continue;
		}
		spin_state(&f->kind, sizeof f->kind, true);
		KEEP(*f);
		*f = (struct file){.kind = (uint8_t)kind, .flags = flags};
		return f;
	}
	refuse_call(ENFILE);
	return 0;
}

/* The kernel's, which another call of the test may have taken. */
static bool taken(int number)
{
	return shared && raw_syscall(SYS_fcntl, number, F_GETFD) >= 0;
}

void number_set(int number, struct file *f, bool closes_on_exec)
{
	number_changes(number, f);
	KEEP(*f);
	f->refs++;
	numbers[number].file = (uint16_t)(f - files + 1);
	numbers[number].closes_on_exec = closes_on_exec;
	if (shared && f->kind != FILE_REAL)
		raw_syscall6(SYS_dup3, placeholder, number, O_CLOEXEC, 0, 0, 0);
}

bool number_allowed(uint64_t n)
{
	STATE_ALSO(dup, limits);
	state_value(&number_limit, sizeof number_limit, false);
	return n < number_limit;
}

int number_new(struct file *f, int from, bool closes_on_exec)
{
	number_allowed(0);
	for (int n = from; n < NUMBERS_MAX && (uint64_t)n < number_limit; n++) {
		shared_read(&numbers[n]);
		if (!numbers[n].file && !taken(n)) {
			number_set(n, f, closes_on_exec);
			return n;
		}
		number_seen(n);
	}
	if (number_limit > NUMBERS_MAX)
		run_error(ERR_UNSUPPORTED, 0,
			"more than %d descriptors are open: scarp supports "
			"that many" SC(502),
			NUMBERS_MAX);
	return (int)refuse_call(EMFILE);
}

int file_give(struct file *f, bool closes_on_exec)
{
	int number;

	f->refs = 1; /* while it is given */
	number = number_new(f, 0, closes_on_exec);
	file_drop(f);
	if (number >= 0)
		trace_result((uint64_t)number);
	return number;
}

void file_drop(struct file *f)
{
	KEEP(*f);
	if (--f->refs)
		return;
	interest_closed(f);
	if (f->kind == FILE_SOCKET)
		sock_closed(f);
	queue_leave(f->in, true);
	queue_leave(f->out, false);
	if (f->content) {
		lock_drop(f);
		content_drop(f->content);
	}
	spin_state(&f->kind, sizeof f->kind, true);
	*f = (struct file){0};
}

/* Somebody came to read or write that, and has not done it. */
static bool somebody_is_at(const struct file *f, bool waits)
{
	for (tid i = 0; i < rt.world.threads; i++) {
		const struct pending *p = &rt.pending[i];
		const struct thread *t = thread_of(i);

		if (p->live && t != rt.self &&
			(p->kind == OP_fd_read || p->kind == OP_fd_write ||
				p->kind == OP_fd_accept ||
				p->kind == OP_fd_lock ||
				p->kind == OP_fd_meet ||
				p->kind == OP_fd_connect ||
				p->kind == OP_fd_wait ||
				p->kind == OP_fd_timed_wait) &&
			t->scratch[1] == (uint64_t)(f - files) &&
			!(waits && wait_is_over(t)))
			return true;
	}
	return false;
}

void file_waiting_changes(int number, const struct file *f)
{
	bool waits = f->kind == FILE_PIPE || f->kind == FILE_SOCKET ||
		     f->kind == FILE_EVENT || f->kind == FILE_SIGNAL;

	if (rt.on && waits && somebody_is_at(f, false))
		caveat(CAVEAT_flags_beside, "descriptor %d", number);
}

/* Somebody waits until that, among others, is ready. */
static bool somebody_polls(int number)
{
	for (tid i = 0; i < rt.world.threads; i++) {
		const struct pending *p = &rt.pending[i];
		const struct thread *t = thread_of(i);

		if (p->live && t != rt.self &&
			(p->kind == OP_fd_poll ||
				p->kind == OP_fd_timed_poll) &&
			poll_asks(t->scratch[1], t->scratch[2], number) &&
			!wait_is_over(t))
			return true;
	}
	return false;
}

void number_drop(int number)
{
	struct file *f = file_of(number);

	if (rt.on && (somebody_is_at(f, true) || somebody_polls(number)))
		caveat(CAVEAT_closed_beside, "descriptor %d", number);

	/* A standard stream's is the kernel's own, too, which fork mode asks
	 * about a number that is nobody's here. */
	if (shared || f->kind == FILE_REAL ||
		(rt.mode == MODE_FORK && number < 3 && f->kind == FILE_STREAM))
		raw_syscall(SYS_close, number, 0);
	number_changes(number, f);
	numbers[number].file = 0;
	numbers[number].closes_on_exec = 0;
	file_drop(f);
}

void numbers_point(enum op kind, uint64_t pc)
{
	kernel_point(
		kind, kernel_object(KERNEL_NUMBERS, 0), WAIT_NOT, 0, 0, pc);
}

void only_forked(uint64_t pc, const char *fmt, ...)
{
	char what[200];
	va_list args;

	va_start(args, fmt);
	vsnprintf(what, sizeof what, fmt, args);
	va_end(args);
	if (rt.mode != MODE_FORK && rt.channel->config.task == TASK_CHECK)
		leaked(CAVEAT_file_writes, pc, "%s", what);
	files_change();
	caveat(CAVEAT_file_writes, "%s", what);
}
