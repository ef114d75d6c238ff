/* SPDX-License-Identifier: MIT */
/* points.c - the set of racing instructions that are decision points, whether
 * the exits of threads are, and what reductions go by
 *
 * Kept in the channel (it outlives the process), looked up in a hash set here.
 * It only grows, and between executions alone: a point that appeared in the
 * middle of one would not be there when its schedule is replayed.  The driver
 * starts the search again when it did.
 */
#include "native/heap/asked.h"
#include "native/races/shadow.h"
#include "native/study.h"

enum {
	SET_SIZE = 4 * POINTS_MAX
};
static uint64_t set[SET_SIZE];

/* Added to the address of an instruction that is there for its atomic access.
 */
#define ATOMIC (1ull << 63)
#define WATCHED (1ull << 62)
#define LOOP (1ull << 61)
#define HANDLED_READ (1ull << 60)
#define HANDLED (1ull << 59)

static uint64_t *slot_of(uint64_t key)
{
	uint32_t i = (uint32_t)(key * 0x9e3779b97f4a7c15u >> 40) % SET_SIZE;

	while (set[i] && set[i] != key)
		i = (i + 1) % SET_SIZE;
	return &set[i];
}

bool point_has(uint64_t pc)
{
	return *slot_of(pc) == pc;
}

bool point_has_atomic(uint64_t pc)
{
	return *slot_of(pc | ATOMIC) == (pc | ATOMIC);
}

bool point_watched(uint64_t pc)
{
	return *slot_of(pc | WATCHED) == (pc | WATCHED);
}

bool point_loop_has(uint64_t pc)
{
	return *slot_of(pc | LOOP) == (pc | LOOP);
}

static uint64_t key_of(const struct point *p)
{
	return p->access == POINT_ATOMIC	 ? p->pc | ATOMIC
	       : p->access == POINT_WATCHED	 ? p->pc | WATCHED
	       : p->access == POINT_LOOP	 ? p->pc | LOOP
	       : p->access == POINT_HANDLED_READ ? p->pc | HANDLED_READ
	       : p->access == POINT_HANDLED	 ? p->pc | HANDLED
						 : p->pc;
}

static void add(struct point new)
{
	struct channel *c = rt.channel;

	for (uint32_t i = rt.points; i < c->points && i < POINTS_MAX; i++)
		if (key_of(&c->point[i]) == key_of(&new))
			return;
	if (c->points >= POINTS_MAX) {
		caveat(CAVEAT_races_lost, "%u racing instructions", POINTS_MAX);
		return;
	}
	new.module = UINT32_MAX;
	for (uint32_t m = 0; m < c->modules; m++)
		if (new.pc >= c->module[m].start &&new.pc < c->module[m].end) {
			new.module = m;
			new.offset = new.pc - c->module[m].base;
		}
	c->point[c->points++] = new;
	rt.points_grew = 1;
}

void point_add(uint64_t pc, bool write)
{
	if (!pc || point_has(pc) || rt.channel->config.points_fixed)
		return;
	/* A call of such a library is one step, which stands at its place. */
	if (asked_number(pc) >= ASKED_KNOWN)
		return;
	if (rt.study) {
		study_no_point(write);
		return;
	}
	add((struct point){
		.pc = pc, .access = write ? POINT_WRITE : POINT_READ});
}

void point_watch(uint64_t pc)
{
	if (pc && !point_watched(pc))
		add((struct point){.pc = pc, .access = POINT_WATCHED});
}

void point_loop(uint64_t pc)
{
	if (!point_loop_has(pc) && rt.footprints &&
		search_wants_footprints(rt.search))
		add((struct point){.pc = pc, .access = POINT_LOOP});
}

bool point_is_handled(uint64_t word, bool write)
{
	uint64_t key = word | (write ? HANDLED : HANDLED_READ);

	return *slot_of(key) == key;
}

void point_handled(uint64_t word, bool write)
{
	if (!point_is_handled(word, write) && !rt.channel->config.points_fixed)
		add((struct point){.pc = word,
			.access = write ? POINT_HANDLED : POINT_HANDLED_READ});
}

bool points_left(void)
{
	struct channel *c = rt.channel;
	bool files = c->files_change && c->files_looked;

	return c->points != c->points_now || c->exits != c->exits_now ||
	       c->coarse != c->coarse_now || c->again || files != c->files_now;
}

static void in_force(uint32_t n)
{
	rt.points = n;
	rt.stops = rt.everywhere || (n && (rt.racing || rt.filters));
}

void points_load(void)
{
	uint32_t n = rt.channel->points;

	if (n > POINTS_MAX)
		n = 0;
	for (uint32_t i = rt.points; i < n; i++) {
		uint64_t key = key_of(&rt.channel->point[i]);

		*slot_of(key) = key;
	}
	rt.channel->points_now = n;
	rt.channel->files_now =
		rt.channel->files_change && rt.channel->files_looked;
	in_force(n);
	rt.exits = (uint8_t)(rt.channel->exits_now = rt.channel->exits);
	rt.channel->coarse_now = rt.channel->coarse;
}

void points_load_now(void)
{
	uint32_t n = rt.channel->points_now;

	if (n > POINTS_MAX)
		n = 0;
	for (uint32_t i = rt.points; i < n; i++) {
		uint64_t key = key_of(&rt.channel->point[i]);

		*slot_of(key) = key;
	}
	in_force(n);
	rt.exits = (uint8_t)rt.channel->exits_now;
}

/* Modules lie within 4 GiB windows: the upper half is that of the one whose
 * range holds the completed address. */
uint64_t pc_expand(uint32_t low)
{
	struct channel *c = rt.channel;

	for (uint32_t m = 0; m < c->modules; m++) {
		uint64_t pc = (c->module[m].start & ~0xffffffffull) | low;

		if (pc >= c->module[m].start && pc <= c->module[m].end)
			return pc;
	}
	return low;
}
