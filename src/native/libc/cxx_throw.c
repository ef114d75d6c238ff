/* SPDX-License-Identifier: MIT */
/* cxx_throw.c - exceptions: what libstdc++.so writes in front of the object
 *
 * An exception lies in a block of the test's heap, behind a header that counts
 * handlers and references.  The header is logged before the library's own
 * function changes it.  Offsets are those of the Itanium C++ ABI as libstdc++
 * has it: a count, then 112 bytes that end in the unwinder's 32, then the
 * object.  An exception rethrown from an exception_ptr has a header of its own
 * that points to the first one's object.
 */
#include "native/libc/libc.h"
#include "native/output.h"
#include "native/races/shadow.h"
#include "native/spin.h"

enum {
	HEADER = 128,
	UNWIND = 32,
	BEFORE_UNWIND = 80
};

static const uint64_t class_primary = 0x474e5543432b2b00; /* GNUCC++\0 */
static const uint64_t class_dependent = 0x474e5543432b2b01;

struct globals {
	char *caught; /* header of the newest caught exception; +0 of the 112 */
	unsigned uncaught;
};
extern struct globals *__cxa_get_globals(void) __attribute__((weak));

static void save_object(void *object)
{
	undo_save((char *)object - HEADER, HEADER);
}

/* `unwind` is the unwinder's part of a header. */
static void save(char *unwind)
{
	uint64_t class = *(uint64_t *)(void *)unwind;

	if (class != class_primary && class != class_dependent)
		return; /* another language's */
	undo_save(unwind - BEFORE_UNWIND, BEFORE_UNWIND + UNWIND);
	if (class == class_dependent)
		save_object(*(void **)(void *)(unwind - BEFORE_UNWIND));
	else
		save_object(unwind + UNWIND);
}

void *caught_object(void)
{
	char *header = __cxa_get_globals ? __cxa_get_globals()->caught : 0;
	uint64_t class;

	if (!header)
		return 0;
	class = *(uint64_t *)(void *)(header + BEFORE_UNWIND);
	if (class == class_dependent)
		return *(void **)(void *)header;
	return class == class_primary ? header + BEFORE_UNWIND + UNWIND : 0;
}

static void save_caught(void)
{
	char *header = __cxa_get_globals ? __cxa_get_globals()->caught : 0;

	if (header)
		save(header + BEFORE_UNWIND);
}

static int *count_of(void *object)
{
	return (int *)(void *)((char *)object - HEADER);
}

/* One reference more or less, as an atomic: the last one may be gone. */
static void count_point(void *object, uint64_t pc)
{
	uint64_t count = (uint64_t)count_of(object);

	sched_point(OP_atomic_rmw, count, 4, pc);
	access_record(count, 4, ACC_WRITE | ACC_ATOMIC, pc);
	spin_effect();
}

/* One reference less: who is last destroys, after all the others. */
static void give_up(void *object, uint64_t pc)
{
	int *count = count_of(object);
	struct object *o;

	count_point(object, pc);
	o = object_get((uint64_t)count, OBJECT_ATOMIC, 0);
	hb_release(o);
	hb_acquire(o);
	stamp_next();
}

/* --- throwing and catching
 * ------------------------------------------------------ */

void __cxa_throw(void *object, void *type, void (*destroy)(void *))
	__attribute__((noreturn));
void __cxa_rethrow(void) __attribute__((noreturn));

EXPORT void __cxa_throw(void *object, void *type, void (*destroy)(void *))
{
	if (controlled())
		save_object(object);
	REAL(__cxa_throw)(object, type, destroy);
}

EXPORT void __cxa_rethrow(void)
{
	if (controlled())
		save_caught();
	REAL(__cxa_rethrow)();
}

EXPORT void *__cxa_begin_catch(void *unwind)
{
	if (controlled())
		save(unwind);
	return REAL(__cxa_begin_catch)(unwind);
}

EXPORT void __cxa_end_catch(void)
{
	void *object;

	if (controlled()) {
		object = caught_object();
		if (object && *count_of(object) > 1)
			give_up(object, CALLER);
		save_caught();
	}
	REAL(__cxa_end_catch)();
}

/* --- std::exception_ptr
 * ----------------------------------------------------------- */

EXPORT void _ZNSt15__exception_ptr13exception_ptr9_M_addrefEv(void **this)
{
	if (controlled()) {
		access_read(this, sizeof *this, CALLER);
		if (*this) {
			count_point(*this, CALLER);
			save_object(*this);
		}
	}
	REAL(_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv)(this);
}

/* The library forgets the pointer after it destroyed the object, which may have
 * taken long: that store is undone, announced and done again. */
EXPORT void _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(void **this)
{
	void *object, *now;

	if (!controlled()) {
		REAL(_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv)(this);
		return;
	}
	access_read(this, sizeof *this, CALLER);
	object = *this;
	if (object) {
		give_up(object, CALLER);
		save_object(object);
	}
	REAL(_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv)(this);
	now = *this;
	if (now != object) {
		*this = object;
		access_write(this, sizeof *this, CALLER);
		*this = now;
	}
}

static void make(void **this, void *object, uint64_t pc)
{
	access_write(this, sizeof *this, pc);
	*this = object;
	if (object) {
		if (controlled()) {
			count_point(object, pc);
			save_object(object);
		}
		__atomic_add_fetch(count_of(object), 1, __ATOMIC_ACQ_REL);
	}
}

EXPORT void _ZNSt15__exception_ptr13exception_ptrC1EPv(
	void **this, void *object)
{
	make(this, object, CALLER);
}

EXPORT void _ZNSt15__exception_ptr13exception_ptrC2EPv(
	void **this, void *object)
{
	make(this, object, CALLER);
}

EXPORT void _ZNSt15__exception_ptr13exception_ptrC1ERKS0_(
	void **this, void *const *from)
{
	access_read(from, sizeof *from, CALLER);
	make(this, *from, CALLER);
}

EXPORT void _ZNSt15__exception_ptr13exception_ptrC2ERKS0_(
	void **this, void *const *from)
{
	access_read(from, sizeof *from, CALLER);
	make(this, *from, CALLER);
}

/* Returned in memory: the first argument is where. */
EXPORT void *_ZSt17current_exceptionv(void **result)
{
	if (controlled()) {
		access_write(result, sizeof *result, CALLER);
		save_caught();
	}
	return REAL(_ZSt17current_exceptionv)(result);
}

/* Passed by reference, as it has a destructor. */
EXPORT void _ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE(
	void **exception)
{
	if (controlled()) {
		access_read(exception, sizeof *exception, CALLER);
		if (*exception) {
			count_point(*exception, CALLER);
			save_object(*exception);
		}
	}
	REAL(_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE)
	(exception);
}
