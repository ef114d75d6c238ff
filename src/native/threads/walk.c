/* SPDX-License-Identifier: MIT */
/* walk.c - call stacks, and what an address is
 *
 * The running thread is walked by the compiler's unwinder, suspended ones and
 * crashed ones by frame pointers: the test is compiled with them.  A binary is
 * not, nor is the C++ library that a thread may wait in: there the unwinder is
 * called on the suspended thread's own stack.
 */
#include "native/fail.h"
#include "native/heap/heap.h"
#include "native/races/shadow.h"
#include "native/threads/thread.h"
#include "native/trace.h"

#include <string.h>
#include <unwind.h>

struct walk {
	uint64_t *pc, *cfa; /* cfa may be NULL */
	uint32_t n, max;
	uint64_t innermost; /* frames before this one are ours */
	bool found;
};

static uint64_t before;		/* the frame that is `innermost` */
static const uint64_t *walking; /* our frame, while the unwinder is at work */

static _Unwind_Reason_Code step(struct _Unwind_Context *context, void *arg)
{
	struct walk *w = arg;
	uint64_t pc = (uint64_t)_Unwind_GetIP(context);

	if (!w->found && pc != w->innermost) {
		before = pc;
		return _URC_NO_REASON;
	}
	/* What the unwinder calls a frame's CFA is the one of its callee. */
	if (w->found && w->cfa && w->n)
		w->cfa[w->n - 1] = (uint64_t)_Unwind_GetCFA(context);
	w->found = true;
	if (w->n == w->max || pc == 0)
		return _URC_END_OF_STACK;
	w->pc[w->n++] = pc;
	return _URC_NO_REASON;
}

uint32_t stack_walk(
	uint64_t *pc, uint64_t *cfa, uint32_t max, uint64_t innermost)
{
	struct walk w = {
		.pc = pc, .cfa = cfa, .max = max, .innermost = innermost};
	uint64_t on = rt.on;

	if (!innermost || !max)
		return 0;
	rt.on = 0; /* the unwinder's memset is not the test's */
	before = 0;
	walking = __builtin_frame_address(0);
	_Unwind_Backtrace(step, &w);
	walking = 0;
	rt.on = on;
	if (!w.found) {
		pc[0] = innermost;
		w.n = 1;
		before = 0;
	}
	return w.n;
}

const uint64_t *stack_walking(void)
{
	return walking;
}

uint64_t stack_called(void)
{
	return before;
}

static _Unwind_Reason_Code leave_ours(
	struct _Unwind_Context *context, void *arg)
{
	uint64_t pc = (uint64_t)_Unwind_GetIP(context);

	if (inventory_is_ours(pc))
		return _URC_NO_REASON;
	*(uint64_t *)arg = pc;
	return _URC_END_OF_STACK;
}

uint64_t user_pc(void)
{
	uint64_t pc = 0, on = rt.on;

	rt.on = 0;
	_Unwind_Backtrace(leave_ours, &pc);
	rt.on = on;
	return pc;
}

/* Base names of what comes with the compiler and the C library. */
static bool of_the_system(const struct channel_module *m)
{
	static const char *const start[] = {"libc.so", "libstdc++.so",
		"libgcc_s.so", "libm.so", "libpthread.so", "ld-linux", 0};
	const char *slash = strrchr(m->path, '/');
	const char *name = slash ? slash + 1 : m->path;

	for (const char *const *s = start; *s; s++)
		if (strncmp(name, *s, strlen(*s)) == 0)
			return true;
	return false;
}

static bool is_the_tests(uint64_t pc)
{
	const struct channel *c = rt.channel;

	if (inventory_is_ours(pc))
		return false;
	for (uint32_t i = 0; i < c->modules; i++)
		if (pc - c->module[i].start <
			c->module[i].end - c->module[i].start)
			return !of_the_system(&c->module[i]);
	return true;
}

static _Unwind_Reason_Code leave_libraries(
	struct _Unwind_Context *context, void *arg)
{
	uint64_t pc = (uint64_t)_Unwind_GetIP(context);

	if (!is_the_tests(pc))
		return _URC_NO_REASON;
	*(uint64_t *)arg = pc;
	return _URC_END_OF_STACK;
}

uint64_t test_pc(uint64_t caller)
{
	uint64_t pc = 0, on = rt.on;

	if (is_the_tests(caller))
		return caller;
	rt.on = 0;
	_Unwind_Backtrace(leave_libraries, &pc);
	rt.on = on;
	return pc ? pc : caller;
}

bool on_test_stack(uint64_t address)
{
	bool tls, guard;

	return (address & 7) == 0 &&
	       stack_slot_of(address, &tls, &guard) != TID_NONE && !guard &&
	       !tls;
}

uint32_t frame_walk(
	uint64_t *pc, uint32_t max, uint64_t first, uint64_t rbp, uint64_t rsp)
{
	uint32_t n = 0;

	pc[n++] = first;
	while (n < max && rbp >= rsp && on_test_stack(rbp) &&
		on_test_stack(rbp + 8)) {
		uint64_t next = *(uint64_t *)rbp;
		uint64_t ret = *(uint64_t *)(rbp + 8);

		if (!ret)
			break;
		pc[n++] = ret;
		if (next <= rbp)
			break;
		rsp = rbp;
		rbp = next;
	}
	return n;
}

/* Also where hooks go on when the test may not. */
static bool on_full_stack(uint64_t address)
{
	bool tls, guard;
	tid t = stack_slot_of(address, &tls, &guard);

	return t != TID_NONE && !tls && (address & 7) == 0 &&
	       address >= (((uint64_t)thread_of(t)->stack_low - STACK_RUNTIME) &
				  ~4095ull);
}

uint32_t frame_walk_full(uint64_t *pc, uint32_t max, uint32_t *outer,
	uint64_t first, uint64_t rbp, uint64_t rsp)
{
	uint64_t last[OUTERMOST];
	uint32_t n = 0;

	for (uint64_t at = first; at;) {
		if (n < max)
			pc[n] = at;
		last[n++ % OUTERMOST] = at;
		if (rbp < rsp || !on_full_stack(rbp))
			break;
		at = *(uint64_t *)(rbp + 8);
		rsp = rbp + 8;
		rbp = *(uint64_t *)rbp;
	}
	*outer = n > max ? OUTERMOST : 0;
	for (uint32_t i = 0; i < *outer; i++)
		pc[max - OUTERMOST + i] = last[(n - OUTERMOST + i) % OUTERMOST];
	return n;
}

struct visit {
	void *back;
	const struct thread *of;
	uint64_t *pc;
	uint64_t innermost;
	uint32_t max, n;
};

static void walk_here(void *arg)
{
	struct visit *v = arg;

	v->n = stack_walk(v->pc, 0, v->max, v->innermost);
	fiber_jump(v->back);
}

static void go_there(void *arg)
{
	const struct visit *v = arg;

	fiber_visit(v->of->sp, walk_here, arg);
}

/* Who decides does so on the stack of the thread that arrived last. */
static uint32_t unwound(
	const struct thread *t, uint64_t *pc, uint32_t max, uint64_t innermost)
{
	struct visit v = {
		.of = t, .pc = pc, .innermost = innermost, .max = max};
	const char *here = __builtin_frame_address(0);

	if (here >= (const char *)t->stack_low &&
		here < (const char *)t->stack_top)
		return stack_walk(pc, 0, max, innermost);
	fiber_save(&v.back, go_there, &v);
	return v.n;
}

uint32_t fiber_walk(
	const struct thread *t, uint64_t *pc, uint32_t max, uint64_t innermost)
{
	/* fiber_save left r15 r14 r13 r12 rbx rbp and a return address. */
	uint64_t *sp = t->sp;
	uint64_t frames[2 * STACK_MAX];
	uint32_t n, from = 0, out = 0;

	if (!innermost)
		return 0;
	if (rt.blind)
		return unwound(t, pc, max, innermost);
	n = frame_walk(frames, 2 * STACK_MAX, sp[6], sp[5], (uint64_t)sp);
	while (from < n && frames[from] != innermost)
		from++;
	if (from == n) /* a callee without a frame pointer hides it */
		return unwound(t, pc, max, innermost);
	while (from < n && out < max)
		pc[out++] = frames[from++];
	return out;
}

/* By reading alone: the execution goes on. */
static bool suspended_frame(const struct thread *t, uint64_t address,
	uint64_t innermost, uint64_t *pc, uint64_t *cfa)
{
	const uint64_t *sp = t->sp;
	uint64_t below = (uint64_t)sp, rbp = sp[5];

	*pc = sp[6];
	while (rbp > below && on_test_stack(rbp) && on_test_stack(rbp + 8)) {
		*cfa = rbp + 16;
		if (address < *cfa) {
			/* A callee without a frame pointer stands for it. */
			if (!is_the_tests(*pc))
				*pc = innermost;
			return address > below;
		}
		*pc = *(uint64_t *)(rbp + 8);
		below = rbp;
		rbp = *(uint64_t *)rbp;
	}
	return false;
}

bool frame_around(tid owner, uint64_t address, uint64_t innermost, uint64_t *pc,
	uint64_t *cfa)
{
	uint64_t all[STACK_MAX], ends[STACK_MAX] = {0};
	uint32_t n;

	if (owner != rt.world.self)
		return suspended_frame(
			thread_of(owner), address, innermost, pc, cfa);
	n = stack_walk(all, ends, STACK_MAX, innermost);
	for (uint32_t i = 0; i < n; i++)
		if (address < ends[i]) {
			*pc = all[i];
			*cfa = ends[i];
			return true;
		}
	return false;
}

void place_of(uint64_t address, struct channel_place *out)
{
	bool tls = false, guard = false;
	tid slot;

	*out = (struct channel_place){.address = address,
		.stack_of = TID_NONE,
		.tls_of = TID_NONE,
		.block_thread = TID_NONE,
		.freed_thread = TID_NONE};
	if (in_heap(address)) {
		heap_describe(address, out);
		return;
	}
	slot = stack_slot_of(address, &tls, &guard);
	if (slot != TID_NONE && tls) {
		out->tls_of = slot;
		out->tls_below = thread_of(slot)->fs - address;
	} else if (slot != TID_NONE)
		out->stack_of = slot;
}
