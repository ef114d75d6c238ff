/* SPDX-License-Identifier: MIT */
/* state.c - what the statements of a script mean
 *
 * A statement that waits twice (condition, barrier, until) has phases: phase 0
 * is its beginning.  Everything that another thread could notice goes into the
 * footprint; memory has size 1, other objects size 0.
 */
#include "script.h"

#include <string.h>

/* Object addresses. */
enum {
	AT_VAR = 0x100,
	AT_BLOCK = 0x180,
	AT_MUTEX = 0x200,
	AT_SEM = 0x300,
	AT_COND = 0x400,
	AT_BARRIER = 0x500,
	AT_THREAD = 0x600,
	AT_WOKEN = 0x700,
	AT_HEAP = 0x800
};

/* What a statement is, as an operation. */
static const struct {
	uint8_t op, op_later; /* in phase 0, in the next one */
	uint16_t object;
} op_of[S_KINDS] = {
	[S_STORE] = {OP_atomic_store, 0, AT_VAR},
	[S_STORE_REG] = {OP_atomic_store, 0, AT_VAR},
	[S_RELEASE] = {OP_atomic_store, 0, AT_VAR},
	[S_SEQ] = {OP_atomic_store, 0, AT_VAR},
	[S_LOAD] = {OP_atomic_load, 0, AT_VAR},
	[S_ADD] = {OP_atomic_rmw, 0, AT_VAR},
	[S_FETCH] = {OP_atomic_rmw, 0, AT_VAR},
	[S_DEAD] = {OP_atomic_add, 0, AT_VAR},
	[S_DEAD_RELEASE] = {OP_atomic_add_release, 0, AT_VAR},
	[S_CAS] = {OP_atomic_cas, 0, AT_VAR},
	[S_NEW] = {OP_heap_alloc, 0, AT_HEAP},
	[S_PUT] = {OP_atomic_store, 0, 0},
	[S_FREE] = {OP_heap_free, 0, AT_HEAP},
	[S_LOCK] = {OP_mutex_lock, 0, AT_MUTEX},
	[S_UNLOCK] = {OP_mutex_unlock, 0, AT_MUTEX},
	[S_TRYLOCK] = {OP_mutex_trylock, 0, AT_MUTEX},
	[S_WAIT] = {OP_sem_wait, 0, AT_SEM},
	[S_TWAIT] = {OP_sem_timedwait, 0, AT_SEM},
	[S_POST] = {OP_sem_post, 0, AT_SEM},
	[S_CWAIT] = {OP_cond_wait, OP_cond_wake, AT_COND},
	[S_CTWAIT] = {OP_cond_timedwait, OP_cond_wake, AT_COND},
	[S_SIGNAL] = {OP_cond_signal, 0, AT_COND},
	[S_BROADCAST] = {OP_cond_broadcast, 0, AT_COND},
	[S_BARRIER] = {OP_barrier_arrive, OP_barrier_leave, AT_BARRIER},
	[S_JOIN] = {OP_thread_join, 0, AT_THREAD},
	[S_UNTIL] = {OP_atomic_load, OP_await, AT_VAR},
	[S_AWAIT] = {OP_atomic_load, OP_turn, AT_VAR},
	[S_TAKE] = {OP_atomic_rmw, OP_turn, AT_VAR},
	[S_CHOOSE] = {OP_choose, 0, 0},
	[S_YIELD] = {OP_yield, 0, 0},
	[S_START] = {OP_thread_create, 0, 0},
	[S_ASSUME] = {OP_assume, OP_assume, 0},
	[S_EXIT] = {OP_process_leave, 0, 0},
	[S_FENCE] = {OP_fence, 0, 0},
	[S_END] = {OP_thread_exit, 0, 0},
};

static const struct statement *at(
	const struct program *p, const struct state *s, unsigned t)
{
	static const struct statement end = {.kind = S_END, .point = 1};
	unsigned pc = s->thread[t].pc;

	return pc == p->length[t] ? &end : &p->code[t][pc];
}

uint8_t statement_op(const struct statement *c)
{
	return op_of[c->kind].op;
}

uint64_t script_variable(uint8_t var)
{
	return AT_VAR + var;
}

uint32_t script_value(const struct state *s, uint64_t address)
{
	return address >= AT_VAR && address < AT_VAR + SCRIPT_VARS
		       ? (uint8_t)s->var[address - AT_VAR]
		       : VALUE_UNKNOWN;
}

void touch(struct touched *f, uint64_t address, uint8_t kind)
{
	struct access a = {.address = address, .kind = kind};

	if (!f || f->n == SCRIPT_ACCESSES)
		return;
	a.size = address >= AT_VAR && address < AT_MUTEX;
	a.write = op_info[kind].access == ACCESS_W;
	f->made[f->n] = f->now;
	f->now.nth++;
	f->access[f->n++] = a;
}

/* What is touched from here on is done by the statement at pc. */
static void now(struct touched *f, unsigned t, unsigned pc)
{
	if (f)
		f->now = (struct made){(uint8_t)t, (uint8_t)pc, 0, 0};
}

static bool holds(const struct state *s, unsigned t, const struct statement *c)
{
	int value = c->test == TEST_VAR ? buffer_value(s, t, c->test_index)
					: s->thread[t].reg[c->test_index];

	return (value == c->test_value) != c->test_not;
}

static bool is_test(const struct statement *c)
{
	return c->kind == S_ASSERT || c->kind == S_ASSUME ||
	       c->kind == S_UNTIL || c->kind == S_AWAIT;
}

/* Options of any statement but exit, which depends on the others'. */
static unsigned options(const struct program *p, const struct state *s,
	unsigned t, uint32_t option[])
{
	const struct statement *c = at(p, s, t);
	unsigned n = 0, bit = 1u << t;

	option[0] = 0;
	if (p->model != MODEL_sc && s->thread[t].phase == 0 &&
		buffer_waits(s, t, c))
		return 0;
	switch (c->kind) {
	case S_LOCK:
		return s->owner[c->object] == 0;
	case S_WAIT:
		return s->sem[c->object] > 0;
	case S_TWAIT: /* in time, late */
		if (s->sem[c->object] > 0)
			option[n++] = 0;
		option[n++] = 1;
		return n;
	case S_CWAIT:
	case S_CTWAIT:
		if (s->thread[t].phase == 0)
			return 1;
		if (s->thread[t].phase == 2)
			return s->owner[c->mutex] == 0;
		if (s->woken[c->object] & bit)
			return 1;
		option[0] = 1;
		return c->kind == S_CTWAIT;
	case S_SIGNAL: /* which waiter */
		for (uint32_t w = 0; w < p->threads; w++)
			if (s->waiting[c->object] & 1u << w)
				option[n++] = w;
		return n ? n : 1;
	case S_BARRIER:
		return s->thread[t].phase == 0 ||
		       s->generation != s->thread[t].seen;
	case S_JOIN:
		return s->thread[c->value].status == DEAD;
	case S_UNTIL:
		return s->thread[t].phase == 0 ||
		       (uint8_t)buffer_value(s, t, c->test_index) !=
			       s->thread[t].seen;
	case S_AWAIT:
		return s->thread[t].phase == 0 && holds(s, t, c);
	case S_TAKE:
		return s->thread[t].phase == 0 && s->var[c->object] == 0;
	case S_CHOOSE:
		for (; n < (unsigned)c->value; n++)
			option[n] = n;
		return n;
	case S_ASSUME:
		return s->thread[t].phase == 0;
	default:
		return 1;
	}
}

unsigned state_options(const struct program *p, const struct state *s,
	unsigned t, uint32_t option[SCRIPT_OPTIONS])
{
	uint32_t other[SCRIPT_OPTIONS];

	if (t >= p->threads) {
		option[0] = 0;
		return !s->failed && !s->left && buffer_flushes(p, s, t);
	}
	if (s->thread[t].status != LIVE || s->failed || s->left)
		return 0;
	if (at(p, s, t)->kind != S_EXIT)
		return options(p, s, t, option);
	/* Leaving waits until nobody else can go on; of several any may. */
	for (unsigned u = 0; u < p->threads; u++)
		if (s->thread[u].status == LIVE &&
			((at(p, s, u)->kind != S_EXIT &&
				 options(p, s, u, other) > 0) ||
				s->buffer[u].n))
			return 0;
	option[0] = 0;
	return 1;
}

static void condition(struct state *s, const struct statement *c, unsigned t,
	uint32_t alternative, struct touched *f)
{
	uint8_t bit = (uint8_t)(1u << t);

	switch (s->thread[t].phase++) {
	case 0:
		if (s->owner[c->mutex] != t + 1) {
			s->failed = 1;
			return;
		}
		s->owner[c->mutex] = 0;
		s->waiting[c->object] |= bit;
		touch(f, AT_COND + c->object, OP_cond_wait);
		touch(f, AT_MUTEX + c->mutex, OP_mutex_unlock);
		return;
	case 1:
		s->waiting[c->object] &= (uint8_t)~bit;
		s->woken[c->object] &= (uint8_t)~bit;
		if (c->kind == S_CTWAIT)
			s->thread[t].reg[c->reg] = alternative == 0;
		touch(f, alternative ? AT_COND + c->object + 0u : AT_WOKEN + t,
			OP_cond_wake);
		return;
	default:
		s->owner[c->mutex] = (uint8_t)(t + 1);
		touch(f, AT_MUTEX + c->mutex, OP_mutex_lock);
		s->thread[t].phase = 0;
		s->thread[t].pc++;
	}
}

static void wake(struct state *s, const struct statement *c,
	uint32_t alternative, struct touched *f)
{
	uint8_t mask = (uint8_t)(1u << alternative);

	if (c->kind == S_BROADCAST)
		mask = 0xff;
	mask &= s->waiting[c->object];
	s->waiting[c->object] &= (uint8_t)~mask;
	s->woken[c->object] |= mask;
	/* One that finds nobody only reads the set of waiters. */
	touch(f, AT_COND + c->object, mask ? OP_cond_signal : OP_read);
	for (unsigned t = 0; t < SCRIPT_THREADS; t++)
		if (mask & 1u << t)
			touch(f, AT_WOKEN + t, OP_cond_signal);
}

/* Of the round that the thread came in. */
static uint8_t leave_of(const struct state *s, unsigned t)
{
	return s->thread[t].seen % 2 ? OP_barrier_leave_odd : OP_barrier_leave;
}

static void barrier(
	const struct program *p, struct state *s, unsigned t, struct touched *f)
{
	if (s->thread[t].phase == 0) {
		s->thread[t].phase = 1;
		s->thread[t].seen = s->generation;
		touch(f, AT_BARRIER,
			s->generation % 2 ? OP_barrier_odd : OP_barrier_even);
		if (f)
			f->access[f->n - 1].room =
				(uint16_t)(p->barrier - s->arrived);
		if (++s->arrived == p->barrier) {
			s->arrived = 0;
			s->generation++;
		}
		return;
	}
	touch(f, AT_BARRIER, leave_of(s, t));
	s->thread[t].phase = s->thread[t].seen = 0;
	s->thread[t].pc++;
}

static void until(const struct program *p, struct state *s,
	const struct statement *c, unsigned t, struct touched *f)
{
	buffer_load(p, s, t, c->test_index, f);
	if (holds(s, t, c)) {
		s->thread[t].phase = s->thread[t].seen = 0;
		s->thread[t].pc++;
	} else {
		s->thread[t].phase = 1;
		s->thread[t].seen = (uint8_t)buffer_value(s, t, c->test_index);
	}
}

static void await(struct state *s, const struct statement *c, unsigned t,
	struct touched *f)
{
	bool leaves =
		c->kind == S_TAKE ? s->var[c->object] == 0 : holds(s, t, c);

	if (c->kind == S_TAKE)
		touch(f, AT_VAR + c->object, OP_atomic_rmw);
	if (!leaves) {
		s->in_vain = 1;
		s->thread[t].phase = 1;
		return;
	}
	if (c->kind == S_TAKE)
		s->var[c->object] = c->value;
	s->thread[t].pc++;
}

static void settle(const struct program *p, struct state *s, unsigned t,
	struct touched *f);

/* Operations on synchronisation objects that are over at once. */
static void synchronise(const struct program *p, struct state *s, unsigned t,
	const struct statement *c, uint32_t alternative, struct touched *f)
{
	int8_t *reg = &s->thread[t].reg[c->reg];
	uint8_t *owner = &s->owner[c->object % SCRIPT_OBJECTS];
	uint8_t *sem = &s->sem[c->object % SCRIPT_OBJECTS];

	switch (c->kind) {
	case S_LOCK:
		*owner = (uint8_t)(t + 1);
		touch(f, AT_MUTEX + c->object, OP_mutex_lock);
		break;
	case S_UNLOCK:
		if (*owner != t + 1)
			s->failed = 1;
		*owner = 0;
		touch(f, AT_MUTEX + c->object, OP_mutex_unlock);
		break;
	case S_TRYLOCK:
		*reg = *owner == 0;
		if (*reg)
			*owner = (uint8_t)(t + 1);
		touch(f, AT_MUTEX + c->object,
			*reg ? OP_mutex_trylock : OP_read);
		break;
	case S_WAIT:
		--*sem;
		touch(f, AT_SEM + c->object, OP_sem_wait);
		break;
	case S_TWAIT:
		*reg = alternative == 0;
		*sem = (uint8_t)(*sem - *reg);
		touch(f, AT_SEM + c->object, *reg ? OP_sem_timedwait : OP_read);
		break;
	case S_POST:
		++*sem;
		touch(f, AT_SEM + c->object, OP_sem_post);
		break;
	case S_JOIN:
		touch(f, AT_THREAD + (unsigned)c->value, OP_thread_join);
		break;
	case S_START:
		if (s->thread[c->value].status == ABSENT) {
			s->thread[c->value].status = LIVE;
			touch(f, (uint64_t)c->value, OP_thread_start);
			settle(p, s, (unsigned)c->value, f);
		}
		break;
	}
}

static void memory(const struct program *p, struct state *s, unsigned t,
	const struct statement *c, struct touched *f)
{
	int8_t *reg = &s->thread[t].reg[c->reg], *var = &s->var[c->object];
	int8_t value;

	switch (c->kind) {
	case S_STORE:
	case S_STORE_REG:
	case S_RELEASE:
	case S_SEQ:
		value = c->kind == S_STORE_REG ? (int8_t)(*reg + c->value)
					       : c->value;
		if (p->model != MODEL_sc && c->kind != S_SEQ) {
			buffer_store(p, s, t, c, value, f);
			break;
		}
		*var = value;
		buffer_write(p, s, c->object, OP_atomic_store, f);
		break;
	case S_LOAD:
		*reg = buffer_value(s, t, c->object);
		buffer_load(p, s, t, c->object, f);
		break;
	case S_ADD:
	case S_FETCH:
	case S_DEAD:
	case S_DEAD_RELEASE:
		if (c->kind == S_FETCH)
			*reg = *var;
		*var = (int8_t)(*var + c->value);
		buffer_write(p, s, c->object, op_of[c->kind].op, f);
		break;
	case S_CAS:
		*reg = *var == c->value;
		if (*reg)
			*var = c->value2;
		if (*reg)
			buffer_write(p, s, c->object, OP_atomic_cas, f);
		else
			touch(f, script_variable(c->object), OP_atomic_load);
		break;
	case S_RELEASE_FENCE:
		buffer_fence(s, t);
		break;
	}
}

uint64_t script_block(unsigned block)
{
	return AT_BLOCK + block;
}

/* A pointer to nothing, or to what is freed, and more blocks than there are:
 * the program fails. */
static void heap(struct state *s, unsigned t, const struct statement *c,
	struct touched *f)
{
	int8_t *reg = &s->thread[t].reg[c->reg];
	unsigned b = (unsigned)*reg - 1u;

	if (c->kind != S_NEW && c->kind != S_PUT && c->kind != S_FREE)
		return;
	if (c->kind == S_NEW) {
		for (b = 0; b < SCRIPT_BLOCKS && s->life[b]; b++)
			;
		if (s->freed)
			b = s->freed - 1u;
		s->freed = 0;
	}
	if (b >= SCRIPT_BLOCKS || (c->kind != S_NEW && (s->gone & 1u << b))) {
		s->failed = 1;
		return;
	}
	s->gone &= (uint8_t) ~(1u << b);
	if (c->kind == S_NEW) {
		s->life[b]++;
		*reg = (int8_t)(b + 1);
		touch(f, AT_HEAP, OP_heap_alloc);
		return;
	}
	if (f)
		f->now.life = s->life[b];
	touch(f, script_block(b), OP_write);
	if (c->kind == S_PUT) {
		s->block[b] = c->value;
		return;
	}
	s->freed = (uint8_t)(b + 1);
	s->gone |= (uint8_t)(1u << b);
	touch(f, AT_HEAP, OP_heap_free);
}

/* Statements that only concern their thread, and ends. */
static void local(struct state *s, unsigned t, const struct statement *c,
	uint32_t alternative)
{
	int8_t *reg = &s->thread[t].reg[c->reg];

	switch (c->kind) {
	case S_SET:
		*reg = c->value;
		break;
	case S_ALLOC: /* (thread, how many before): nobody else's business */
		*reg = (int8_t)(16 * (t + 1) + ++s->thread[t].blocks);
		break;
	case S_CHOOSE:
		*reg = (int8_t)alternative;
		break;
	case S_SKIP:
		s->thread[t].pc = (uint8_t)(s->thread[t].pc + c->value);
		break;
	case S_FAIL:
		s->failed = 1;
		break;
	case S_EXIT: /* everything before counts */
		s->left = (uint8_t)(1 + c->value);
		break;
	}
}

static void end(struct state *s, unsigned t, struct touched *f)
{
	s->thread[t].status = DEAD;
	touch(f, AT_THREAD + t, OP_thread_exit);
}

/* One statement of thread t, or one phase of it. */
static void execute(const struct program *p, struct state *s, unsigned t,
	uint32_t alternative, struct touched *f)
{
	const struct statement *c = at(p, s, t);

	now(f, t, s->thread[t].pc);
	if (p->model != MODEL_sc && s->thread[t].phase == 0 &&
		statement_drains(c))
		buffer_drained(s, t, f);
	if (c->kind == S_END)
		return end(s, t, f);
	if (c->test == TEST_VAR && c->kind != S_UNTIL)
		buffer_load(p, s, t, c->test_index, f);
	if (c->kind == S_CWAIT || c->kind == S_CTWAIT)
		return condition(s, c, t, alternative, f);
	if (c->kind == S_BARRIER)
		return barrier(p, s, t, f);
	if (c->kind == S_UNTIL)
		return until(p, s, c, t, f);
	if (c->kind == S_AWAIT || c->kind == S_TAKE)
		return await(s, c, t, f);
	if (c->kind == S_AGAIN) {
		s->thread[t].pc = 0;
		return;
	}
	if (c->kind == S_EXIT)
		touch(f, 0, OP_process_leave);
	if (c->kind == S_ASSUME && !holds(s, t, c)) {
		s->thread[t].phase = 1;
		s->assumed = 1;
		return;
	}
	s->thread[t].pc++;
	if (c->kind == S_ASSERT && !holds(s, t, c))
		s->failed = 1;
	if (c->test && !is_test(c) && !holds(s, t, c))
		return;
	if (c->kind == S_SIGNAL || c->kind == S_BROADCAST)
		wake(s, c, alternative, f);
	memory(p, s, t, c, f);
	heap(s, t, c, f);
	synchronise(p, s, t, c, alternative, f);
	local(s, t, c, alternative);
}

/* A statement that hangs on a register is no operation if it is not made. */
static bool passed_over(
	const struct state *s, unsigned t, const struct statement *c)
{
	return c->test == TEST_REG && !is_test(c) && !holds(s, t, c);
}

/* Runs thread t up to its next decision point, or to where it is stuck: then
 * it has read what it waits for. */
static void settle(
	const struct program *p, struct state *s, unsigned t, struct touched *f)
{
	uint32_t option[SCRIPT_OPTIONS];
	unsigned options;

	while (!s->failed && !s->left) {
		const struct statement *c = at(p, s, t);

		now(f, t, s->thread[t].pc);
		if (s->thread[t].pc == p->length[t]) {
			if (!buffer_used(s, t))
				end(s, t, f);
			return;
		}
		if (s->thread[t].phase != 0)
			return;
		if (passed_over(s, t, c)) {
			s->thread[t].pc++;
			continue;
		}
		if (c->point || (buffer_used(s, t) && statement_drains(c)))
			return;
		options = state_options(p, s, t, option);
		if (options == 0)
			touch(f, state_pending(p, s, t).object, OP_read);
		if (options != 1)
			return;
		execute(p, s, t, option[0], f);
	}
}

void state_begin(const struct program *p, struct state *s, struct touched *f)
{
	memset(s, 0, sizeof *s);
	memcpy(s->var, p->var, sizeof s->var);
	memcpy(s->sem, p->sem, sizeof s->sem);
	for (unsigned t = 0; t < p->threads; t++)
		if (!p->started[t])
			s->thread[t].status = LIVE;
	for (unsigned t = 0; t < p->threads; t++)
		if (!p->started[t])
			settle(p, s, t, f);
}

void state_start(const struct program *p, struct state *s)
{
	state_begin(p, s, NULL);
}

bool state_step(const struct program *p, struct state *s, struct choice c,
	struct touched *f)
{
	uint32_t option[SCRIPT_OPTIONS];
	unsigned t = c.thread;

	if (t >= p->threads) {
		now(f, t, 0);
		buffer_flush(p, s, t, f);
		return false;
	}
	execute(p, s, t, c.alternative, f);
	settle(p, s, t, f);
	return s->thread[t].status == LIVE && !s->failed && !s->left &&
	       s->thread[t].phase == 0 && !at(p, s, t)->point &&
	       !buffer_waits(s, t, at(p, s, t)) &&
	       state_options(p, s, t, option) == 0;
}

void script_withhold(struct program *p)
{
	unsigned t = p->threads - 1;

	if (p->threads < 3)
		return;
	while (t && p->started[t])
		t--;
	p->withheld = (uint8_t)(1 << (t ? t : p->threads - 1));
}

unsigned state_tried(const struct program *p, const struct state *s, unsigned t,
	uint32_t option[SCRIPT_OPTIONS])
{
	return p->withheld >> t & 1 ? 0 : state_options(p, s, t, option);
}

/* Does a transition join in its middle?  Then the end of a thread matters to
 * more than what is foreseen. */
static bool joins_within(const struct program *p)
{
	for (unsigned t = 0; t < p->threads; t++)
		for (unsigned i = 0; i < p->length[t]; i++)
			if (p->code[t][i].kind == S_JOIN &&
				!p->code[t][i].point)
				return true;
	return false;
}

/* May the transition that begins with statement `pc` do more than that? */
static bool longer(const struct program *p, unsigned t, unsigned pc)
{
	const struct statement *c = &p->code[t][pc];

	if (c->test == TEST_VAR && !is_test(c) && c->kind != S_UNTIL)
		return true;
	pc = c->kind == S_AGAIN ? 0 : pc + 1;
	if (c->kind == S_SKIP)
		pc += (unsigned)c->value;
	for (; pc < p->length[t]; pc++) {
		c = &p->code[t][pc];
		if (!c->point)
			return true;
		if (c->test != TEST_REG || is_test(c)) /* not passed over */
			return false;
	}
	return joins_within(p);
}

bool state_live(const struct program *p, const struct state *s, unsigned t)
{
	return t < p->threads ? s->thread[t].status == LIVE
			      : buffer_live(p, s, t);
}

struct pending state_pending(
	const struct program *p, const struct state *s, unsigned t)
{
	const struct statement *c;
	struct pending pending = {.live = 1, .owner = (tid)t};
	unsigned phase;
	uint8_t index;

	if (t >= p->threads)
		return buffer_pending(p, s, t);
	c = at(p, s, t);
	phase = s->thread[t].phase;
	index = c->kind == S_UNTIL || c->kind == S_AWAIT ? c->test_index
							 : c->object;
	pending.pc = 64u * t + s->thread[t].pc;
	pending.kind = phase ? op_of[c->kind].op_later : op_of[c->kind].op;
	if (c->kind == S_BARRIER && phase)
		pending.kind = leave_of(s, t);
	if (op_of[c->kind].object)
		pending.object = op_of[c->kind].object + index;
	if (c->kind == S_JOIN)
		pending.object = AT_THREAD + (unsigned)c->value;
	if (phase == 2) { /* of a condition: takes its mutex again */
		pending.kind = OP_mutex_lock;
		pending.object = AT_MUTEX + c->mutex;
	}
	if (p->model != MODEL_sc && phase == 0 && buffer_waits(s, t, c)) {
		pending.elsewhere = 1;
		pending.waits = buffer_newest(s, t);
	}
	if (c->kind == S_PUT && s->thread[t].reg[c->reg] > 0)
		pending.object =
			script_block((unsigned)s->thread[t].reg[c->reg] - 1);
	if (c->test == TEST_VAR && !pending.object)
		pending.object = AT_VAR + c->test_index;
	pending.size = pending.object >= AT_VAR && pending.object < AT_MUTEX;
	pending.spinning = pending.kind == OP_await;
	if (c->kind == S_AWAIT || c->kind == S_TAKE) {
		pending.awaits = !phase;
		pending.level = script_await(
			c->kind == S_TAKE ? 0 : c->test_value, c->test_not);
		if (phase)
			pending.object = pending.size = 0;
	}
	pending.withheld = p->withheld >> t & 1;
	pending.unforeseen = p->unforeseen || longer(p, t, s->thread[t].pc);
	if (c->kind == S_WAIT || c->kind == S_TWAIT)
		pending.level = s->sem[c->object];
	return pending;
}

enum outcome_kind state_end(const struct program *p, const struct state *s)
{
	bool live = false, spins = false;

	if (s->failed)
		return OUTCOME_FAILED;
	if (s->left)
		return OUTCOME_ENDED;
	for (unsigned t = 0; t < p->threads; t++)
		if (s->thread[t].status == LIVE) {
			live = true;
			spins |= state_pending(p, s, t).spinning;
		}
	if (s->in_vain)
		return OUTCOME_REDUNDANT;
	if (!live)
		return OUTCOME_ENDED;
	if (s->assumed)
		return OUTCOME_PRUNED;
	return spins ? OUTCOME_LIVELOCKED : OUTCOME_DEADLOCKED;
}

uint64_t state_hash(const struct state *s, enum outcome_kind end)
{
	const unsigned char *byte = (const void *)s;
	uint64_t h = 0xcbf29ce484222325u ^ end;

	for (size_t i = 0; i < offsetof(struct state, buffer); i++)
		h = (h ^ byte[i]) * 0x100000001b3u;
	return h;
}
