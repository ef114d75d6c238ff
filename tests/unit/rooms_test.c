/* SPDX-License-Identifier: MIT */
/* What arrivals at a barrier find when earlier ones are left out. */
#include "unit.h"

#include "search/reduce/rooms.h"
#include "search/reduce/wakeup.h"

enum {
	REGION = 1 << 16,
	BARRIER = 0x500
};

static _Alignas(8) char region[REGION];
static struct history history;

static void begin(void)
{
	history_init(&history, region, sizeof region);
}

/* The next event. */
static void add_at(uint64_t barrier, tid thread, enum op kind, uint16_t room)
{
	struct access access = {.address = barrier,
		.write = kind != OP_barrier_leave,
		.kind = (uint8_t)kind,
		.room = room};
	struct transition done = {.choice = {.thread = thread},
		.step = history.count,
		.kind = OP_barrier_even,
		.object = barrier,
		.access = &access,
		.accesses = 1};

	history_add(&history, &done);
	assert_false(history.full);
}

static void add(tid thread, enum op kind, uint16_t room)
{
	add_at(BARRIER, thread, kind, room);
}

/* What event k finds before event i, by both ways to count. */
static void assert_room(uint32_t i, uint32_t k, uint16_t room)
{
	struct rooms rooms = {0};
	uint16_t found;

	assert_int_equal(room_without(&history, i, k), room);
	for (uint32_t e = i; e < k; e++)
		if (happens_before(&history, i, e))
			rooms_leave_out(&rooms, &history.event[e].footprint);
	found = rooms_find(&rooms, &history, i, k);
	if (!found) /* as it was recorded */
		found = footprint_limited(&history.event[k].footprint)->room;
	assert_int_equal(found, room);
}

static void who_is_left_out_took_no_room(void **state)
{
	begin();
	add(0, OP_barrier_even, 3);
	add(1, OP_barrier_even, 2);
	add(2, OP_barrier_even, 1);
	assert_room(0, 1, 3);
	assert_room(0, 2, 2);
	assert_room(1, 2, 2);
	(void)state;
}

/* Thread 1 leaves the round before, and comes back. */
static void nor_did_who_comes_after_that(void **state)
{
	begin();
	add(0, OP_none, 4);
	add(1, OP_barrier_leave, 0);
	add(1, OP_barrier_even, 3);
	add(2, OP_barrier_even, 2);
	add(3, OP_barrier_even, 1);
	assert_room(1, 3, 3);
	assert_room(2, 3, 3);
	assert_room(2, 4, 2);
	(void)state;
}

/* In the place of one who did: who else came to that round is there. */
static void who_comes_a_round_earlier_finds_the_last_place(void **state)
{
	begin();
	add(0, OP_barrier_even, 2);
	add(1, OP_barrier_even, 1);
	add(2, OP_barrier_odd, 2);
	add(3, OP_barrier_odd, 1);
	assert_int_equal(room_without(&history, 0, 2), 1);
	assert_int_equal(room_without(&history, 1, 2), 1);
	assert_int_equal(room_without(&history, 1, 3), 1);
	assert_room(2, 3, 2);
	(void)state;
}

/* Who comes to one of them comes to the other as well. */
static void each_barrier_has_its_own_room(void **state)
{
	begin();
	add_at(BARRIER, 0, OP_barrier_even, 5);
	add_at(BARRIER + 1, 0, OP_barrier_even, 7);
	add_at(BARRIER, 1, OP_barrier_even, 4);
	assert_room(0, 2, 5);
	assert_room(1, 2, 4);
	add_at(BARRIER + 1, 2, OP_barrier_even, 6);
	assert_room(0, 3, 7);
	assert_room(2, 3, 6);
	(void)state;
}

static struct advice arrives(tid thread, uint16_t room)
{
	static struct access access[3];
	static struct footprint footprint[3];

	access[thread] = (struct access){.address = BARRIER,
		.write = 1,
		.kind = OP_barrier_even,
		.room = room};
	footprint_settle(&footprint[thread], thread, &access[thread], 1);
	return (struct advice){&footprint[thread], 0, thread, false, room};
}

/* In a tree in which thread 1 comes first. */
static void who_comes_later_finds_less_room(void **state)
{
	struct advice one = arrives(1, 3);
	struct advice two[] = {arrives(0, 3), arrives(1, 2)};
	struct gist gist = {.sequence = NULL};
	struct wakeup w;
	const struct branch *first;

	wakeup_init(&w, region, sizeof region);
	wakeup_begin(&w);
	wakeup_insert(&w, 0, &one, 1, &gist);
	gist.sequence = NULL;
	wakeup_insert(&w, 0, two, 2, &gist);
	first = &w.branch[w.root[0]];
	assert_int_equal(first->thread, 1);
	assert_int_equal(branch_advice(&w, first).room, 3);
	assert_int_equal(first->sibling, BRANCH_NONE);
	assert_int_equal(w.branch[first->child].thread, 0);
	assert_int_equal(branch_advice(&w, &w.branch[first->child]).room, 2);
	(void)state;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(who_is_left_out_took_no_room),
		cmocka_unit_test(nor_did_who_comes_after_that),
		cmocka_unit_test(
			who_comes_a_round_earlier_finds_the_last_place),
		cmocka_unit_test(each_barrier_has_its_own_room),
		cmocka_unit_test(who_comes_later_finds_less_room),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
