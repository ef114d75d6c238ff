/* SPDX-License-Identifier: MIT */
#include "native/posix/clock_again.h"
#include "native/offers.h"

enum {
	PLACES = 4, /* that a thread has read at lately */
	/* Readings of one time.  Fewer are what a test makes that takes the
	 * time of its steps, and a turn without effect is known by then. */
	READINGS = 6,
	READINGS_MORE = 24,
	STEPS = 23,	/* 2^0 .. 2^21 ms, then 1 h */
	STEPS_NEAR = 7, /* 2^0 .. 2^6 ms: 127 together */
	LOOPS = 4,	/* where its turns came to nothing lately */
	TURN_STEPS = 8,
	POLL_STEPS = 2,
	TURNS_MAX = 200 /* of a thread: loops that others push out of the rows
			   come to an end, too */
};

struct place_read {
	uint32_t key;	   /* a hash of the place; 0: none */
	uint16_t readings; /* of `then` */
	uint8_t steps;	   /* the next one */
	uint8_t stood;	   /* time might have passed, and did not */
	uint64_t then;
};

/* Those of a thread, the latest first. */
static struct readings {
	uint32_t life;
	struct place_read place[PLACES];
	struct {
		uint32_t key;
		uint32_t steps;
	} loop[LOOPS];
	uint32_t oldest, turns; /* a row of `loop`; steps of all of them */
	uint8_t turning;	/* time passes for one of these */
	uint8_t late;		/* nobody else can go on */
} readings[THREADS_MAX];

static uint32_t key_of(uint64_t pc, uint64_t frame)
{
	return (uint32_t)((pc ^ frame << 24) * 0x9e3779b97f4a7c15u >> 32) | 1;
}

/* Moves it to the front; one that was not there takes the last one's place. */
static struct place_read *find(struct readings *r, uint32_t key)
{
	unsigned at = 0;
	struct place_read found = {.key = key};

	while (at < PLACES - 1 && r->place[at].key != key)
		at++;
	if (r->place[at].key == key)
		found = r->place[at];
	for (; at > 0; at--)
		r->place[at] = r->place[at - 1];
	r->place[0] = found;
	return &r->place[0];
}

static uint64_t milliseconds(unsigned number)
{
	uint64_t ms = number < STEPS - 1 ? 1ull << number : 3600000;

	return ms * 1000000;
}

/* Of the running thread, which is about to change it. */
static struct readings *own(void)
{
	struct readings *r = &readings[rt.self->id];

	undo_save(r, sizeof *r);
	if (r->life != rt.self->life)
		*r = (struct readings){.life = rt.self->life};
	return r;
}

uint64_t clock_again(uint64_t now, uint64_t pc, uint64_t frame)
{
	struct place_read *p;

	if (rt.study)
		return 0;
	p = find(own(), key_of(pc, frame));
	if (!p->readings || p->then != now) {
		*p = (struct place_read){p->key, 1, 0, 0, now};
		return 0;
	}
	if (p->readings < READINGS_MORE)
		p->readings++;
	return p->readings < (p->stood ? READINGS_MORE : READINGS)
		       ? 0
		       : milliseconds(p->steps);
}

uint32_t clock_passes(const struct thread *t)
{
	const struct readings *r = &readings[t->id];
	const struct place_read *p = &r->place[0];

	if (r->turning)
		return 1;
	if (p->steps >= STEPS_NEAR && !r->late)
		return 0;
	return p->readings == READINGS && !p->stood && !p->steps ? 2 : 1;
}

bool clock_let_go(void)
{
	for (tid i = 0; i < rt.world.threads; i++) {
		const struct pending *p = &rt.pending[i];

		if (!p->live || p->kind != OP_time_passes || p->offers ||
			readings[i].late)
			continue;
		undo_save(&readings[i], sizeof *readings);
		readings[i].late = 1;
		caveat(CAVEAT_clock_waits, "thread T%u", i);
		return offers_refresh();
	}
	return false;
}

void clock_stood(void)
{
	own()->place[0].stood = 1;
}

void clock_passed(uint64_t now)
{
	struct readings *r = own();
	struct place_read *p = &r->place[0];

	/* What it reads next is its own doing. */
	p->then = now;
	p->steps = (uint8_t)((p->steps + 1) % STEPS);
	r->late = 0;
}

uint64_t clock_turn(uint64_t pc, uint64_t frame, bool polls)
{
	/* In ms, in all: 1, 8, 64, 512, ... 32 s, 69 min, 12 days; 0.1 s. */
	static const uint32_t waits[] = {
		1, 7, 56, 448, 3584, 28672, 4128768, 1 << 30};
	static const uint32_t looks[] = {1, 99};
	uint32_t key = key_of(pc, frame);
	struct readings *r;
	unsigned i = 0, n;

	if (rt.study)
		return 0;
	r = own();
	while (i < LOOPS && r->loop[i].key != key)
		i++;
	if (i == LOOPS) {
		i = r->oldest++ % LOOPS;
		r->loop[i].key = key;
		r->loop[i].steps = 0;
	}
	n = r->loop[i].steps;
	if (n >= (polls ? POLL_STEPS : TURN_STEPS) || r->turns == TURNS_MAX)
		return 0;
	r->loop[i].steps++;
	r->turns++;
	r->turning = 1;
	return 1000000ull * (polls ? looks : waits)[n];
}

void clock_turned(void)
{
	own()->turning = 0;
}
