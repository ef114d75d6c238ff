/* SPDX-License-Identifier: MIT */
/* operation.c - calls and returns of operations that a test notes
 *
 * include/scarp/linearize.h calls these.  A call reads, a return writes the
 * history of its object: so that one operation returns before another one is
 * called, or overlaps it, is a difference between traces (depend.def), and each
 * way is executed.  Nobody learns anything by it: no happens-before.
 *
 * Memory   what was noted is the runtime's and goes back with the execution.
 */
#include "native/linear/operation.h"
#include "native/linear/serial.h"
#include "native/linear/progress.h"
#include "native/linear/traces.h"
#include "channel/names.h"
#include "native/libc/libc.h"
#include "native/memory.h"
#include "native/races/cells.h"
#include "native/rt.h"
#include "native/spin.h"
#include "native/threads/thread.h"
#include "native/trace.h"

/* After rt.h, which has names of its own. */
#include "linear/spec.h"

#define SCARP_RUNTIME
#include "scarp/linearize.h"

#include <string.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

struct operations noted;

_Static_assert(SCARP_VALUE_NOTHING == (int)NOTED_NOTHING &&
		       SCARP_VALUE_NUMBER == (int)NOTED_NUMBER &&
		       SCARP_VALUE_TRUTH == (int)NOTED_TRUTH &&
		       SCARP_VALUE_POINTER == (int)NOTED_POINTER &&
		       SCARP_VALUE_BYTES == (int)NOTED_PLAIN &&
		       SCARP_VALUE_EMPTY == (int)NOTED_EMPTY,
	"values are as the header has them");

static void misuse(uint64_t pc, const char *what, const char *name)
	__attribute__((noreturn));
static void misuse(uint64_t pc, const char *what, const char *name)
{
	bug(BUG_bad_operation, pc, 0, "'%s' %s", name, what);
}

static void copy_name(
	char out[NOTED_NAME], const char *name, const char *what, uint64_t pc)
{
	const char *read = read_string(name, pc);
	size_t n = strlen(read);

	if (!n || n >= NOTED_NAME)
		bug(BUG_bad_operation, pc, 0,
			"the name of %s has 1 to %d characters, not %zu", what,
			NOTED_NAME - 1, n);
	memset(out, 0, NOTED_NAME);
	memcpy(out, read, n);
}

/* Where the frame of whoever called the function of that frame ends: what lies
 * below was of functions that have returned. */
#define CALLER_ENDS ((uint64_t)__builtin_frame_address(0) + 16)

static void take_value(struct noted_value *out, const struct scarp_value *in,
	const char *name, uint64_t ends, uint64_t pc)
{
	struct channel_place place;
	struct scarp_value v;

	access_read(in, sizeof *in, pc);
	v = *in;
	memset(out, 0, sizeof *out);
	if (v.kind > SCARP_VALUE_EMPTY)
		misuse(pc, "has a value of no kind", name);
	out->kind = v.kind;
	switch (v.kind) {
	case SCARP_VALUE_NUMBER:
		out->number = (uint64_t)v.number;
		break;
	case SCARP_VALUE_TRUTH:
		out->number = v.number != 0;
		break;
	case SCARP_VALUE_POINTER:
		out->number = (uint64_t)v.at;
		if (own_stack(out->number) && out->number < ends)
			misuse(pc,
				"has the address of a local whose function has "
				"returned",
				name);
		place_of(out->number, &place);
		out->life = place.block_life;
		break;
	case SCARP_VALUE_BYTES:
		if (v.size > NOTED_BYTES)
			misuse(pc, "has a value of more than 40 bytes", name);
		access_read(v.at, v.size, pc);
		out->size = v.size;
		memcpy(out->byte, v.at, v.size);
	}
}

/* The newest at this address. */
static uint32_t object_at(uint64_t address)
{
	uint32_t i = noted.objects;

	while (i > 0 && noted.object[i - 1].address != address)
		i--;
	return i ? i - 1 : NOTED_OBJECTS;
}

/* From here on nothing more is noted, and nothing judged: the execution goes
 * on, since a test that polls is not wrong. */
static void *too_many(const char *what)
{
	caveat(CAVEAT_operations_unjudged, "an execution with too many %s",
		what);
	if (!noted.too_many) {
		undo_save(&noted.too_many, sizeof noted.too_many);
		noted.too_many = 1;
	}
	return 0;
}

static struct noted_object *object_new(uint64_t address)
{
	struct noted_object *o;

	if (noted.objects == NOTED_OBJECTS)
		return too_many("objects");
	undo_save(&noted.objects, sizeof noted.objects);
	o = &noted.object[noted.objects++];
	undo_save(o, sizeof *o);
	memset(o, 0, sizeof *o);
	o->address = address;
	return o;
}

/* The operation of that object that the thread is in; NULL: none. */
static struct noted_op *open_one(uint64_t address)
{
	for (uint32_t i = noted.ops; i > 0; i--) {
		struct noted_op *op = &noted.op[i - 1];

		if (op->thread == rt.self->id && op->life == rt.self->life &&
			op->back == RANK_NEVER &&
			noted.object[op->object].address == address)
			return op;
	}
	return 0;
}

/* A replay says what an operation is of. */
static void told(const struct noted_op *op)
{
	if (unlikely(rt.tracing))
		rt.channel->operations = noted;
	trace_value((uint64_t)(op - noted.op));
}

/* Why it cannot begin with that; NULL: it can. */
static const char *not_begins(
	const struct linear_spec *is, const struct noted_value *with)
{
	int64_t n = (int64_t)with->number;
	bool number = with->kind == NOTED_NUMBER;

	if (with->kind == NOTED_NOTHING)
		return 0;
	if (!is->initial)
		return "begins empty: it takes no initial value";
	if (!is->number)
		return number || with->kind == NOTED_POINTER ||
				       with->kind == NOTED_PLAIN
			       ? 0
			       : "begins with a number, bytes or a pointer";
	if (!number)
		return "begins with a number";
	if (n < 0 && !is->negative)
		return "begins with a number that is not negative";
	return n < VALUE_LEAST ? "begins with a number from -2^62 on" : 0;
}

EXPORT void scarp_runtime_operation_object(
	const void *object, const char *spec, const struct scarp_value *initial)
{
	const struct linear_spec *is;
	struct noted_value from = {0};
	struct noted_object *o;
	char name[NOTED_NAME];
	const char *wrong;

	if (!controlled())
		return;
	copy_name(name, spec, "a specification", CALLER);
	is = linear_spec_named(name);
	if (!is)
		misuse(CALLER,
			"is no specification (scarp help linearize has them)",
			name);
	if (initial)
		take_value(&from, initial, name, CALLER_ENDS, CALLER);
	wrong = not_begins(is, &from);
	if (wrong)
		misuse(CALLER, wrong, name);
	spin_abandon();
	sched_point(OP_operation_object, HISTORY_OF(object), 0, CALLER);
	if (open_one((uint64_t)object))
		misuse(CALLER, "is said within an operation of the object",
			name);
	o = object_new((uint64_t)object);
	if (!o)
		return;
	undo_save(o, sizeof *o);
	memcpy(o->spec, name, sizeof name);
	o->initial = from;
}

static void begin(struct noted_op *op, uint64_t address, uint64_t pc)
{
	uint32_t object;

	sched_point(serial_call(), HISTORY_OF(address), 0, pc);
	serial_touch(HISTORY_OF(address));
	if (open_one(address))
		misuse(pc,
			"is called before the thread's operation of the same "
			"object has returned",
			op->name);
	object = object_at(address);
	if (object == NOTED_OBJECTS) {
		const struct noted_object *o = object_new(address);

		object = o ? (uint32_t)(o - noted.object) : NOTED_OBJECTS;
	}
	if (noted.ops == NOTED_OPS)
		too_many("operations");
	if (noted.too_many)
		return;
	op->pc = pc;
	op->thread = rt.self->id;
	op->life = rt.self->life;
	op->object = object;
	op->end = LINEAR_PENDING;
	op->back = RANK_NEVER;
	undo_save(&noted.events, sizeof noted.events);
	op->call = noted.events++;
	undo_save(&noted.op[noted.ops], sizeof *op);
	noted.op[noted.ops] = *op;
	histories_called(noted.ops);
	undo_save(&noted.ops, sizeof noted.ops);
	noted.ops++;
	progress_called(noted.ops - 1);
	told(&noted.op[noted.ops - 1]);
}

EXPORT void scarp_runtime_operation_call(const void *object, const char *name,
	const struct scarp_value *argument, unsigned arguments)
{
	struct noted_op op;

	if (!controlled())
		return;
	memset(&op, 0, sizeof op);
	copy_name(op.name, name, "an operation", CALLER);
	if (arguments > LINEAR_ARGUMENTS)
		misuse(CALLER, "has more than two arguments", op.name);
	for (unsigned i = 0; i < arguments; i++)
		take_value(&op.argument[i], &argument[i], op.name, CALLER_ENDS,
			CALLER);
	op.arguments = arguments;
	spin_abandon();
	begin(&op, (uint64_t)object, CALLER);
}

EXPORT void scarp_runtime_operation_return(
	const void *object, const struct scarp_value *result)
{
	struct noted_op *op;
	struct noted_value is;

	if (!controlled())
		return;
	op = open_one((uint64_t)object);
	take_value(
		&is, result, op ? op->name : "a return", CALLER_ENDS, CALLER);
	spin_abandon();
	sched_point(serial	       ? OP_mutex_unlock
		    : histories_judged ? OP_operation_end
				       : OP_operation_return,
		HISTORY_OF(object), 0, CALLER);
	serial_touch(HISTORY_OF(object));
	op = open_one((uint64_t)object);
	if (!op && noted.too_many)
		return;
	if (!op)
		misuse(CALLER,
			"of an operation that the thread has not called, or "
			"that has returned already",
			"a return");
	undo_save(op, sizeof *op);
	op->result = is;
	op->end = LINEAR_RETURNED;
	undo_save(&noted.events, sizeof noted.events);
	op->back = noted.events++;
	histories_returned((uint32_t)(op - noted.op));
	told(op);
	progress_returned((uint32_t)(op - noted.op));
}
