/* SPDX-License-Identifier: MIT */
/* maple.c - patterns of accesses between threads, forced one at a time
 *
 * Yu, Narayanasamy, Pereira and Pokam, "Maple: a coverage-driven testing tool
 * for multithreaded programs", OOPSLA 2012, as Thomson's study runs it (chapter
 * 3.3): some executions by chance show which operations of the program's text
 * meet at one object, and which follow each other in a thread.  What these
 * could do to each other by one of the idioms of maple.h, and has not been
 * seen, is forced: one instance an execution, each up to so many times.  Then
 * chance again, until that shows something more.
 *
 * An execution that forces one follows a plan, which is the events of the
 * instance in an order.  Whoever would make one of them too early waits, and so
 * does who would change what the next one is to find; unless all would wait.
 * Who of the others is next say random priorities (priorities.h).
 *
 * Nothing is promised.
 *
 * Memory   of fixed size: the first events, threads and objects of a test; of
 *          others nothing is known.
 * Cost     O(threads) at each step, and a look at the last operations of two
 *          threads
 */
#include "search/strategy/maple.h"

#include "base/hash.h"
#include "search/depend.h"
#include "search/strategy/priorities.h"
#include "search/strategy/seldom.h"

#include <string.h>

enum {
	EVENTS = 256,
	PAIRS = 1024,	/* of neighbours in a thread, each sort */
	SEEN = 1 << 15, /* instances; a power of two */
	PLACES = 1 << 9,
	KNOWN = 256,   /* threads */
	WINDOW = 8,    /* last operations of a thread */
	SOURCES = 6,   /* of one operation */
	READERS = 8,   /* since a change */
	VISITORS = 16, /* of an object */
	STABLE = 3,    /* executions that showed nothing more: enough */
	ROUNDS = 6,    /* how often each instance is tried */
	LOOKS = 4096,  /* at instances, before an execution begins */
	PATIENCE = 1000
};

/* What one operation has to do with an earlier one. */
struct source {
	uint32_t number; /* among those of its thread, from 1 */
	uint16_t event;
	tid thread;
};

struct record {
	uint64_t object;
	uint32_t number;
	uint16_t event;
	uint16_t sources;
	struct source source[SOURCES];
};

struct local {
	uint32_t made;
	struct record last[WINDOW]; /* number n at n % WINDOW */
};

struct place {
	uint64_t object;
	uint32_t stamp;
	struct source writer; /* number 0: nobody */
	uint32_t readers, visitors;
	struct source reader[READERS], visitor[VISITORS];
};

struct step {
	uint16_t event;
	uint8_t role, slot;
};

enum {
	ROLES = 3,
	SLOTS = 2
};

struct maple {
	struct rng rng;
	uint64_t seed;

	/* What is known of the test. */
	uint64_t code[EVENTS];
	bool changes[EVENTS];
	uint16_t slot[2 * EVENTS]; /* by hash: event + 1 */
	uint32_t events;
	uint32_t met[EVENTS][EVENTS / 32]; /* at one object, two threads */
	uint32_t near[2][EVENTS][EVENTS / 32];
	uint16_t pair[2][PAIRS][2]; /* → of one object, and of two */
	uint32_t pairs[2];
	uint64_t seen[SEEN];
	uint32_t exposed;

	/* What is tried. */
	uint32_t stable, rounds; /* since there was something more */
	unsigned idiom;
	uint64_t cell;
	bool more; /* the execution has shown something */

	/* The execution in progress. */
	struct priorities priorities;
	uint32_t seldom, stamp, places, waited;
	struct step plan[MAPLE_EVENTS];
	uint32_t steps, at, skip; /* of plan[]: all, done; firsts let go by */
	bool strict;
	tid role[ROLES];
	uint64_t object[SLOTS];
	struct local local[KNOWN];
	struct place place[PLACES];
	bool waits[THREADS_MAX];
};

static void *create(const struct search_config *config, struct region *region)
{
	struct maple *m = region_take(region, sizeof *m);

	if (!m)
		return NULL;
	m->seed = config->seed;
	m->idiom = 1;
	return m;
}

uint64_t maple_code(const struct pending *p)
{
	return hash_mix(p->pc ^ (uint64_t)p->kind << 56) | 1;
}

static bool bit(const uint32_t *row, uint32_t i)
{
	return row[i / 32] >> i % 32 & 1;
}

static void set_bit(uint32_t *row, uint32_t i)
{
	row[i / 32] |= 1u << i % 32;
}

/* Where it is, or would be. */
static uint32_t slot_of(const struct maple *m, uint64_t code)
{
	uint32_t i = (uint32_t)code % (2 * EVENTS);

	while (m->slot[i] && m->code[m->slot[i] - 1] != code)
		i = (i + 1) % (2 * EVENTS);
	return i;
}

/* EVENTS: unknown. */
static uint32_t event_of(const struct maple *m, const struct pending *p)
{
	uint32_t i = m->slot[slot_of(m, maple_code(p))];

	return i ? i - 1 : EVENTS;
}

/* --- instances that were seen */

static uint64_t instance(unsigned idiom, const uint16_t e[MAPLE_EVENTS])
{
	uint64_t key = idiom;

	for (int i = 0; i < MAPLE_EVENTS; i++)
		key = key << 10 | e[i];
	return key;
}

/* SEEN: it is not there, and there is no room. */
static uint32_t find(const struct maple *m, uint64_t key)
{
	uint32_t i = (uint32_t)hash_mix(key) % SEEN;

	while (m->seen[i] && m->seen[i] != key)
		i = (i + 1) % SEEN;
	return m->seen[i] || m->exposed < SEEN / 4 * 3 ? i : SEEN;
}

static void expose(struct maple *m, unsigned idiom, uint32_t a, uint32_t b,
	uint32_t c, uint32_t d)
{
	uint16_t e[] = {(uint16_t)a, (uint16_t)b, (uint16_t)c, (uint16_t)d};
	uint64_t key = instance(idiom, e);
	uint32_t i = find(m, key);

	if (i == SEEN || m->seen[i])
		return;
	m->seen[i] = key;
	m->exposed++;
}

enum {
	NO_EVENT = 1023
};

bool maple_has(
	const void *self, unsigned idiom, const uint64_t code[MAPLE_EVENTS])
{
	const struct maple *m = self;
	uint16_t e[MAPLE_EVENTS];
	uint32_t i;

	for (int k = 0; k < MAPLE_EVENTS; k++) {
		i = code[k] ? m->slot[slot_of(m, code[k])] : NO_EVENT + 1;
		if (!i)
			return false;
		e[k] = (uint16_t)(i - 1);
	}
	i = find(m, instance(idiom, e));
	return i != SEEN && m->seen[i];
}

uint32_t maple_exposed(const void *self)
{
	const struct maple *m = self;

	return m->exposed;
}

bool maple_idle(const void *self)
{
	const struct maple *m = self;

	return m->rounds >= ROUNDS;
}

/* --- what an execution shows */

/* Number n of a thread, if it is still known. */
static const struct record *record_of(
	const struct maple *m, tid thread, uint32_t n)
{
	const struct local *l = &m->local[thread];

	return n && n <= l->made && l->made - n < WINDOW ? &l->last[n % WINDOW]
							 : NULL;
}

/* a → b, of one thread. */
static bool follows(const struct maple *m, tid thread, const struct record *a,
	const struct record *b)
{
	for (uint32_t n = a->number + 1; n < b->number; n++) {
		const struct record *r = record_of(m, thread, n);

		if (!r || r->object == a->object || r->object == b->object)
			return false;
	}
	return a->number < b->number;
}

/* c ⇒ d, where d is new: what of T2 came before or behind c that depends on
 * what T1 did before. */
static void look_at_two(struct maple *m, const struct record *c, tid t2,
	const struct record *d, tid t1)
{
	const struct local *l = &m->local[t2];

	for (uint32_t n = l->made; n && l->made - n < WINDOW; n--) {
		const struct record *b = record_of(m, t2, n), *a;
		bool behind = n > c->number;

		if (behind ? b->object == c->object || !follows(m, t2, c, b)
			   : !follows(m, t2, b, c))
			continue;
		for (uint32_t i = 0; i < b->sources; i++) {
			const struct source *s = &b->source[i];

			if (s->thread != t1) {
				if (!behind)
					expose(m, 6, s->event, b->event,
						c->event, d->event);
				continue;
			}
			a = record_of(m, t1, s->number);
			if (a && follows(m, t1, a, d))
				expose(m,
					behind			 ? 5
					: b->object == d->object ? 3
								 : 4,
					a->event, b->event, c->event, d->event);
		}
	}
}

/* a ⇒ b, where b is new, and c → b: c ⇒ d, where d came behind a. */
static void look_back(struct maple *m, const struct record *a, tid t1,
	const struct record *b, tid t2)
{
	const struct local *l = &m->local[t1];

	for (uint32_t n = l->made; n > a->number && l->made - n < WINDOW; n--) {
		const struct record *d = record_of(m, t1, n), *c;

		if (d->object == a->object || !follows(m, t1, a, d))
			continue;
		for (uint32_t i = 0; i < d->sources; i++) {
			if (d->source[i].thread != t2)
				continue;
			c = record_of(m, t2, d->source[i].number);
			if (c && c != b && follows(m, t2, c, b))
				expose(m, 5, a->event, b->event, c->event,
					d->event);
		}
	}
}

static void look(struct maple *m, const struct record *new, tid t)
{
	for (uint32_t i = 0; i < new->sources; i++) {
		const struct source *s = &new->source[i];
		const struct record *r = record_of(m, s->thread, s->number);

		expose(m, 1, s->event, new->event, NO_EVENT, NO_EVENT);
		if (!r)
			continue;
		for (uint32_t k = 0; k < r->sources; k++) {
			const struct record *a = record_of(
				m, r->source[k].thread, r->source[k].number);

			if (r->source[k].thread == t && a &&
				follows(m, t, a, new))
				expose(m, 2, a->event, r->event, new->event,
					NO_EVENT);
		}
		look_at_two(m, r, s->thread, new, t);
		look_back(m, r, s->thread, new, t);
	}
}

static uint32_t know(struct maple *m, const struct pending *p)
{
	uint64_t code = maple_code(p);
	uint32_t i = slot_of(m, code);

	if (m->slot[i])
		return m->slot[i] - 1u;
	if (m->events == EVENTS)
		return EVENTS;
	m->code[m->events] = code;
	m->changes[m->events] = kind_changes(p->kind, false);
	m->slot[i] = (uint16_t)++m->events;
	m->more = true;
	return m->events - 1;
}

static void meet(struct maple *m, uint32_t a, uint32_t b)
{
	if ((!m->changes[a] && !m->changes[b]) || bit(m->met[a], b))
		return;
	set_bit(m->met[a], b);
	set_bit(m->met[b], a);
	m->more = true;
}

static struct place *place_of(struct maple *m, uint64_t object)
{
	uint32_t i = (uint32_t)hash_mix(object) % PLACES;

	for (; m->place[i].stamp == m->stamp; i = (i + 1) % PLACES)
		if (m->place[i].object == object)
			return &m->place[i];
	if (m->places == PLACES / 4 * 3)
		return NULL;
	m->places++;
	m->place[i].object = object;
	m->place[i].stamp = m->stamp;
	m->place[i].writer.number = 0;
	m->place[i].readers = m->place[i].visitors = 0;
	return &m->place[i];
}

/* Who was here in this execution. */
static void visit(struct maple *m, struct place *at, const struct source *who)
{
	bool known = false;

	for (uint32_t i = 0; i < at->visitors; i++) {
		if (at->visitor[i].thread != who->thread)
			meet(m, at->visitor[i].event, who->event);
		else
			known |= at->visitor[i].event == who->event;
	}
	if (!known && at->visitors < VISITORS)
		at->visitor[at->visitors++] = *who;
}

static void depends_on(struct record *r, const struct source *s, tid self)
{
	if (s->number && s->thread != self && r->sources < SOURCES)
		r->source[r->sources++] = *s;
}

static void keep_reader(struct place *at, const struct source *who)
{
	uint32_t i = 0;

	while (i < at->readers && (at->reader[i].thread != who->thread ||
					  at->reader[i].event != who->event))
		i++;
	if (i == READERS)
		return;
	at->reader[i] = *who;
	at->readers += i == at->readers;
}

/* Which operations of the thread it follows. */
static void neighbours(struct maple *m, tid t, const struct record *new)
{
	for (uint32_t n = new->number - 1; n &&new->number - n < WINDOW; n--) {
		const struct record *r = record_of(m, t, n);
		unsigned two = r->object != new->object;

		if (!follows(m, t, r, new) ||
			bit(m->near[two][r->event], new->event) ||
			m->pairs[two] == PAIRS)
			continue;
		set_bit(m->near[two][r->event], new->event);
		m->pair[two][m->pairs[two]][0] = r->event;
		m->pair[two][m->pairs[two]++][1] = new->event;
		m->more = true;
	}
}

static void see(struct maple *m, const struct pending *p, tid t)
{
	uint32_t event = know(m, p);
	struct place *at = place_of(m, p->object);
	struct local *l = &m->local[t < KNOWN ? t : 0];
	struct source who = {l->made + 1, (uint16_t)event, t};
	struct record *new;

	if (event == EVENTS || t >= KNOWN || !at)
		return;
	visit(m, at, &who);
	new = &l->last[++l->made % WINDOW];
	*new = (struct record){
		.object = p->object, .number = l->made, .event = who.event};
	depends_on(new, &at->writer, t);
	for (uint32_t i = 0; i < at->readers && m->changes[event]; i++)
		depends_on(new, &at->reader[i], t);
	neighbours(m, t, new);
	look(m, new, t);
	if (!m->changes[event]) {
		keep_reader(at, &who);
		return;
	}
	at->writer = who;
	at->readers = 0;
}

/* --- which instance is next */

/* How many cells the table of an idiom's instances has: rows by columns. */
static uint64_t rows_of(const struct maple *m, unsigned idiom)
{
	return idiom == 1   ? m->events
	       : idiom <= 3 ? m->pairs[0]
	       : idiom <= 5 ? m->pairs[1]
			    : m->pairs[0] + m->pairs[1];
}

static uint64_t columns_of(const struct maple *m, unsigned idiom)
{
	return idiom <= 2   ? m->events
	       : idiom == 3 ? m->pairs[0]
	       : idiom <= 5 ? m->pairs[1]
			    : (uint64_t)m->events * m->events;
}

/* Those that are in a cell; false: they do not meet. */
static bool events_at(
	const struct maple *m, uint32_t i, uint32_t j, uint16_t e[MAPLE_EVENTS])
{
	const uint16_t *p;

	e[0] = e[1] = e[2] = e[3] = NO_EVENT;
	switch (m->idiom) {
	case 1:
		e[0] = (uint16_t)i;
		e[1] = (uint16_t)j;
		return bit(m->met[i], j);
	case 2:
		e[0] = m->pair[0][i][0];
		e[1] = (uint16_t)j;
		e[2] = m->pair[0][i][1];
		return bit(m->met[e[0]], j) && bit(m->met[e[2]], j);
	case 3:
	case 4:
		e[0] = m->pair[m->idiom - 3][i][0];
		e[1] = m->pair[m->idiom - 3][j][0];
		e[2] = m->pair[m->idiom - 3][j][1];
		e[3] = m->pair[m->idiom - 3][i][1];
		break;
	case 5:
		e[0] = m->pair[1][i][0];
		e[1] = m->pair[1][j][1];
		e[2] = m->pair[1][j][0];
		e[3] = m->pair[1][i][1];
		break;
	default:
		p = i < m->pairs[0] ? m->pair[0][i]
				    : m->pair[1][i - m->pairs[0]];
		e[0] = (uint16_t)(j % m->events);
		e[1] = p[0];
		e[2] = p[1];
		e[3] = (uint16_t)(j / m->events);
	}
	return bit(m->met[e[0]], e[1]) && bit(m->met[e[2]], e[3]);
}

/* The next cell with an instance that has not been seen; false: none so far. */
static bool next(struct maple *m, uint16_t e[MAPLE_EVENTS])
{
	for (uint32_t looks = 0; looks < LOOKS && m->rounds < ROUNDS; looks++) {
		uint64_t columns = columns_of(m, m->idiom);
		uint64_t cells = rows_of(m, m->idiom) * columns;
		uint64_t cell = m->cell++;
		uint32_t i;

		if (cell >= cells) {
			m->cell = 0;
			m->idiom = m->idiom % MAPLE_IDIOMS + 1;
			m->rounds += m->idiom == 1;
			continue;
		}
		if (!events_at(m, (uint32_t)(cell / columns),
			    (uint32_t)(cell % columns), e))
			continue;
		i = find(m, instance(m->idiom, e));
		if (i != SEEN && !m->seen[i])
			return true;
	}
	return false;
}

static void add(struct maple *m, uint16_t event, uint8_t role, uint8_t slot)
{
	m->plan[m->steps++] = (struct step){event, role, slot};
}

static void swap(struct maple *m, uint32_t i)
{
	struct step s = m->plan[i];

	m->plan[i] = m->plan[i + 1];
	m->plan[i + 1] = s;
}

static void plan(struct maple *m, const uint16_t e[MAPLE_EVENTS])
{
	enum {
		T1,
		T2,
		T3
	};
	uint8_t y = m->idiom >= 4;

	if (m->idiom == 6)
		y = !bit(m->near[0][e[1]], e[2]);
	add(m, e[0], T1, 0);
	if (m->idiom == 5) {
		add(m, e[2], T2, 1);
		add(m, e[1], T2, 0);
		add(m, e[3], T1, 1);
		if (rng_below(&m->rng, 2))
			swap(m, 0);
		if (rng_below(&m->rng, 2))
			swap(m, 2);
		return;
	}
	add(m, e[1], T2, 0);
	if (m->idiom == 2)
		add(m, e[2], T1, 0);
	if (m->idiom <= 2)
		return;
	add(m, e[2], T2, y);
	add(m, e[3], m->idiom == 6 ? T3 : T1, y);
}

static void plan_begin(struct maple *m)
{
	m->at = 0;
	for (int i = 0; i < ROLES; i++)
		m->role[i] = TID_NONE;
	m->object[0] = m->object[1] = 0;
}

static struct start begin(void *self, uint64_t index)
{
	struct maple *m = self;
	uint16_t e[MAPLE_EVENTS];

	rng_seed(&m->rng, m->seed, index);
	m->seldom = m->places = m->waited = m->steps = m->skip = 0;
	m->more = false;
	if (++m->stamp == 0) {
		memset(m->place, 0, sizeof m->place);
		m->stamp = 1;
	}
	for (uint32_t t = 0; t < KNOWN; t++)
		m->local[t].made = 0;
	priorities_begin(&m->priorities);
	plan_begin(m);
	if (m->stable < STABLE || !next(m, e))
		return (struct start){.prefix = NULL};
	plan(m, e);
	m->strict = rng_below(&m->rng, 2);
	while (m->rounds && rng_below(&m->rng, 3) == 0)
		m->skip++;
	return (struct start){.prefix = NULL};
}

static void end(void *self, const struct outcome *outcome)
{
	struct maple *m = self;

	if (m->more)
		m->stable = m->rounds = 0;
	else if (m->stable < STABLE)
		m->stable++;
}

/* --- following a plan */

/* May this thread, with this operation, be the one of the step? */
static bool fits(const struct maple *m, const struct step *s, uint32_t event,
	uint64_t object, tid t)
{
	if (s->event != event)
		return false;
	for (int i = 0; i < ROLES; i++)
		if ((i == s->role) != (m->role[i] == t) &&
			(i != s->role || m->role[i] != TID_NONE))
			return false;
	for (int i = 0; i < SLOTS; i++)
		if ((i == s->slot) != (m->object[i] == object) &&
			(i != s->slot || m->object[i]))
			return false;
	return true;
}

/* Is something at that object still to be met as it is? */
static bool is_open(const struct maple *m, uint64_t object)
{
	for (uint32_t i = m->at; i < m->steps && m->at; i++)
		if (m->object[m->plan[i].slot] == object)
			return true;
	return false;
}

static bool has_to_wait(const struct maple *m, const struct pending *p, tid t)
{
	uint32_t event = event_of(m, p);
	tid next = m->role[m->plan[m->at].role];

	for (uint32_t i = m->at + 1; i < m->steps && event < EVENTS; i++)
		if (fits(m, &m->plan[i], event, p->object, t))
			return true;
	if (!is_open(m, p->object) || !kind_changes(p->kind, false))
		return false;
	return next == TID_NONE ? m->strict || m->role[0] == t ||
					  m->role[1] == t || m->role[2] == t
				: next != t;
}

/* Who makes the next step of the plan, if it is begun; else who waits. */
static tid who_is_next(struct maple *m, const struct view *view)
{
	bool any = false, all = true;

	for (tid t = 0; t < view->threads; t++) {
		const struct pending *p = &view->thread[t];

		m->waits[t] = false;
		if (!enabled(p))
			continue;
		if (p->object && fits(m, &m->plan[m->at], event_of(m, p),
					 p->object, t)) {
			if (m->at)
				return t;
		} else if (p->object) {
			m->waits[t] = has_to_wait(m, p, t);
		}
		any |= m->waits[t];
		all &= m->waits[t];
	}
	m->waited += any;
	if (all)
		plan_begin(m);
	return TID_NONE;
}

static void advance(struct maple *m, const struct pending *p, tid t)
{
	const struct step *s = &m->plan[m->at];

	if (!fits(m, s, event_of(m, p), p->object, t))
		return;
	if (!m->at && m->skip) {
		m->skip--;
		return;
	}
	m->role[s->role] = t;
	m->object[s->slot] = p->object;
	m->at++;
}

static struct choice choose(void *self, const struct view *view)
{
	struct maple *m = self;
	bool follows_plan = m->at < m->steps && m->waited < PATIENCE;
	const struct pending *made;
	struct choice c = {.thread = TID_NONE};

	if (follows_plan && view->enabled > 1)
		c.thread = who_is_next(m, view);
	if (c.thread == TID_NONE)
		c.thread = priorities_highest(&m->priorities, &m->rng, view,
			follows_plan && view->enabled > 1 ? m->waits : NULL);
	made = &view->thread[c.thread];
	if (may_fail(made))
		c.alternative = seldom_fails(&m->rng, &m->seldom);
	else
		c.alternative = offered(made,
			made->offers == 1 ? 0
					  : rng_below(&m->rng, made->offers));
	priorities_made(&m->priorities, view, c.thread);
	if (made->object) {
		if (m->at < m->steps)
			advance(m, made, c.thread);
		see(m, made, c.thread);
	}
	return c;
}

const struct strategy strategy_maple = {
	.name = "maple",
	.create = create,
	.begin = begin,
	.choose = choose,
	.end = end,
};
