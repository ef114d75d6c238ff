/* SPDX-License-Identifier: MIT */
/* outside.c - what is called through a stub, and what such a call means */
#include "native/outside/outside.h"
#include "channel/kernel.h"
#include "channel/known.h"
#include "native/outside/announce.h"
#include "native/outside/library_call.h"
#include "native/outside/named.h"
#include "native/footprint.h"
#include "native/heap/heap.h"
#include "native/kernel/file.h"
#include "native/kernel/given.h"
#include "native/outside/outside_slots.h"
#include "native/races/shadow.h"
#include "native/rewinding/trial.h"
#include "native/spin.h"
#include "native/threads/thread.h"
#include "native/trace.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* As outside_x86_64.S has saved them. */
struct arguments {
	uint64_t integer[6];
};

HIDDEN void *outside_call(
	uint32_t number, uint64_t pc, const struct arguments *arguments);

static struct outside {
	void *target;
	const char *name; /* NULL: not looked for yet */
	uint8_t looked;
	uint8_t touches;  /* enum touches */
	uint8_t loads;	  /* dlopen and its like */
	uint8_t looks_up; /* dlsym */
	uint8_t numbers;  /* which arguments are descriptors */
	uint8_t hole;	  /* enum caveat: what a call of it is, 0: none */
	uint8_t unknown;  /* in no row of known.def that says it is known */
	int16_t row;	  /* of announced.def */
	void *instead;	  /* a function of ours; 0: none */
	int16_t library;  /* of libraries.def; -1: none */
} outside[OUTSIDE_MAX];
static uint32_t outsides;
static bool may_load; /* this execution has called such a one, or who knows */

extern const char outside_stub[] HIDDEN;

static bool starts(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

static bool ends(const char *text, const char *with)
{
	size_t n = strlen(text), m = strlen(with);

	return n >= m && strcmp(text + n - m, with) == 0;
}

/* A constructor without parameters: the stream has no file.  The others have
 * one if it was opened, which was such a call then. */
static bool makes_closed(const char *name)
{
	static const char *const end[] = {
		"C1Ev", "C2Ev", "D0Ev", "D1Ev", "D2Ev", "is_openEv"};

	for (size_t i = 0; i < sizeof end / sizeof *end; i++)
		if (ends(name, end[i]))
			return true;
	return false;
}

/* Paths alone touch no file. */
static bool is_file_of_cxx(const char *name)
{
	const char *at = strstr(name, "St10filesystem");

	if (at)
		return !starts(at, "St10filesystem7__cxx114path");
	return (strstr(name, "filebuf") || strstr(name, "fstream")) &&
	       !makes_closed(name);
}

/* Calls that no way of going back makes harmless: files are shared by all
 * executions, and what time or chance say is not replayed. */
static uint8_t hole_of(const char *name)
{
	enum unknown_why why;

	if (known(name, &why))
		return 0;
	if (is_file_of_cxx(name) || starts(name, "shm_"))
		return CAVEAT_file_writes;
	switch (why) {
	case UNKNOWN_io:
		return CAVEAT_file_writes;
	case UNKNOWN_outside:
		return CAVEAT_real_time;
	case UNKNOWN_waits:
		return CAVEAT_real_calls;
	default:
		return 0;
	}
}

static uint64_t stub(uint32_t number)
{
	const uint32_t bytes = 16;

	return (uint64_t)outside_stub + (uint64_t)number * bytes;
}

/* Perhaps one whose functions are known as well. */
static void of_library(struct outside *o)
{
	o->touches = TOUCHES_UNKNOWN;
	o->row = -1;
	o->hole = 0;
	o->unknown = 1;
	o->library =
		(int16_t)library_call_row(outside_library(o->target), o->name);
	if (o->library >= 0)
		library_call_found(o->library, o->target);
}

void *outside_stub_for(void *target, const char *name)
{
	enum unknown_why why;
	uint32_t n = 0;

	while (n < outsides && outside[n].target != target)
		n++;
	if (n == OUTSIDE_MAX) {
		caveat(CAVEAT_unseen_calls,
			"more than %u functions of libraries, all assumed",
			OUTSIDE_MAX);
		return target;
	}
	if (n == outsides) {
		outside[n].target = target;
		outsides++;
	}
	if (name && !outside[n].looked) {
		outside[n].name = name;
		outside[n].touches = (uint8_t)touches(name);
		outside[n].row = (int16_t)announced(name);
		outside[n].loads = starts(name, "dl");
		outside[n].looks_up = strcmp(name, "dlsym") == 0;
		outside[n].numbers = (uint8_t)given_numbers(name);
		outside[n].hole = hole_of(name);
		outside[n].unknown = !known(name, &why);
		outside[n].looked = 1;
		outside[n].library = -1;
		if (outside_library(target)) /* only its name is known */
			of_library(&outside[n]);
	}
	return (void *)(uintptr_t)stub(n);
}

void *outside_virtual(const void *slot, void *instead)
{
	uint64_t at = *(const uint64_t *)slot;
	uint64_t number = (at - stub(0)) / (stub(1) - stub(0));

	if (at < stub(0) || number >= outsides)
		return (void *)at;
	outside[number].instead = instead;
	return outside[number].target;
}

/* Of a virtual function. */
static void look(struct outside *o)
{
	Dl_info info;

	o->looked = 1;
	o->library = -1;
	o->touches = TOUCHES_UNKNOWN;
	if (dladdr(o->target, &info) && info.dli_sname) {
		o->name = info.dli_sname;
		o->touches = (uint8_t)touches(o->name);
		o->row = (int16_t)announced(o->name);
		o->hole = hole_of(o->name);
		o->numbers = (uint8_t)given_numbers(o->name);
	}
}

/* Was there ever a thread whose end does not happen before this moment?  That
 * depends on nothing but the order of what happens before what, so that all
 * executions of a trace agree. */
static bool beside_others(void)
{
	if (rt.world.seen <= 1)
		return false;
	for (tid i = 0; i < rt.world.threads; i++) {
		const struct thread *t = thread_of(i);

		if (t == rt.self || !t->clock)
			continue;
		if (t->state == THREAD_LIVE)
			return true;
		if (t->clock[i] >= rt.birth && t->clock[i] > rt.clock[i])
			return true;
	}
	return false;
}

/* The first few functions and places; the command finds the lines. */
static void tell(enum caveat which, const char *name, uint64_t pc)
{
	const struct channel_module *m = &rt.channel->module[0];
	char *detail = rt.channel->caveat_detail[which];
	size_t size = sizeof rt.channel->caveat_detail[0];
	size_t used = strnlen(detail, size);
	char one[120];

	if (in_program(pc))
		snprintf(one, sizeof one, "%.80s@%llx", name,
			(unsigned long long)(pc - 1 - m->base));
	else
		snprintf(one, sizeof one, "%.80s", name);
	if (used && strstr(detail, one)) {
		rt.channel->caveats[which]++;
		return;
	}
	if (used && used + strlen(one) + 3 < size && rt.channel->caveats[which])
		snprintf(detail + used, size - used, ", %s", one);
	caveat(which, "%s", one);
}

void outside_unseen(const char *name, uint64_t pc)
{
	if (!controlled())
		return;
	trial_stops(TRIAL_GIVEN_UP);
	spin_abandon(); /* where a file or a buffer stands nobody sees */
	if (beside_others())
		tell(CAVEAT_unseen_calls, name, pc);
}

/* What dlsym is about to find: called later, by a pointer that nobody sees. The
 * handle is asked for RTLD_NEXT alone: it might leave an error behind. */
static void *finds(
	const struct outside *o, const struct arguments *given, uint64_t pc)
{
	const char *name = (const char *)given->integer[1];
	bool next = given->integer[0] == (uint64_t)RTLD_NEXT;

	if (outside_defines(name, next) && touches(name) != TOUCHES_NOTHING)
		tell(CAVEAT_unseen_calls, name, pc);
	return o->target;
}

/* Behind the program stands the C library, which for the test is the runtime, a
 * part of the program. */
static bool finds_ours(const struct arguments *given)
{
	return given->integer[0] == (uint64_t)RTLD_NEXT &&
	       inventory_is_ours(
		       outside_of_program((const char *)given->integer[1]));
}

static void *look_up_ours(void *handle, const char *name)
{
	return dlsym(RTLD_DEFAULT, name);
}

/* It looks where everybody does, and there is something: then it keeps nothing.
 * A name that is nowhere leaves an error behind, another handle may count who
 * has it. */
static bool is_found(const struct arguments *given)
{
	uint64_t handle = given->integer[0];
	const char *name = (const char *)given->integer[1];

	return (handle == (uint64_t)RTLD_DEFAULT ||
		       handle == (uint64_t)RTLD_NEXT) &&
	       outside_finds(name, handle == (uint64_t)RTLD_NEXT);
}

static void loaded(void)
{
	uint64_t on = rt.on;

	rt.on = 0;
	outside_modules_again();
	rt.on = on;
}

/* Memory of the test that others may know, as far as one pointer leads: the
 * block that it is in, or some bytes of data or of another thread's stack.  0:
 * none. */
static size_t extent(uint64_t at)
{
	enum {
		SOME = 64
	};
	struct channel_place place;
	bool tls, guard;

	if (outside_is_data(at))
		return SOME;
	if (in_heap(at)) {
		heap_describe(at, &place);
		return place.block && !place.freed_pc &&
				       at - place.block < place.block_size
			       ? place.block + place.block_size - at
			       : 0;
	}
	return !thread_owns(rt.self, at) &&
			       stack_slot_of(at, &tls, &guard) != TID_NONE &&
			       !guard && !tls
		       ? SOME
		       : 0;
}

/* So that a reduction tries other orders, it takes what is behind pointers for
 * touched.  A guess: what a call does is not known, and the hole says so. */
static void reaches(const struct arguments *given, bool writes)
{
	for (int i = 0; i < 6; i++) {
		size_t n = extent(given->integer[i]);

		if (n)
			footprint_made(given->integer[i], n, writes);
	}
}

void outside_ended(void)
{
	if (unlikely(may_load))
		outside_modules_again();
	may_load = false;
}

/* By its code; or by the runtime, which was given a pointer: what a thread
 * begins with, an exit handler. */
static bool by_test(uint32_t number, uint64_t pc)
{
	return outside_is_ours(pc) ||
	       (inventory_is_ours(pc) && !called_by_name(pc, stub(number)));
}

void outside_unknown(const char *name, uint64_t pc)
{
	if (rt.mode == MODE_FORK || rt.channel->config.task != TASK_CHECK)
		return;
	if (rt.channel->config.unknown_ends)
		leaked(CAVEAT_fork_mode, pc, "%s", name);
	tell(CAVEAT_unknown_calls, name, pc);
}

void outside_made(const char *name, uint64_t pc)
{
	trial_stops(TRIAL_GIVEN_UP);
	spin_abandon();
	if (!beside_others())
		return;
	tell(CAVEAT_unseen_calls, name, pc);
	sched_point(OP_outside, kernel_object(KERNEL_OUTSIDE, 0), 0, pc);
}

bool outside_framework;

/* Test frameworks that were looked at: they begin no threads, keep no pointer
 * of theirs in the test's memory through which they would be called past the
 * slots, and what of them may be called by several threads is an operation or
 * comes by a slot. */
static bool is_framework(const char *library)
{
	return starts(library, "libcmocka.so");
}

/* The runner goes on beside a thread that the test case did not join. */
void outside_framework_acts(uint64_t pc)
{
	const char *library = outside_library((void *)pc);

	if (library && is_framework(library) && beside_others())
		caveat(CAVEAT_uninstrumented, "%.150s", library);
}

static void unknown(const struct outside *o, uint64_t pc)
{
	const char *library = outside_library(o->target);
	bool framework = library && is_framework(library);

	openmp_refused(o->name, pc);
	outside_framework |= framework;
	if (library && (!framework || beside_others()))
		caveat(CAVEAT_uninstrumented, "%.150s", library);
	outside_unknown(o->name, pc);
}

/* For who finds that it never returns. */
static void begins(const struct outside *o, uint64_t pc)
{
	struct channel *c = rt.channel;

	c->calling_step = rt.world.step;
	c->calling_pc = pc;
	strncpy(c->calling, o->name ? o->name : "", sizeof c->calling - 1);
}

static void *of_known_library(
	const struct outside *o, const struct arguments *arguments, uint64_t pc)
{
	void *to;

	if (unlikely(rt.tracing))
		trace_calls(o->target);
	to = library_call(o->library, o->target, arguments->integer, pc);
	if (unlikely(rt.tracing))
		trace_calls(NULL);
	return to;
}

static void announces(
	const struct outside *o, const struct arguments *arguments, uint64_t pc)
{
	if (unlikely(rt.tracing))
		trace_calls(o->target);
	announce(o->row, arguments->integer, pc);
	if (unlikely(rt.tracing))
		trace_calls(NULL);
}

void *outside_call(
	uint32_t number, uint64_t pc, const struct arguments *arguments)
{
	struct outside *o = &outside[number];
	bool ours, alone;

	if (!controlled())
		return o->target;
	ours = by_test(number, pc);
	if (unlikely(o->looks_up) && ours) {
		const char *name = (const char *)arguments->integer[1];

		access_read(name, strlen(name) + 1, pc);
		if (is_found(arguments))
			return finds_ours(arguments) ? (void *)look_up_ours
						     : finds(o, arguments, pc);
	}
	if (unlikely(o->instead != 0) && ours)
		return o->instead;
	if (unlikely(o->unknown) && (ours || outside_is_foreign(pc))) {
		void *to = o->library >= 0 ? of_known_library(o, arguments, pc)
					   : 0;

		if (to)
			return to;
		library_call_unknown(o->target);
		unknown(o, pc);
	}
	if (!ours) { /* a library may have been given a pointer to it */
		if (o->touches == TOUCHES_ANNOUNCED && outside_is_foreign(pc))
			announces(o, arguments, pc);
		return o->target;
	}
	if (unlikely(!o->looked))
		look(o);
	if (unlikely(o->hole))
		caveat((enum caveat)o->hole, "%s", o->name);
	if (unlikely(o->numbers))
		given(o->name, o->numbers, arguments->integer, pc);
	if (o->touches == TOUCHES_NOTHING)
		return o->target;
	if (o->touches == TOUCHES_ANNOUNCED) {
		announces(o, arguments, pc);
		return o->target;
	}
	/* What it leaves where nobody sees it may end the loop it is in: the
	 * next line of a file, the next entry of a directory. */
	if (o->touches != TOUCHES_READS) {
		trial_stops(TRIAL_GIVEN_UP);
		spin_abandon();
	}
	alone = !beside_others();
	if (o->touches == TOUCHES_UNKNOWN)
		files_change();
	may_load |= o->loads || o->touches == TOUCHES_UNKNOWN;
	if (unlikely(o->loads)) {
		loaded();
		if (strcmp(o->name, "dlsym") == 0 ||
			strcmp(o->name, "dlvsym") == 0)
			finds(o, arguments, pc);
	}
	if (alone) {
		begins(o, pc);
		return o->target;
	}
	tell(CAVEAT_unseen_calls,
		o->name ? o->name : "a virtual function of a library", pc);
	sched_point(OP_outside,
		kernel_object(KERNEL_OUTSIDE,
			o->touches == TOUCHES_UNKNOWN ? 0 : 1u + rt.self->id),
		0, pc);
	if (rt.footprints)
		reaches(arguments, o->touches != TOUCHES_READS);
	begins(o, pc);
	return o->target;
}

void outside_init(void)
{
	outside_modules_again();
}
