/* SPDX-License-Identifier: MIT */
/* linearize.h - a test says which operations of an object it calls
 *
 * scarp then asks of each execution whether somebody who makes the same calls
 * one after the other could have got the same results, each call taking effect
 * at one moment between its beginning and its end:
 *
 *	scarp_specification(&q, "queue");
 *	...
 *	SCARP_OPERATION(&q, "enqueue", put(&q, 7), (SCARP_NUMBER(7)),
 *		SCARP_NOTHING);
 *	SCARP_OPERATION(&q, "dequeue", item = get(&q), (),
 *		item ? SCARP_POINTER(item) : SCARP_EMPTY);
 *
 * `scarp help linearize` lists the specifications, and what operations they
 * have.  An operation returns before its thread calls another one of the same
 * object, and before it ends.  An
 * execution with more than 256 operations, or 64 objects, is not judged.
 *
 * Usable from C and C++, and without the library: then an operation is its
 * call, and nothing is noted.
 */
#ifndef SCARP_LINEARIZE_H
#define SCARP_LINEARIZE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum scarp_value_kind {
	SCARP_VALUE_NOTHING,
	SCARP_VALUE_NUMBER,
	SCARP_VALUE_TRUTH,
	SCARP_VALUE_POINTER,
	SCARP_VALUE_BYTES,
	SCARP_VALUE_EMPTY
};

/* What an operation is given, and what it returns. */
struct scarp_value {
	unsigned kind; /* enum scarp_value_kind */
	unsigned size; /* of the bytes */
	long long number;
	const void *at;
};

#ifndef SCARP_RUNTIME /* its own source */
/* The runtime's; absent (NULL) in a program that was not built by scarp cc. */
extern void scarp_runtime_operation_object(const void *object, const char *spec,
	const struct scarp_value *initial) __attribute__((weak));
extern void scarp_runtime_operation_call(const void *object, const char *name,
	const struct scarp_value *argument, unsigned arguments)
	__attribute__((weak));
extern void scarp_runtime_operation_return(const void *object,
	const struct scarp_value *result) __attribute__((weak));

/* A report names the line of the test that calls them, at every level. */
#define SCARP_CALL static inline __attribute__((always_inline))

SCARP_CALL struct scarp_value scarp_value_of(enum scarp_value_kind kind,
	long long number, const void *at, unsigned n)
{
	struct scarp_value v;

	v.kind = kind;
	v.size = n;
	v.number = number;
	v.at = at;
	return v;
}

/* No result, no initial value. */
#define SCARP_NOTHING scarp_value_of(SCARP_VALUE_NOTHING, 0, 0, 0)
/* "Nothing there": what an empty queue gives. */
#define SCARP_EMPTY scarp_value_of(SCARP_VALUE_EMPTY, 0, 0, 0)
/* From -2^62 on, where a specification computes with it. */
#define SCARP_NUMBER(n) scarp_value_of(SCARP_VALUE_NUMBER, (long long)(n), 0, 0)
/* Did it succeed? */
#define SCARP_TRUTH(yes) scarp_value_of(SCARP_VALUE_TRUTH, (yes) ? 1 : 0, 0, 0)
/* Equal if it is the same block (or place in it) in the same life: two blocks
 * that had the same memory, one after the other, are two.  As a result, null
 * is SCARP_EMPTY. */
#define SCARP_POINTER(p)                                                       \
	scarp_value_of(SCARP_VALUE_POINTER, 0, (const void *)(p), 0)
/* So many bytes at p, at most 40, as they are now. */
#define SCARP_BYTES(p, n)                                                      \
	scarp_value_of(SCARP_VALUE_BYTES, 0, (const void *)(p), (unsigned)(n))

/* What the object at this address does when nobody interferes, from here on:
 * once for each new object, before threads use it. */
SCARP_CALL void scarp_specification(const void *object, const char *spec)
{
	if (scarp_runtime_operation_object)
		scarp_runtime_operation_object(object, spec, 0);
}

/* The same for one that does not begin with the number 0: a register begins
 * with a number, bytes or a pointer (SCARP_POINTER(NULL), where it holds
 * pointers), a counter with a number, a semaphore with one that is not
 * negative. All others begin empty, or unlocked. */
SCARP_CALL void scarp_specification_from(
	const void *object, const char *spec, struct scarp_value initial)
{
	if (scarp_runtime_operation_object)
		scarp_runtime_operation_object(object, spec, &initial);
}

/* The calling thread calls an operation of the object, with at most two
 * arguments: the last thing before the call. */
SCARP_CALL void scarp_operation_call(const void *object, const char *name,
	const struct scarp_value *argument, unsigned arguments)
{
	if (scarp_runtime_operation_call)
		scarp_runtime_operation_call(object, name, argument, arguments);
}

/* It has returned this: the first thing behind the call. */
SCARP_CALL void scarp_operation_return(
	const void *object, struct scarp_value result)
{
	if (scarp_runtime_operation_return)
		scarp_runtime_operation_return(object, &result);
}

#define SCARP_LIST_(...) __VA_ARGS__

/* `call`, with both around it.  `arguments` in parentheses, () for none.
 * `result` is computed when the call has returned. */
#define SCARP_OPERATION(object, name, call, arguments, result)                 \
	do {                                                                   \
		const void *scarp_object_ = (object);                          \
		__extension__ const struct scarp_value scarp_argument_[3] = {  \
			SCARP_LIST_ arguments};                                \
		unsigned scarp_arguments_ = 0;                                 \
		while (scarp_arguments_ < 3 &&                                 \
			scarp_argument_[scarp_arguments_].kind)                \
			scarp_arguments_++;                                    \
		scarp_operation_call(scarp_object_, (name), scarp_argument_,   \
			scarp_arguments_);                                     \
		call;                                                          \
		scarp_operation_return(scarp_object_, (result));               \
	} while (0)

#undef SCARP_CALL
#endif /* SCARP_RUNTIME */

#ifdef __cplusplus
}
#endif

#endif
