/* SPDX-License-Identifier: MIT */
/* race.c - data races found: findings for the report, points for the search
 *
 * A pair is named by its two instructions.  The first time it is seen, both
 * places are recorded with what is known of the memory; later ones count.
 *
 * Cost     one look into a hash table, also for pairs that have no room left.
 */
#include "native/coarse.h"
#include "native/shadow.h"
#include "native/trace.h"

enum {
	PAIRS = 4 * RACES_MAX
};
static struct pair {
	uint64_t one, two;
	uint32_t race; /* index in the channel */
	uint32_t used;
} pairs[PAIRS];
static uint32_t known; /* so many races of the channel are in pairs */

static void describe(struct channel_access *a, uint64_t pc, bool write,
	bool atomic, bool freeing, tid thread, uint32_t size)
{
	a->pc = pc;
	a->write = write;
	a->atomic = atomic;
	a->freeing = freeing;
	a->thread = thread;
	a->size = size;
	a->created_pc = thread_of(thread)->create_pc;
	a->creator = thread_of(thread)->creator;
	a->stack.thread = thread;
	a->stack.frames = 1;
	a->stack.pc[0] = pc;
}

static void add(uint64_t address, uint64_t old_key, uint64_t old_pc,
	bool old_write, unsigned flags, size_t size, uint64_t pc,
	uint32_t index)
{
	struct channel_race *r = &rt.channel->race[index];

	*r = (struct channel_race){.count = 1};
	r->execution = rt.channel->executions_begun;
	describe(&r->first, old_pc, old_write, old_key & KEY_ATOMIC,
		old_key & KEY_FREE, key_thread(old_key), (uint32_t)size);
	describe(&r->second, pc, flags & ACC_WRITE, flags & ACC_ATOMIC,
		flags & ACC_FREE, rt.self->id, (uint32_t)size);
	r->second.stack.frames =
		stack_walk(r->second.stack.pc, 0, STACK_MAX, pc);
	place_of(address, &r->place);
}

/* The entry of a pair, or the free one where it would go. */
static struct pair *pair_of(uint64_t one, uint64_t two)
{
	uint32_t i = (uint32_t)((one * 31 + two) * 0x9e3779b97f4a7c15u >> 40) %
		     PAIRS;

	while (pairs[i].used && (pairs[i].one != one || pairs[i].two != two))
		i = (i + 1) % PAIRS;
	return &pairs[i];
}

/* The channel holds more races than are known here when another process of
 * this search met them: a forked execution, or the one before a crash. */
static void catch_up(void)
{
	for (; known < rt.channel->races && known < RACES_MAX; known++) {
		const struct channel_race *r = &rt.channel->race[known];

		*pair_of(r->first.pc, r->second.pc) = (struct pair){
			.one = r->first.pc,
			.two = r->second.pc,
			.race = known,
			.used = 1,
		};
	}
}

void race_found(uint64_t address, uint64_t old_key, uint64_t old_pc,
	bool old_write, unsigned flags, size_t size, uint64_t pc)
{
	struct channel *c = rt.channel;
	struct pair *p;

	catch_up();
	p = pair_of(old_pc, pc);
	if (p->used) {
		c->race[p->race].count++;
		return;
	}
	/* A free is no instruction to stop before; an atomic is one already. */
	if (!(old_key & (KEY_ATOMIC | KEY_FREE)))
		point_add(old_pc, old_write);
	if (!(flags & (ACC_ATOMIC | ACC_FREE)))
		point_add(pc, flags & ACC_WRITE);
	if ((flags & ACC_FREE) || (old_key & KEY_FREE) || !pc || !old_pc)
		coarse_now();
	if (c->races >= RACES_MAX) {
		caveat(CAVEAT_races_lost, "%u pairs", RACES_MAX);
		return;
	}
	add(address, old_key, old_pc, old_write, flags, size, pc, c->races);
	c->races++;
}
