/* SPDX-License-Identifier: MIT */
/* signal_mask.c - what threads block, and what waits meanwhile */
#include "native/coarse.h"
#include "native/fault.h"
#include "native/footprint.h"
#include "native/posix/ident.h"
#include "native/posix/signal.h"
#include "native/posix/signal_send.h"
#include "native/spin.h"
#include "native/state.h"
#include "native/threads/thread.h"

#include <pthread.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

uint64_t signal_pending, signal_notes, signal_gone;

static struct signal_mask masks[THREADS_MAX];
/* Any thread ever had one; not rewound. */
static bool any_mask;

struct signal_mask *signal_mask_of(const struct thread *t)
{
	struct signal_mask *m = &masks[t->id];

	if (m->life != t->life) {
		undo_save(m, sizeof *m);
		*m = (struct signal_mask){.life = t->life};
	}
	return m;
}

const struct signal_mask *signal_mask_seen(const struct thread *t)
{
	const struct signal_mask *m = &masks[t->id];

	return m->life == t->life ? m : 0;
}

void signal_inherit(const struct thread *t, const struct thread *creator)
{
	if (rt.channel->coarse_now & COARSE_SIGNALS)
		shared_read(&signal_pending); /* it may take what waits there */
	if (!any_mask && !masks[creator->id].handling)
		return;
	/* Nobody else changes the creator's. */
	undo_save(&masks[t->id], sizeof masks[0]);
	masks[t->id] = (struct signal_mask){
		.life = t->life, .mask = signal_blocked(creator)};
}

static void set_draining(struct signal_mask *m, bool draining)
{
	undo_save(m, sizeof *m);
	m->draining = draining;
}

/* No signal may come to it meanwhile: that is what it is about. */
static void set_delivering(struct signal_mask *m, bool delivering)
{
	undo_save(m, sizeof *m);
	m->delivering = delivering;
}

void signal_set_masks(uint64_t mask, uint64_t handling)
{
	struct signal_mask *m = signal_mask_of(rt.self);

	undo_save(m, sizeof *m);
	m->mask = mask;
	m->handling = handling;
}

/* As the kernel picks one (kernel/signal.c, next_signal): what stands for a
 * fault first, then by number. */
static int next_of(uint64_t due)
{
	uint64_t faults =
		due & (BIT(SIGSEGV) | BIT(SIGBUS) | BIT(SIGILL) | BIT(SIGTRAP) |
			      BIT(SIGFPE) | BIT(SIGSYS));

	return __builtin_ctzll(faults ? faults : due) + 1;
}

static void changes_pending(void)
{
	STATE_ALSO(pthread_sigmask, pending);
	state_value(&signal_pending, sizeof signal_pending, true);
}

/* Of the process. */
static void take_pending(int number, struct signal_note *out)
{
	changes_pending();
	signal_asks_others(number);
	signal_note_take(&signal_notes, &signal_pending, number, out);
}

/* What was sent to the thread comes before what was sent to the process. */
static int first_of(const struct signal_mask *m, uint64_t set)
{
	uint64_t own = m->waiting & set, all = signal_pending & set;

	return own ? next_of(own) : all ? next_of(all) : 0;
}

void signal_take_of(uint64_t set, struct signal_note *out)
{
	struct signal_mask *m = signal_mask_of(rt.self);
	int number = first_of(m, set);

	/* If it had been ignored before, it would not be there. */
	state_also(TOUCHES_raise_action, (uint64_t)number);
	if (m->waiting & BIT(number)) {
		undo_save(m, sizeof *m);
		spin_object(&m->waiting, sizeof m->waiting, true);
		signal_note_take(&m->notes, &m->waiting, number, out);
	} else {
		take_pending(number, out);
	}
}

uint64_t signal_there(const struct thread *t, uint64_t set)
{
	const struct signal_mask *m = signal_mask_seen(t);

	return ((m ? m->waiting : 0) | signal_pending) & set;
}

void signal_looked_at(void)
{
	struct signal_mask *m = signal_mask_of(rt.self);

	state_value(&signal_pending, sizeof signal_pending, false);
	spin_object(&m->waiting, sizeof m->waiting, false);
}

enum signal_took signal_take_one(uint64_t pc)
{
	struct signal_mask *m = signal_mask_of(rt.self);
	enum signal_took took = TOOK_NOTHING;
	struct signal_note note;
	int number;

	do {
		uint64_t open = ~(m->mask | m->handling);

		STATE_ALSO(sigpending, pending);
		number = first_of(m, open);
		if (!number)
			break;
		signal_take_of(open, &note);
		set_draining(m, true);
		took = signal_act(&note, pc);
		set_draining(m, false);
	} while (took == TOOK_NOTHING);
	return took;
}

/* What was sent to the thread comes before what was sent to the process.  What
 * was discarded is looked for as well: had that come later, it would be here.
 */
void signal_deliver_due(uint64_t pc)
{
	struct signal_mask *m = signal_mask_of(rt.self);
	uint64_t missed = 0;

	state_value(&signal_pending, sizeof signal_pending, false);
	for (;;) {
		uint64_t open = ~(m->mask | m->handling);
		uint64_t due = m->waiting & open;
		struct signal_note note;
		int number;

		if (!due)
			due = signal_pending & open;
		if (!due)
			due = (m->gone | signal_gone) & open & ~missed;
		if (!due)
			return;
		number = next_of(due);
		set_delivering(m, true);
		state_point(TOUCHES_raise_action, (uint64_t)number, false, pc);
		set_delivering(m, false);
		STATE_ALSO(
			sigpending, pending); /* someone may have come before */
		if (m->waiting & BIT(number)) {
			set_draining(m, true);
			signal_note_take(&m->notes, &m->waiting, number, &note);
			signal_act(&note, pc);
		} else if (signal_pending & BIT(number)) {
			set_draining(m, true);
			take_pending(number, &note);
			signal_act(&note, pc);
		} else {
			missed |= BIT(number);
			continue;
		}
		set_draining(m, false);
		missed = 0;
	}
}

void signal_discard(int number)
{
	uint64_t bit = BIT(number);

	if (signal_pending & bit) {
		changes_pending();
		signal_asks_others(number);
		signal_note_drop(&signal_notes, &signal_pending, number);
		undo_save8(&signal_gone);
		signal_gone |= bit;
	}
	for (tid i = 0; i < rt.world.threads; i++) {
		struct signal_mask *m = &masks[i];

		if (m->life != thread_of(i)->life || !(m->waiting & bit))
			continue;
		STATE_ALSO(pthread_sigmask, pending);
		spin_object(&m->waiting, sizeof m->waiting, true);
		undo_save(m, sizeof *m);
		signal_note_drop(&m->notes, &m->waiting, number);
		m->gone |= bit;
		if (i != rt.self->id)
			footprint_asks(i);
	}
}

static uint64_t set_word(const sigset_t *set)
{
	uint64_t word;

	memcpy(&word, set, sizeof word);
	return word;
}

static int change_mask(int how, const sigset_t *new, sigset_t *old, uint64_t pc)
{
	struct signal_mask *m = signal_mask_of(rt.self);
	uint64_t before = m->mask | m->handling, word;

	if (new) {
		access_read(new, sizeof word, pc);
		word = set_word(new) & ~NEVER_BLOCKED;
		STATE_POINT(pthread_sigmask, pending, pc);
		any_mask = true;
		spin_object(&m->mask, sizeof m->mask, true);
		shared_write(m);
		undo_save(m, sizeof *m);
		switch (how) {
		case SIG_BLOCK:
			m->mask |= word;
			break;
		case SIG_UNBLOCK:
			m->mask &= ~word;
			m->handling &= ~word;
			break;
		case SIG_SETMASK:
			m->mask = word;
			m->handling = 0;
			break;
		default:
			return EINVAL;
		}
		m->handling &= ~m->mask;
	}
	if (old) {
		access_write(old, sizeof *old, pc);
		memset(old, 0, sizeof *old);
		memcpy(old, &before, sizeof before);
	}
	if (new)
		signal_deliver_due(pc);
	return 0;
}

uint64_t signal_mask(void)
{
	return signal_blocked(rt.self);
}

void signal_mask_again(uint64_t mask, uint64_t pc)
{
	struct signal_mask *m = signal_mask_of(rt.self);
	uint64_t handling = m->handling & mask, rest = mask & ~handling;

	if (mask == signal_blocked(rt.self))
		return;
	if (rest != m->mask) { /* else a handler is left, and no more */
		STATE_POINT(pthread_sigmask, pending, pc);
		any_mask = true;
		spin_object(&m->mask, sizeof m->mask, true);
	}
	signal_set_masks(rest, handling);
	signal_deliver_due(pc);
}

void signal_suspend(uint64_t mask, uint64_t pc)
{
	struct signal_mask *m = signal_mask_of(rt.self);

	STATE_POINT(pthread_sigmask, pending, pc);
	any_mask = true;
	spin_object(&m->mask, sizeof m->mask, true);
	shared_write(m);
	undo_save(m, sizeof *m);
	m->before = signal_blocked(rt.self);
	m->suspended = 1;
	m->mask = mask;
	m->handling = 0;
	if (signal_pending | m->waiting)
		rt.world.signals = 1;
}

bool signal_suspended(const struct thread *t)
{
	const struct signal_mask *m = signal_mask_seen(t);

	return m && m->suspended;
}

void signal_resume(uint64_t pc)
{
	struct signal_mask *m = signal_mask_of(rt.self);
	int error = errno;

	if (!m->suspended)
		return;
	STATE_ALSO(pthread_sigmask, pending);
	spin_object(&m->mask, sizeof m->mask, true);
	shared_write(m);
	undo_save(m, sizeof *m);
	m->suspended = 0;
	m->mask = m->before;
	signal_deliver_due(pc);
	errno = error;
}

EXPORT int pthread_sigmask(int how, const sigset_t *new, sigset_t *old)
{
	return controlled() ? change_mask(how, new, old, CALLER)
			    : REAL(pthread_sigmask)(how, new, old);
}

EXPORT int sigprocmask(int how, const sigset_t *new, sigset_t *old)
{
	int rc;

	if (!controlled())
		return REAL(sigprocmask)(how, new, old);
	rc = change_mask(how, new, old, CALLER);
	return rc ? signal_refuse(rc) : 0;
}

EXPORT int sigpending(sigset_t *out)
{
	struct signal_mask *m;
	uint64_t waiting;

	if (!controlled())
		return REAL(sigpending)(out);
	STATE_POINT(sigpending, pending, CALLER);
	m = signal_mask_of(rt.self);
	signal_looked_at();
	waiting = m->waiting | signal_pending;
	access_write(out, sizeof *out, CALLER);
	memset(out, 0, sizeof *out);
	memcpy(out, &waiting, sizeof waiting);
	return 0;
}
