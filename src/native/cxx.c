/* SPDX-License-Identifier: MIT */
/* cxx.c - what C++ adds: thread_local destructors, forced unwinding, statics,
 * uncaught exceptions
 *
 * Names of the C++ runtime are weak: a C program has none of them.
 */
#include "native/output.h"
#include "native/posix/cancel.h"
#include "native/thread.h"

#include <stdlib.h>
#include <unwind.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

/* A destructor of a thread_local object, in the arena, newest first. */
struct destructor {
	struct destructor *next;
	void (*function)(void *);
	void *object;
};

int __cxa_thread_atexit_impl(void (*f)(void *), void *object, void *dso);

EXPORT int __cxa_thread_atexit_impl(void (*f)(void *), void *object, void *dso)
{
	struct destructor *d;

	if (!controlled())
		return REAL(__cxa_thread_atexit_impl)(f, object, dso);
	d = (struct destructor *)(void *)arena_words(sizeof *d / 4, 0);
	d->next = rt.self->cleanup;
	d->function = f;
	d->object = object;
	thread_touch(rt.self);
	rt.self->cleanup = d;
	return 0;
}

void cxx_run_thread_destructors(void)
{
	while (rt.self->cleanup) {
		struct destructor *d = rt.self->cleanup;

		thread_touch(rt.self);
		rt.self->cleanup = d->next;
		d->function(d->object);
	}
}

/* --- forced unwinding
 * ---------------------------------------------------------- */

/* Stops at the end of the stack: every frame's cleanups have run. */
static _Unwind_Reason_Code stop(int version, _Unwind_Action actions,
	_Unwind_Exception_Class class, struct _Unwind_Exception *e,
	struct _Unwind_Context *context, void *result)
{
	cancel_run_handler(actions & _UA_END_OF_STACK
				   ? 0
				   : (uint64_t)_Unwind_GetCFA(context));
	if (actions & _UA_END_OF_STACK)
		thread_exit(result);
	return _URC_NO_REASON;
}

static void cleanup(_Unwind_Reason_Code why, struct _Unwind_Exception *e)
{
	bug(BUG_abort, 0, 0,
		"a catch (...) did not rethrow pthread_exit's exception");
}

void thread_unwind(void *result)
{
	struct _Unwind_Exception *e =
		(struct _Unwind_Exception *)(void *)arena_words(
			sizeof *e / 4 + 4, 0);

	thread_touch(rt.self);
	rt.self->uncancellable = 1;
	rt.self->result = result; /* a C handler goes on with it */
	e = (struct _Unwind_Exception *)(((uintptr_t)e + 15) & ~(uintptr_t)15);
	e->exception_cleanup = cleanup;
	_Unwind_ForcedUnwind(e, stop, result);
	cancel_run_handler(0);
	thread_exit(result); /* no unwind information: no cleanups to run */
}

/* --- exceptions
 * ------------------------------------------------------------------ */

/* The Itanium C++ ABI's per-thread record: handlers, then the number thrown
 * and not yet caught. */
extern void *__cxa_current_exception_type(void) __attribute__((weak));
extern char *__cxa_demangle(const char *name, char *out, size_t *n, int *status)
	__attribute__((weak));

const char *uncaught_exception_type(void)
{
	void *type = __cxa_current_exception_type
			     ? __cxa_current_exception_type()
			     : 0;

	/* std::type_info: a vtable pointer, then the mangled name. */
	return type ? ((const char **)type)[1] + (**((char **)type + 1) == '*')
		    : 0;
}
