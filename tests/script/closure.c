/* SPDX-License-Identifier: MIT */
/* closure.c - data races by definition, see closure.h */
#include "closure.h"

#include <stdlib.h>
#include <string.h>

/* --- telling the analyses --------------------------------------------------
 */

void story_to_pure(const struct story *s, struct pure *p)
{
	pure_begin(p, s->execution);
	for (unsigned i = 0; i < s->events; i++) {
		const struct act_of *e = &s->event[i];

		switch (e->act) {
		case ACT_START:
			pure_start(p, e->other, e->thread);
			break;
		case ACT_ACCESS:
			pure_access(p, &e->access);
			break;
		case ACT_ACQUIRE:
			pure_acquire(p, e->thread, e->object);
			break;
		case ACT_RELEASE:
			pure_release(p, e->thread, e->object);
			break;
		case ACT_PUBLISH:
			pure_publish(p, e->thread, e->object);
			break;
		case ACT_FORGET:
			pure_forget(p, e->object);
			break;
		case ACT_PASS:
			pure_pass(p, e->thread, e->other);
			break;
		}
	}
}

void story_to_limited(const struct story *s, struct limited *l)
{
	limited_begin(l, s->execution);
	for (unsigned i = 0; i < s->events; i++) {
		const struct act_of *e = &s->event[i];

		switch (e->act) {
		case ACT_START:
			limited_start(l, e->other, e->thread);
			break;
		case ACT_ACCESS:
			limited_access(l, &e->access);
			break;
		case ACT_OPERATION:
			limited_operation(l, e->thread, e->object);
			break;
		case ACT_LOCK:
			limited_lock(
				l, e->thread, e->type, e->object, e->shared);
			break;
		case ACT_UNLOCK:
			limited_unlock(l, e->thread, e->type, e->object);
			break;
		case ACT_POINT:
			limited_point(l, s->pending[e->point], CLOSURE_THREADS);
			break;
		}
	}
}

/* --- the order -------------------------------------------------------------
 */

static bool before[CLOSURE_EVENTS][CLOSURE_EVENTS];

/* Is it something that t does?  A start is its creator's and its own. */
static bool by(const struct act_of *e, tid t)
{
	if (e->act == ACT_START)
		return e->thread == t || e->other == t;
	return e->thread == t && e->act != ACT_POINT && e->act != ACT_FORGET;
}

static bool one_thread(const struct act_of *a, const struct act_of *b)
{
	for (tid t = 0; t < CLOSURE_THREADS; t++)
		if (by(a, t) && by(b, t))
			return true;
	return false;
}

static bool synchronises(const struct story *s, unsigned a, unsigned b)
{
	const struct act_of *x = &s->event[a], *y = &s->event[b];

	if (x->act == ACT_PASS)
		return by(y, x->other);
	if ((x->act != ACT_RELEASE && x->act != ACT_PUBLISH) ||
		y->act != ACT_ACQUIRE || x->object != y->object)
		return false;
	for (unsigned i = a + 1; i < b; i++)
		if ((s->event[i].act == ACT_PUBLISH ||
			    s->event[i].act == ACT_FORGET) &&
			s->event[i].object == x->object)
			return false;
	return true;
}

static void close_all(unsigned n)
{
	for (unsigned k = 0; k < n; k++)
		for (unsigned i = 0; i < k; i++)
			if (before[i][k])
				for (unsigned j = k + 1; j < n; j++)
					before[i][j] |= before[k][j];
}

static void order_pure(const struct story *s)
{
	for (unsigned a = 0; a < s->events; a++)
		for (unsigned b = a + 1; b < s->events; b++)
			before[a][b] = one_thread(&s->event[a], &s->event[b]) ||
				       synchronises(s, a, b);
	close_all(s->events);
}

static bool enabled(const struct story *s, unsigned point, tid t)
{
	return s->pending[point][t].live && s->pending[point][t].offers;
}

/* Might it be what thread t, with this pending, waited for? */
static bool is_for(const struct act_of *e, const struct pending *p)
{
	const struct race_access *a = &e->access;

	if (p->size)
		return e->act == ACT_ACCESS && (a->kind & RACE_WRITE) &&
		       a->address < p->object + p->size &&
		       p->object < a->address + a->size;
	return e->act == ACT_OPERATION && p->object && e->object == p->object;
}

static bool seen_by_limited(const struct act_of *e)
{
	return e->act == ACT_ACCESS || e->act == ACT_OPERATION ||
	       (e->act == ACT_START && e->other != TID_NONE);
}

/* The event between points `point` and point+1 that enabled t; or `events`. */
static unsigned enabler(const struct story *s, unsigned point, tid t)
{
	unsigned from = 0, first = s->events;

	if (!s->pending[point][t].live || enabled(s, point, t) ||
		!enabled(s, point + 1, t))
		return s->events;
	while (s->event[from].act != ACT_POINT || s->event[from].point != point)
		from++;
	for (unsigned i = from + 1; s->event[i].act != ACT_POINT; i++) {
		if (is_for(&s->event[i], &s->pending[point][t]))
			return i;
		if (first == s->events && seen_by_limited(&s->event[i]))
			first = i;
	}
	return first;
}

static void order_limited(const struct story *s)
{
	for (unsigned a = 0; a < s->events; a++)
		for (unsigned b = a + 1; b < s->events; b++)
			before[a][b] = one_thread(&s->event[a], &s->event[b]);
	for (unsigned point = 0; point + 1 < s->points; point++)
		for (tid t = 0; t < CLOSURE_THREADS; t++) {
			unsigned a = enabler(s, point, t);

			for (unsigned b = a + 1; b < s->events; b++)
				before[a][b] |= by(&s->event[b], t);
		}
	close_all(s->events);
}

/* --- locks -----------------------------------------------------------------
 */

/* 0: the event's thread has not the lock then, 1: to read, 2: for itself. */
static unsigned has(
	const struct story *s, unsigned at, uint8_t type, uint64_t address)
{
	unsigned depth = 0;
	bool shared = false;

	for (unsigned i = 0; i < at; i++) {
		const struct act_of *e = &s->event[i];

		if (e->thread == s->event[at].thread && e->act == ACT_START)
			depth = 0;
		if (e->thread != s->event[at].thread || e->type != type ||
			e->object != address)
			continue;
		if (e->act == ACT_LOCK)
			shared = depth++ ? shared || e->shared : e->shared;
		else if (e->act == ACT_UNLOCK && depth)
			depth--;
	}
	return depth ? shared ? 1 : 2 : 0;
}

static bool kept_apart(const struct story *s, unsigned a, unsigned b)
{
	for (unsigned i = 0; i < a; i++) {
		const struct act_of *e = &s->event[i];

		if (e->act == ACT_LOCK &&
			has(s, a, e->type, e->object) +
					has(s, b, e->type, e->object) >
				2 &&
			has(s, a, e->type, e->object) &&
			has(s, b, e->type, e->object))
			return true;
	}
	return false;
}

/* --- the pairs -------------------------------------------------------------
 */

static struct naive_pair *pair_of(struct naive *n, const struct race_access *a,
	const struct race_access *b, unsigned *which)
{
	struct naive_pair *p = n->pair;

	for (unsigned i = 0; i < n->pairs; i++, p++)
		for (*which = 0; *which < 2; ++*which)
			if (p->pc[*which] == a->pc &&
				p->kind[*which] == a->kind &&
				p->pc[!*which] == b->pc &&
				p->kind[!*which] == b->kind)
				return p;
	if (n->pairs == CLOSURE_PAIRS)
		abort();
	*which = 0;
	*p = (struct naive_pair){{a->pc, b->pc}, {a->kind, b->kind}, 0, false,
		false, false, 0, 0};
	n->pairs++;
	return p;
}

static bool race(const struct race_access *a, const struct race_access *b)
{
	bool overlap = a->address < b->address + b->size &&
		       b->address < a->address + a->size;
	bool atomic = (a->kind & RACE_ATOMIC) && (b->kind & RACE_ATOMIC);
	bool writes = (a->kind & RACE_WRITE) || (b->kind & RACE_WRITE);

	return overlap && writes && !atomic && a->thread != b->thread;
}

static void look(struct naive *n, const struct story *s, bool locks)
{
	for (unsigned j = 0; j < s->events; j++) {
		const struct race_access *b = &s->event[j].access;
		struct naive_pair *counted[CLOSURE_EVENTS];
		unsigned done = 0;

		if (s->event[j].act != ACT_ACCESS)
			continue;
		for (unsigned i = 0; i < j; i++) {
			const struct race_access *a = &s->event[i].access;
			struct naive_pair *p;
			unsigned which, k = 0;

			if (s->event[i].act != ACT_ACCESS || before[i][j] ||
				!race(a, b) || (locks && kept_apart(s, i, j)))
				continue;
			p = pair_of(n, a, b, &which);
			while (k < done && counted[k] != p)
				k++;
			if (k == done) {
				counted[done++] = p;
				p->count++;
			}
			if (!p->execution)
				p->execution = s->execution;
			if (a->block && b->block && a->block != b->block) {
				p->recycled = true;
				continue;
			}
			if (a->phase == RACE_INIT || b->phase == RACE_DESTROY)
				p->setup = true;
			else
				p->plain = true;
			/* Bit 0: pc[0] first. */
			if (p->pc[0] == p->pc[1] && p->kind[0] == p->kind[1])
				which = a->thread > b->thread;
			p->orders |= (uint8_t)(1u << which);
		}
	}
}

void naive_pure(struct naive *n, const struct story *s)
{
	order_pure(s);
	look(n, s, false);
}

void naive_limited(struct naive *n, const struct story *s)
{
	order_limited(s);
	look(n, s, true);
}

const char *naive_differ(const struct naive *n, const struct candidates *c)
{
	if (c->lost)
		return "the table was full";
	for (unsigned i = 0; i < n->pairs; i++) {
		const struct naive_pair *p = &n->pair[i];
		const struct race *r = candidates_find(
			c, p->pc[0], p->kind[0], p->pc[1], p->kind[1]);
		unsigned orders = p->orders;

		if (!r)
			return "a candidate was not seen";
		if (!race_valid(r))
			return "a row that is not valid";
		if (r->one.pc != p->pc[0] || r->one.kind != p->kind[0])
			orders = (orders & 1) << 1 | orders >> 1;
		if (r->orders != orders)
			return "the orders of a candidate";
		if (r->count != p->count)
			return "how often a candidate was seen";
		if (r->execution != p->execution)
			return "the execution in which it was seen first";
		if (race_suppressed(r) !=
			(p->recycled && !p->plain && !p->setup))
			return "what is suppressed";
		if (race_held(r) != (p->setup && !p->plain && p->orders != 3))
			return "what is held";
	}
	return *c->races == n->pairs ? NULL : "a candidate that is none";
}
