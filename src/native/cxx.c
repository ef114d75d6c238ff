/* SPDX-License-Identifier: MIT */
/* cxx.c - what C++ adds: thread_local destructors, forced unwinding, statics,
 * uncaught exceptions
 *
 * Names of the C++ runtime are weak: a C program has none of them.
 */
#include "native/output.h"
#include "native/threads/piece.h"
#include "native/posix/cancel.h"
#include "native/threads/thread.h"

#include <stdio.h>
#include <stdlib.h>
#include <unwind.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

/* A destructor of a thread_local object, in the arena, newest first. */
struct destructor {
	struct destructor *next;
	void (*function)(void *);
	void *object;
	bool last; /* behind those of objects */
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
	thread_rare(rt.self)->cleanup = d;
	return 0;
}

void cxx_at_thread_end(void (*f)(void *), void *object)
{
	struct destructor *d, *at = rt.self->cleanup, *before = 0;

	d = (struct destructor *)(void *)arena_words(sizeof *d / 4, 0);
	while (at && !at->last) {
		before = at;
		at = at->next;
	}
	*d = (struct destructor){at, f, object, true};
	if (before) {
		undo_save8(&before->next);
		before->next = d;
	} else {
		thread_rare(rt.self)->cleanup = d;
	}
}

void cxx_run_thread_destructors(void)
{
	while (rt.self->cleanup) {
		struct destructor *d = rt.self->cleanup;

		thread_rare(rt.self)->cleanup = d->next;
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
	rt.self->exiting = EXITING_UNWOUND;
	rt.self->result = result; /* a C handler goes on with it */
	e = (struct _Unwind_Exception *)(((uintptr_t)e + 15) & ~(uintptr_t)15);
	e->exception_cleanup = cleanup;
	_Unwind_ForcedUnwind(e, stop, result);
	cancel_run_handler(0);
	thread_exit(result); /* no unwind information: no cleanups to run */
}

/* --- exceptions
 * ------------------------------------------------------------------ */

extern void *__cxa_current_exception_type(void) __attribute__((weak));
extern char *__cxa_demangle(const char *name, char *out, size_t *n, int *status)
	__attribute__((weak));
extern char _ZTISt9exception[] __attribute__((weak));

/* std::type_info: a table of functions, then the mangled name. */
struct type_info {
	void **function;
	const char *name;
};

/* Places in tables of virtual functions: two destructors come first. */
enum {
	TYPE_DO_CATCH = 4,
	EXCEPTION_WHAT = 2
};

static const char *type_name(const struct type_info *type)
{
	const char *name = type->name + (*type->name == '*');
	int status = 0;
	char *plain = __cxa_demangle ? __cxa_demangle(name, 0, 0, &status) : 0;

	return plain ? plain : name;
}

/* As a handler for std::exception would find it; NULL: it is none. */
static void *as_exception(const struct type_info *type, void *object)
{
	const struct type_info *base = (const void *)_ZTISt9exception;
	bool (*do_catch)(const struct type_info *, const struct type_info *,
		void **, unsigned);

	if (!base || !object)
		return 0;
	do_catch = base->function[TYPE_DO_CATCH];
	return do_catch(base, type, &object, 1) ? object : 0;
}

static const char *what_of(void *exception)
{
	const char *(*what)(void *) = (*(void ***)exception)[EXCEPTION_WHAT];

	return what(exception);
}

/* Names and what() may allocate: code of the test's like any other, though not
 * switched out. */
bool uncaught_exception(char *out, size_t n)
{
	const struct type_info *type = __cxa_current_exception_type
					       ? __cxa_current_exception_type()
					       : 0;
	void *exception;

	if (!type)
		return false;
	piece_begin(PIECE_call);
	exception = as_exception(type, caught_object());
	if (exception)
		snprintf(out, n, "'%s': %s", type_name(type),
			what_of(exception));
	else
		snprintf(out, n, "'%s'", type_name(type));
	piece_end();
	return true;
}
