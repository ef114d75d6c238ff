/* SPDX-License-Identifier: MIT */
#include "native/libc/stream.h"
#include "native/footprint.h"
#include "native/kernel/device.h"
#include "native/kernel/file.h"
#include "native/libc/files.h"
#include "native/output.h"
#include "native/posix/cancel.h"
#include "native/posix/interrupted.h"
#include "native/spin.h"
#include "native/state.h"

#include <errno.h>
#include <unistd.h>
#include <wchar.h>

/* What stdin, stdout and stderr are, whatever the test stores there. */
extern char _IO_2_1_stdin_[], _IO_2_1_stdout_[], _IO_2_1_stderr_[];

int stream_number(FILE *f)
{
	if ((char *)f == _IO_2_1_stdout_)
		return 1;
	if ((char *)f == _IO_2_1_stderr_)
		return 2;
	return (char *)f == _IO_2_1_stdin_ ? 0 : -1;
}

static void offer(struct thread *t, struct pending *p)
{
	struct object *o = object_find(p->object);

	offer_success(p, t->scratch[0] || !o || o->owner == TID_NONE ||
				 o->owner == t->id);
}

void streams_init(void)
{
	offer_of[OP_io_write] = offer;
	offer_of[OP_io_read] = offer;
	offer_of[OP_io_look] = offer;
	offer_of[OP_io_clear] = offer;
	offer_of[OP_file_lock] = offer;
	scan_init();
}

static struct object *lock_of(FILE *f)
{
	return object_get((uint64_t)f, OBJECT_FILE, 0);
}

void stream_used(FILE *f, bool locks, uint64_t pc)
{
	struct object *o = object_find((uint64_t)f);
	bool held = locks || (o && o->owner == rt.self->id);

	if (rt.self->held_by || stream_number(f) < 0)
		return;
	if (o && o->used >= rt.birth && o->user != rt.world.self &&
		o->used > rt.clock[o->user])
		caveat(CAVEAT_unlocked_streams, "%s",
			stream_number(f) == 0	? "stdin"
			: stream_number(f) == 1 ? "stdout"
						: "stderr");
	if (held)
		return;
	o = lock_of(f);
	object_touch(o);
	o->user = rt.world.self;
	o->used = rt.stamp;
	o->pc = pc;
}

void stream_point(FILE *f, enum op kind, bool locks, uint64_t pc)
{
	if (rt.self->held_by) /* part of an operation that stood before */
		return;
	if (locks && unlikely(rt.world.signals))
		unsafe_call((uint64_t)f, true, pc);
	thread_touch(rt.self);
	rt.self->scratch[0] = !locks;
	sched_point(kind, (uint64_t)f, 0, pc);
}

bool stream_hold(FILE *f, uint64_t pc)
{
	struct object *o;

	if (!site_races(pc))
		return false;
	o = lock_of(f);
	object_touch(o);
	o->owner = rt.self->id;
	o->a++;
	return true;
}

void stream_drop(FILE *f)
{
	struct object *o = lock_of(f);

	object_touch(o);
	if (--o->a == 0)
		o->owner = TID_NONE;
}

int stream_way(FILE *f, int way)
{
	static signed char standard[3]; /* rewound */
	signed char *at = stream_number(f) < 0 ? files_way(f)
					       : &standard[stream_number(f)];

	if (!at)
		return way;
	if (*at || !way) {
		shared_read(at);
	} else {
		shared_write(at);
		undo_save(at, sizeof *at);
		*at = (signed char)way;
	}
	return *at;
}

EXPORT int LIBC(fwide)(FILE *f, int way)
{
	if (!controlled() || (!files_has(f) && stream_number(f) < 0))
		return REAL(fwide)(f, way);
	stream_point(f, OP_io_write, true, CALLER);
	spin_abandon();
	return stream_way(f, (way > 0) - (way < 0));
}

static void take(FILE *f, uint64_t pc)
{
	struct object *o = lock_of(f);

	object_touch(o);
	spin_object(&o->owner, sizeof o->owner, true);
	o->owner = rt.self->id;
	o->a = 1;
	o->pc = pc;
	hb_acquire(o);
}

static bool again(FILE *f)
{
	struct object *o = lock_of(f);

	if (o->owner != rt.self->id)
		return false;
	object_touch(o);
	o->a++;
	return true;
}

EXPORT void LIBC(flockfile)(FILE *f)
{
	if (!controlled()) {
		REAL(flockfile)(f);
		return;
	}
	if (again(f))
		return;
	stream_point(f, OP_file_lock, true, CALLER);
	take(f, CALLER);
}

EXPORT int LIBC(ftrylockfile)(FILE *f)
{
	if (!controlled())
		return REAL(ftrylockfile)(f);
	if (again(f))
		return 0;
	stream_point(f, OP_file_lock, false, CALLER);
	if (lock_of(f)->owner != TID_NONE) {
		spin_object(&lock_of(f)->owner, sizeof(tid), false);
		trace_result(EBUSY);
		return 1;
	}
	/* What others do with the stream is one step here. */
	if (rt.world.live > 1)
		caveat(CAVEAT_try_between, "a stream");
	take(f, CALLER);
	return 0;
}

EXPORT void LIBC(funlockfile)(FILE *f)
{
	struct object *o;

	if (!controlled()) {
		REAL(funlockfile)(f);
		return;
	}
	o = lock_of(f);
	if (o->owner != rt.self->id)
		bug(BUG_unlock_not_owner, CALLER, (uint64_t)f,
			"thread T%u unlocks a stream that it does not hold",
			rt.self->id);
	if (o->a > 1) {
		object_touch(o);
		o->a--;
		return;
	}
	stream_point(f, OP_file_unlock, false, CALLER);
	o = lock_of(f);
	object_touch(o);
	spin_object(&o->owner, sizeof o->owner, true);
	o->owner = TID_NONE;
	o->a = 0;
	hb_release(o);
}

/* --- what a stream is and how it does
 * ------------------------------------------- */

/* One of the standard streams; f 0: all streams, stdout among them.  Input and
 * stderr, which is not buffered, have nothing to flush. */
static bool flushed(FILE *f, bool locks, uint64_t pc)
{
	if (!controlled())
		return false;
	if (!f || stream_number(f) == 1) {
		stream_point((FILE *)_IO_2_1_stdout_, OP_io_write, locks, pc);
		stream_used((FILE *)_IO_2_1_stdout_, locks, pc);
		if (rt.world.unflushed)
			cancel_here();
		if (output_flush())
			spin_abandon();
		else
			spin_object(&rt.world.unflushed,
				sizeof rt.world.unflushed, false);
	}
	return f && stream_number(f) >= 0;
}

static int flush(FILE *f, bool locks, uint64_t pc)
{
	int rc;

	if (controlled() && files_has(f)) {
		stream_point(f, OP_io_write, locks, pc);
		if (files_number(f) >= 0)
			cancel_here();
		files_begin(f);
		rc = REAL(fflush_unlocked)(f);
		if (files_wide(f))
			files_told(f, pc);
		files_end(f);
		return rc;
	}
	if (flushed(f, locks, pc))
		return 0;
	rc = controlled() ? files_flush() : 0;
	return rc | REAL(fflush)(f);
}

EXPORT int LIBC(fflush)(FILE *f)
{
	return flush(f, true, CALLER);
}

EXPORT int LIBC(fflush_unlocked)(FILE *f)
{
	return flush(f, false, CALLER);
}

/* Of a standard stream; only stdout's matters. */
static bool buffered(FILE *f, enum output_way way, size_t n, uint64_t pc)
{
	if (!controlled() || stream_number(f) < 0)
		return false;
	if (stream_number(f) == 1) {
		stream_point(f, OP_io_write, true, pc);
		spin_abandon();
		output_buffer(way, way == OUTPUT_NONE ? 1 : n);
	}
	return true;
}

/* Of another stream. */
static int set_buffer(FILE *f, char *buffer, int mode, size_t n, uint64_t pc)
{
	int rc;

	if (!controlled() || !files_has(f))
		return REAL(setvbuf)(f, buffer, mode, n);
	stream_point(f, OP_io_write, true, pc);
	files_begin(f);
	rc = REAL(setvbuf)(f, buffer, mode, n);
	files_end(f);
	return rc;
}

EXPORT int LIBC(setvbuf)(FILE *f, char *buffer, int mode, size_t n)
{
	static const enum output_way way[] = {[_IOFBF] = OUTPUT_FULL,
		[_IOLBF] = OUTPUT_LINE,
		[_IONBF] = OUTPUT_NONE};

	/* Without a buffer, glibc keeps the one it has. */
	if ((unsigned)mode < sizeof way / sizeof *way &&
		buffered(f, way[mode], buffer ? n : 0, CALLER))
		return 0;
	return set_buffer(f, buffer, mode, n, CALLER);
}

EXPORT void LIBC(setbuf)(FILE *f, char *buffer)
{
	if (!buffered(f, buffer ? OUTPUT_FULL : OUTPUT_NONE, BUFSIZ, CALLER))
		set_buffer(f, buffer, buffer ? _IOFBF : _IONBF, BUFSIZ, CALLER);
}

EXPORT void LIBC(setbuffer)(FILE *f, char *buffer, size_t n)
{
	if (!buffered(f, buffer ? OUTPUT_FULL : OUTPUT_NONE, n, CALLER))
		set_buffer(f, buffer, buffer ? _IOFBF : _IONBF, n, CALLER);
}

EXPORT void LIBC(setlinebuf)(FILE *f)
{
	if (!buffered(f, OUTPUT_LINE, 0, CALLER))
		set_buffer(f, 0, _IOLBF, 0, CALLER);
}

EXPORT int LIBC(fileno)(FILE *f)
{
	return controlled() && files_number(f) >= 0 ? files_number(f)
						    : REAL(fileno)(f);
}

EXPORT int LIBC(fileno_unlocked)(FILE *f)
{
	return controlled() && files_number(f) >= 0 ? files_number(f)
						    : REAL(fileno_unlocked)(f);
}

EXPORT int LIBC(isatty)(int fd)
{
	const struct file *f = controlled() ? file_of(fd) : 0;

	if (!controlled() || (rt.mode == MODE_FORK && !f))
		return REAL(isatty)(fd);
	errno = f ? device_refusal(f) : EBADF;
	return 0;
}

/* End of file and errors are flags in the FILE, as natively: the test's code
 * may look at them without a call. */
#define LOOK(name, locks)                                                      \
	EXPORT int LIBC(name)(FILE * f)                                        \
	{                                                                      \
		if (controlled()) {                                            \
			stream_point(f, OP_io_look, locks, CALLER);            \
			state_value(&f->_flags, sizeof f->_flags, false);      \
		}                                                              \
		return REAL(name)(f);                                          \
	}

LOOK(feof, true)
LOOK(feof_unlocked, false)
LOOK(ferror, true)
LOOK(ferror_unlocked, false)

void stream_flags(FILE *f, int set, int clear, uint64_t pc)
{
	state_value(&f->_flags, sizeof f->_flags, true);
	state_beside(&f->_flags, sizeof f->_flags, pc);
	undo_save8(f);
	f->_flags = (f->_flags | set) & ~clear;
}

#define CLEAR(name, locks)                                                     \
	EXPORT void LIBC(name)(FILE * f)                                       \
	{                                                                      \
		if (controlled()) {                                            \
			stream_point(f, OP_io_clear, locks, CALLER);           \
			stream_flags(                                          \
				f, 0, _IO_EOF_SEEN | _IO_ERR_SEEN, CALLER);    \
		} else {                                                       \
			REAL(name)(f);                                         \
		}                                                              \
	}

CLEAR(clearerr, true)
CLEAR(clearerr_unlocked, false)

/* Of a standard stream the descriptor is closed, and nothing is printed to it
 * any more; whoever goes on to use it is on his own. */
EXPORT int LIBC(fclose)(FILE *f)
{
	const struct file *number;

	if (controlled() && files_has(f))
		return files_close(f, CALLER);
	if (!flushed(f, true, CALLER))
		return REAL(fclose)(f);
	numbers_point(OP_fd_close, CALLER);
	number = file_of(stream_number(f));
	if (!number || number->kind != FILE_STREAM) {
		errno = EBADF;
		return EOF;
	}
	number_drop(stream_number(f));
	return 0;
}
