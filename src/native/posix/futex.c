/* SPDX-License-Identifier: MIT */
/* futex.c - futexes, as programs and libstdc++ use them through syscall()
 *
 * object, one byte beyond the word (which may be an atomic of its own): the set
 * (set.h) of sleeping threads.  A wait is one operation that compares and
 * registers, then one that is enabled by a wake or (timed) always.  Which
 * sleeper a wake of one thread wakes is an alternative; a wake of several, but
 * not all, takes the lowest numbers, and a caveat says so.
 *
 * Waking is no edge of happens-before: the word's own atomics are.
 */
#include "native/footprint.h"
#include "native/posix/futex.h"
#include "native/posix/clock.h"
#include "native/posix/interrupted.h"
#include "native/posix/set.h"
#include "native/memory.h"
#include "native/races/shadow.h"
#include "native/spin.h"
#include "native/spurious.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>

void futex_register(void);

/* Of a sleeping thread's scratch words; the word it sleeps on may be changed
 * by a requeue. */
enum {
	WOKEN,
	TIMED,
	WORD,
	BITS
};

static uint64_t key_of(uint64_t word)
{
	return word | 1;
}

static struct object *futex_of(uint64_t word)
{
	return object_get(key_of(word), OBJECT_FUTEX, 0);
}

/* Of calls that use the word as a name alone, as whoever gives up a lock does
 * that another thread may free by then.  NULL: there is nobody. */
static struct object *futex_named(uint32_t *word)
{
	struct object *o = object_find(key_of((uint64_t)word));

	if (o && o->kind == OBJECT_FUTEX)
		return o;
	return heap_freed((uint64_t)word) ? 0 : futex_of((uint64_t)word);
}

static void offer_woken(struct thread *t, struct pending *p)
{
	offer_success(p, t->scratch[WOKEN]);
	if (!t->scratch[WOKEN] && t->scratch[TIMED])
		offer_timed(p, false);
}

/* A wake of one thread chooses; its pending size says that it is one. */
static void offer_wake(struct thread *t, struct pending *p)
{
	struct object *o = object_find(key_of(p->object));

	p->offers = 1;
	p->offer = 0;
	if (o && o->a && p->size == 1) {
		p->offers = o->a;
		p->offer = set_words(o);
	}
}

static uint32_t word_read(uint32_t *word, uint64_t pc)
{
	access_record((uint64_t)word, 4, ACC_READ | ACC_ATOMIC, pc);
	return (uint32_t)memory_value(rt.self, (uint64_t)word, 4);
}

/* A place of its own for the detection of spinning. */
static __attribute__((noinline)) uint32_t sleep_on(uint32_t *word, uint64_t pc)
{
	uint32_t how = sched_point(OP_futex_woken, (uint64_t)word, 0, pc);

	spin_object(&rt.self->scratch[WOKEN], 8, false);
	return how;
}

static long futex_wait(uint32_t *word, uint32_t value, bool timed,
	uint64_t deadline, uint32_t bits, uint64_t pc)
{
	struct thread *self = rt.self;
	uint32_t seen, how;
	bool early = spurious(CAVEAT_no_spurious, "a futex", pc);

again:
	sched_point(OP_futex_wait, (uint64_t)word, 4, pc);
	seen = word_read(word, pc);
	trace_value(seen);
	if (seen != value)
		return -EAGAIN;
	thread_touch(self);
	self->scratch[WOKEN] = early;
	self->scratch[TIMED] = timed;
	self->scratch[WORD] = (uint64_t)word;
	self->scratch[BITS] = bits;
	if (!early)
		set_insert(futex_of((uint64_t)word), self->id);
	how = sleep_on(word, pc);
	if (how == 0)
		return 0;
	set_remove(futex_of(self->scratch[WORD]), self->id);
	if (how == SIGNAL_ENDS) {
		if (signal_ends_call(!timed, pc))
			return -EINTR;
		goto again;
	}
	clock_reach(deadline);
	return -ETIMEDOUT;
}

static void wake(struct object *o, tid id)
{
	struct thread *t = thread_of(id);

	trace_other(id);
	thread_touch(t);
	shared_write(&t->scratch[WOKEN]);
	t->scratch[WOKEN] = 1;
	set_remove(o, id);
}

/* Up to n of those whose bits match, lowest numbers first. */
static long wake_lowest(struct object *o, uint32_t n, uint32_t bits)
{
	long woken = 0;

	for (uint32_t i = 0; i < o->a && (uint32_t)woken < n;) {
		tid id = (tid)set_words(o)[i];

		if (!(thread_of(id)->scratch[BITS] & bits)) {
			i++;
			continue;
		}
		wake(o, id);
		woken++;
	}
	return woken;
}

static void wakes_some(const struct object *o, uint32_t n)
{
	if (n && o->a > n)
		caveat(CAVEAT_futex_order, "%u of %u threads", n, o->a);
}

static long futex_wake(uint32_t *word, uint32_t n, uint32_t bits, uint64_t pc)
{
	struct object *o;
	uint32_t which = sched_point(OP_futex_wake, (uint64_t)word,
		bits == FUTEX_BITSET_MATCH_ANY ? n : 0, pc);
	long woken;

	o = futex_named(word);
	if (!o)
		return 0;
	if (o->a == 0 || n == 0) {
		spin_object(&o->a, sizeof o->a, false);
		return 0;
	}
	if (n == 1 && bits == FUTEX_BITSET_MATCH_ANY) {
		wake(o, (tid)which);
		return 1;
	}
	wakes_some(o, n);
	woken = wake_lowest(o, n, bits);
	return woken;
}

static long futex_requeue(uint32_t *word, uint32_t n, uint32_t move,
	uint32_t *to, const uint32_t *value, uint64_t pc)
{
	struct object *o, *target;
	long done;
	uint32_t which = sched_point(OP_futex_requeue, (uint64_t)word, n, pc);

	if (value && word_read(word, pc) != *value)
		return -EAGAIN;
	o = futex_of((uint64_t)word);
	if (o->a == 0) {
		spin_object(&o->a, sizeof o->a, false);
		return 0;
	}
	if (n == 1) {
		wake(o, (tid)which);
		done = 1;
	} else {
		wakes_some(o, n);
		done = wake_lowest(o, n, FUTEX_BITSET_MATCH_ANY);
	}
	wakes_some(o, move);
	target = futex_of((uint64_t)to);
	if (target == o)
		return done + (o->a < move ? o->a : move);
	for (; o->a && move; move--, done++) {
		struct thread *t = thread_of((tid)set_words(o)[0]);

		set_remove(o, t->id);
		set_insert(target, t->id);
		thread_touch(t);
		t->scratch[WORD] = (uint64_t)to;
		rt.pending[t->id].object = (uint64_t)to;
	}
	return done;
}

/* When a wait ends by itself.  FUTEX_WAIT's time is a duration, that of
 * FUTEX_WAIT_BITSET absolute. */
static bool deadline_of(
	int op, const struct timespec *t, uint64_t *deadline, uint64_t pc)
{
	clockid_t clock =
		op & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC;

	access_read(t, sizeof *t, pc);
	if (!timespec_valid(t) || t->tv_sec < 0)
		return false;
	*deadline = (op & FUTEX_CMD_MASK) == FUTEX_WAIT
			    ? clock_after(clock_duration(t), pc)
			    : clock_deadline(clock, t);
	return true;
}

long futex_call(uint32_t *word, int op, uint32_t value, uint64_t timeout,
	uint32_t *word2, uint32_t value3, uint64_t pc)
{
	int command = op & FUTEX_CMD_MASK;
	uint32_t bits =
		command == FUTEX_WAIT_BITSET || command == FUTEX_WAKE_BITSET
			? value3
			: FUTEX_BITSET_MATCH_ANY;
	uint64_t deadline = 0;

	if ((uint64_t)word & 3)
		return -EINVAL;
	switch (command) {
	case FUTEX_WAIT:
	case FUTEX_WAIT_BITSET:
		if (!bits || (timeout && !deadline_of(op, (void *)timeout,
						 &deadline, pc)))
			return -EINVAL;
		return futex_wait(
			word, value, timeout != 0, deadline, bits, pc);
	case FUTEX_WAKE:
	case FUTEX_WAKE_BITSET:
		return bits ? futex_wake(word, value, bits, pc) : -EINVAL;
	case FUTEX_REQUEUE:
		return futex_requeue(
			word, value, (uint32_t)timeout, word2, 0, pc);
	case FUTEX_CMP_REQUEUE:
		return futex_requeue(
			word, value, (uint32_t)timeout, word2, &value3, pc);
	default:
		run_error(ERR_UNSUPPORTED, pc,
			"the test calls futex with operation %d, which scarp "
			"does not support" SC(501),
			command);
	}
}

void futex_register(void)
{
	offer_of[OP_futex_woken] = offer_woken;
	offer_of[OP_futex_wake] = offer_wake;
	offer_of[OP_futex_requeue] = offer_wake;
}
