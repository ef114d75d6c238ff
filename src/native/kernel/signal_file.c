/* SPDX-License-Identifier: MIT */
/* signal_file.c - signalfd: signals that are read from a descriptor
 *
 * What can be read is what waits for whoever reads, or polls: signals to that
 * thread, and to the process.  A read takes them as sigwait does; nothing of
 * them is the file's but which ones it is about.
 */
#include "native/kernel/file.h"
#include "native/kernel/interest.h"
#include "native/kernel/poll.h"
#include "native/libc/libc.h"
#include "native/posix/signal.h"
#include "native/state.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/signalfd.h>

static const struct thread *asker;
static uint64_t files_made; /* in this execution */

void signal_files_asked_by(const struct thread *t)
{
	asker = t;
}

static uint64_t there(const struct file *f)
{
	STATE_ALSO(sigpending, pending);
	return signal_there(asker ? asker : rt.self, f->value);
}

bool signal_file_ready(const struct file *f)
{
	return there(f) != 0;
}

/* Whoever watches any of them looks again, as every one has one list of those
 * who wait (fs/signalfd.c, signalfd_notify). */
void signal_files_wake(void)
{
	if (!files_made)
		return;
	for (int i = 0; i < FILES_MAX; i++)
		if (files[i].kind == FILE_SIGNAL)
			wake_file(&files[i], WAKES_ALL);
}

/* As fs/signalfd.c has it, signalfd_copyinfo: all but a timer's and the
 * kernel's own tell who sent it, and those with a negative code the value. */
static void tell(const struct signal_note *note, struct signalfd_siginfo *out)
{
	siginfo_t info;

	signal_note_tell(note, &info);
	memset(out, 0, sizeof *out);
	out->ssi_signo = (uint32_t)info.si_signo;
	out->ssi_code = info.si_code;
	if (info.si_code == SI_TIMER) {
		out->ssi_tid = (uint32_t)info.si_timerid;
		out->ssi_overrun = (uint32_t)info.si_overrun;
	} else {
		out->ssi_pid = (uint32_t)info.si_pid;
		out->ssi_uid = info.si_uid;
	}
	if (info.si_code < 0) {
		out->ssi_int = info.si_value.sival_int;
		out->ssi_ptr = (uint64_t)info.si_value.sival_ptr;
	}
}

/* One is taken after the other, and more may come in between, with a lower
 * number (fs/signalfd.c, signalfd_read_iter). */
static void between(const struct file *f, const struct parts *p)
{
	kernel_point(OP_fd_read,
		kernel_object(KERNEL_EVENT, (uint64_t)(f - files)),
		WAIT_READ | WAIT_AT_ONCE | WAIT_BEGUN, (uint64_t)(f - files), 0,
		p->pc);
}

ssize_t signal_file_read(struct file *f, const struct parts *p)
{
	size_t room = parts_bytes(p) / sizeof(struct signalfd_siginfo), n = 0;

	if (!room)
		return refuse_call(EINVAL);
	for (; n < room && there(f); n++) {
		struct signalfd_siginfo one;
		struct signal_note note;

		signal_take_of(f->value, &note);
		if (note.known)
			hb_learn(note.known);
		tell(&note, &one);
		parts_put(p, n * sizeof one, &one, sizeof one);
		if (n + 1 < room)
			between(f, p);
	}
	if (n)
		return (ssize_t)(n * sizeof(struct signalfd_siginfo));
	signal_looked_at();
	return refuse_call(EAGAIN);
}

static int make(uint64_t set, int flags, uint64_t pc)
{
	struct file *f;

	numbers_point(OP_fd_open, pc);
	f = file_new(FILE_SIGNAL, O_RDWR | ((uint32_t)flags & O_NONBLOCK));
	if (!f)
		return -1;
	f->value = set;
	undo_save8(&files_made);
	files_made++;
	return file_give(f, flags & SFD_CLOEXEC);
}

static int change(int number, uint64_t set, uint64_t pc)
{
	struct file *f = file_of(number);
	uint64_t object =
		f && f->kind == FILE_SIGNAL
			? kernel_object(KERNEL_EVENT, (uint64_t)(f - files))
			: kernel_object(KERNEL_NUMBERS, 0);

	kernel_point(OP_fd_control, object, WAIT_NOT, 0, 0, pc);
	f = file_of(number);
	if (!f) {
		poll_foreign(number, pc);
		return (int)refuse_call(EBADF);
	}
	if (f->kind != FILE_SIGNAL)
		return (int)refuse_call(EINVAL);
	CHANGE(*f);
	f->value = set;
	signal_files_wake();
	return number;
}

EXPORT int LIBC(signalfd)(int number, const sigset_t *mask, int flags)
{
	uint64_t set;

	if (!controlled())
		return REAL(signalfd)(number, mask, flags);
	if (flags & ~(SFD_CLOEXEC | SFD_NONBLOCK))
		return (int)refuse_call(EINVAL);
	access_read(mask, sizeof set, CALLER);
	memcpy(&set, mask, sizeof set);
	set &= ~NEVER_BLOCKED;
	return number == -1 ? make(set, flags, CALLER)
			    : change(number, set, CALLER);
}
