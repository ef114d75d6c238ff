/* SPDX-License-Identifier: MIT */
/* depend_test.c - footprints as they are settled, and who depends on whom
 *
 * Random footprints are compared with sets of bytes kept one by one, which know
 * nothing of sorting, merging and bits.
 */
#include "unit.h"

#include "base/rng.h"
#include "search/depend.h"

static struct access read_of(uint64_t address, uint32_t size)
{
	return (struct access){address, size, 0, OP_read, 0};
}

static struct access write_of(uint64_t address, uint32_t size)
{
	return (struct access){address, size, 1, OP_write, 0};
}

static struct access add_to(uint64_t address, uint32_t size)
{
	return (struct access){address, size, 1, OP_atomic_add, 0};
}

static struct access release_to(uint64_t address, uint32_t size)
{
	return (struct access){address, size, 1, OP_atomic_add_release, 0};
}

static struct access object(uint64_t address, enum op kind, bool write)
{
	return (struct access){address, 0, write, (uint8_t)kind, 0};
}

/* Transitions of one access each by threads 1 and 2. */
static bool depend(struct access a, struct access b)
{
	struct footprint one, other;
	bool forth, back;

	footprint_settle(&one, 1, &a, 1);
	footprint_settle(&other, 2, &b, 1);
	forth = transitions_depend(&one, &other);
	back = transitions_depend(&other, &one);
	assert_int_equal(forth, back);
	return forth;
}

static void accesses_are_merged(void **state)
{
	struct access a[] = {write_of(100, 4), read_of(8, 8), read_of(0, 8),
		read_of(20, 4), read_of(4, 8), write_of(100, 4), read_of(18, 2),
		object(7, OP_mutex_lock, false), object(7, OP_mutex_lock, true),
		object(7, OP_cond_wait, true)};
	struct footprint f;

	footprint_settle(&f, 3, a, 10);
	assert_int_equal(f.thread, 3);
	assert_int_equal(f.reads, 2); /* 0..15 and 18..23 */
	assert_int_equal(a[0].address, 0);
	assert_int_equal(a[0].size, 16);
	assert_int_equal(a[1].address, 18);
	assert_int_equal(a[1].size, 6);
	assert_int_equal(f.writes, 1);
	assert_int_equal(a[2].address, 100);
	assert_int_equal(f.objects, 2);
	assert_int_equal(a[3].write, 1); /* one of the two did */
}

static void one_thread_depends_on_itself(void **state)
{
	struct footprint a, b;

	footprint_settle(&a, 1, NULL, 0);
	footprint_settle(&b, 1, NULL, 0);
	assert_true(transitions_depend(&a, &b));
	b.thread = 2;
	assert_false(transitions_depend(&a, &b));
}

static void bytes_that_overlap_depend(void **state)
{
	/* An 8-byte store and a 1-byte load of its last byte, and of the next.
	 */
	assert_true(depend(write_of(64, 8), read_of(71, 1)));
	assert_false(depend(write_of(64, 8), read_of(72, 1)));
	assert_false(depend(write_of(64, 8), read_of(63, 1)));
	assert_true(depend(write_of(64, 1), write_of(64, 1)));
	assert_false(depend(read_of(64, 8), read_of(64, 8)));
	/* A free of a large block, and somebody in its middle. */
	for (uint64_t at = 1 << 20; at < 2 << 20; at += 4096)
		assert_true(depend(write_of(1 << 20, 1 << 20), read_of(at, 4)));
	assert_false(depend(write_of(1 << 20, 1 << 20), read_of(1 << 21, 4)));
}

static void objects_depend_when_one_changes_them(void **state)
{
	assert_true(depend(object(8, OP_mutex_lock, true),
		object(8, OP_mutex_unlock, true)));
	assert_true(depend(object(8, OP_mutex_trylock, false),
		object(8, OP_mutex_unlock, true)));
	assert_false(depend(object(8, OP_mutex_trylock, false),
		object(8, OP_mutex_trylock, false)));
	assert_false(depend(object(8, OP_mutex_lock, true),
		object(16, OP_mutex_lock, true)));
	/* An object is no byte of memory, whatever its address. */
	assert_false(depend(object(8, OP_mutex_lock, true), write_of(8, 1)));
}

/* Semantics by hand (search-rules 14): who may change places on one object. */
static void kinds_that_commute(void **state)
{
	static const struct {
		enum op one, other;
		bool commute;
	} row[] = {
		{OP_sem_post, OP_sem_post, true},
		{OP_sem_post, OP_sem_wait, false},
		{OP_sem_wait, OP_sem_wait, false},
		{OP_sem_post, OP_sem_getvalue, false},
		{OP_sem_post, OP_none, false},
		{OP_barrier_even, OP_barrier_even, true},
		{OP_barrier_odd, OP_barrier_odd, true},
		{OP_barrier_even, OP_barrier_odd, false},
		{OP_barrier_even, OP_barrier_leave, false},
		{OP_barrier_even, OP_barrier_leave_odd, true},
		{OP_barrier_odd, OP_barrier_leave, true},
		{OP_barrier_odd, OP_barrier_leave_odd, false},
		{OP_barrier_even, OP_barrier_init, false},
		{OP_barrier_odd, OP_barrier_destroy, false},
		{OP_barrier_leave, OP_barrier_init, false},
		{OP_barrier_leave_odd, OP_barrier_destroy, false},
		{OP_barrier_arrive, OP_barrier_arrive, false},
		{OP_barrier_arrive, OP_barrier_even, false},
		{OP_barrier_even, OP_none, false},
		{OP_cond_wait, OP_cond_wait, true},
		{OP_cond_wait, OP_cond_timedwait, true},
		{OP_cond_wait, OP_cond_signal, false},
		{OP_cond_wait, OP_cond_broadcast, false},
		{OP_cond_wake, OP_cond_signal, false},
		{OP_cond_wake, OP_cond_wait, false},
		{OP_rw_rdlock, OP_rw_rdlock, true},
		{OP_rw_rdlock, OP_rw_tryrdlock, true},
		{OP_rw_rdlock, OP_rw_wrlock, false},
		{OP_rw_rdlock, OP_rw_trywrlock, false},
		{OP_rw_rdlock, OP_rw_unlock, false},
		{OP_sleep, OP_sleep, true},
		{OP_sleep, OP_none, false},
		{OP_sleep, OP_clock_read, false},
		{OP_sleep, OP_time_passes, true},
		{OP_time_passes, OP_time_passes, true},
		{OP_time_passes, OP_clock_read, false},
		{OP_time_passes, OP_none, false},
		{OP_thread_exit, OP_thread_exit, true},
		{OP_thread_exit, OP_none, false},
		{OP_mutex_lock, OP_mutex_lock, false},
		{OP_mutex_lock, OP_mutex_unlock, false},
		{OP_none, OP_none, false},
	};

	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		assert_int_equal(kinds_commute(row[i].one, row[i].other),
			row[i].commute);
		assert_int_equal(kinds_commute(row[i].other, row[i].one),
			row[i].commute);
		/* Whatever commutes, who only looks depends on who changes. */
		assert_int_equal(depend(object(8, row[i].one, true),
					 object(8, row[i].other, true)),
			!row[i].commute);
	}
}

/* What recent.c goes by where it looks no further back. */
static void none_commutes_with_two_kinds_that_depend(void **state)
{
	for (unsigned a = 0; a < OP_COUNT; a++)
		for (unsigned b = 0; b < a; b++)
			for (unsigned k = 0; k < OP_COUNT; k++)
				if (kinds_commute(k, a) && kinds_commute(k, b))
					assert_true(kinds_commute(a, b));
	(void)state;
}

static void additions_to_the_same_bytes_commute(void **state)
{
	struct access a = add_to(64, 4), b = add_to(64, 4);
	struct footprint one, other;

	assert_false(depend(add_to(64, 4), add_to(64, 4)));
	assert_false(depend(release_to(64, 8), release_to(64, 8)));
	assert_false(depend(add_to(64, 4), add_to(68, 4)));
	assert_true(depend(add_to(64, 4), release_to(64, 4)));
	assert_true(depend(add_to(64, 4), add_to(64, 8)));
	assert_true(depend(add_to(64, 8), add_to(68, 4)));
	assert_true(depend(add_to(64, 4), write_of(64, 4)));
	assert_true(depend(add_to(64, 4), write_of(67, 1)));
	assert_true(depend(add_to(64, 4), read_of(64, 4)));
	assert_true(depend(add_to(64, 4), read_of(60, 8)));
	assert_false(depend(add_to(64, 4), read_of(68, 4)));
	/* Across two words it is a write. */
	assert_true(depend(add_to(62, 4), add_to(62, 4)));
	footprint_settle(&one, 1, &a, 1);
	footprint_settle(&other, 2, &b, 1);
	one.unrefined = true;
	assert_true(transitions_depend(&one, &other));
	assert_true(transitions_depend(&other, &one));
}

/* One row of access.def each, and what no row says. */
static const struct {
	enum op kind, commutes;
} sort[] = {
#define ACCESS(kind, list, bytes, commutes) {OP_##kind, OP_##commutes},
#include "search/access.def"
#undef ACCESS
};

static struct access of_sort(enum op kind, uint64_t address, uint32_t size)
{
	return (struct access){address, size,
		access_sort[kind].list == LIST_writes, (uint8_t)kind, 0};
}

static void every_sort_is_as_its_row_says(void **state)
{
	const size_t sorts = sizeof sort / sizeof *sort;

	for (size_t i = 0; i < sorts; i++) {
		struct access a = of_sort(sort[i].kind, 64, 4);
		bool same = access_sort[a.kind].bytes == BYTES_same;
		struct footprint f;

		footprint_settle(&f, 1, &a, 1);
		assert_int_equal(a.kind, sort[i].kind);
		assert_int_equal(is_whole(&a), same);
		/* As search/access_trace.h wants phases: with its own alone. */
		if (sort[i].commutes != OP_none)
			assert_int_equal(sort[i].commutes, sort[i].kind);
		assert_int_equal(same, sort[i].commutes != OP_none);
		for (size_t j = 0; j < sorts; j++) {
			struct access b = of_sort(sort[j].kind, 64, 4);

			assert_int_equal(depend(a, b),
				(a.write || b.write) &&
					sort[i].commutes != sort[j].kind);
			assert_int_equal(
				depend(a, of_sort(sort[j].kind, 64, 8)),
				a.write || b.write);
		}
	}
}

static void several_additions_are_merged(void **state)
{
	struct access alone = add_to(64, 4);
	struct access same[] = {add_to(64, 4), add_to(64, 4)};
	struct access stored[] = {add_to(64, 4), write_of(66, 1)};
	struct access wider[] = {add_to(64, 4), add_to(64, 8)};
	struct access orders[] = {add_to(64, 4), release_to(64, 4)};
	struct access beside[] = {
		write_of(60, 4), add_to(64, 4), write_of(68, 4)};
	/* One that was an addition continues what is before it. */
	struct access all[] = {write_of(60, 4), add_to(64, 4), write_of(64, 4),
		write_of(68, 4)};
	struct footprint one, f;

	footprint_settle(&one, 1, &alone, 1);
	footprint_settle(&f, 2, same, 2);
	assert_int_equal(f.writes, 1);
	assert_false(transitions_depend(&one, &f));
	footprint_settle(&f, 2, stored, 2);
	assert_int_equal(f.writes, 1);
	assert_true(transitions_depend(&one, &f));
	footprint_settle(&f, 2, wider, 2);
	assert_true(transitions_depend(&one, &f));
	footprint_settle(&f, 2, orders, 2);
	assert_true(transitions_depend(&one, &f));
	footprint_settle(&f, 2, beside, 3);
	assert_int_equal(f.writes, 3);
	assert_false(transitions_depend(&one, &f));
	footprint_settle(&f, 2, all, 4);
	assert_int_equal(f.writes, 1);
	assert_int_equal(all[0].size, 12);
}

/* Of which at least one was settled for a search that refines nothing. */
static void unrefined_kinds_depend(void **state)
{
	static const enum op commute[] = {OP_sem_post, OP_barrier_even,
		OP_barrier_odd, OP_cond_wait, OP_cond_timedwait, OP_rw_rdlock,
		OP_rw_tryrdlock, OP_rw_timedrdlock, OP_sleep};
	struct access a, b, read = object(8, OP_sem_getvalue, false);
	struct footprint one, other;

	for (size_t i = 0; i < sizeof commute / sizeof *commute; i++) {
		a = b = object(8, commute[i], true);
		footprint_settle(&one, 1, &a, 1);
		footprint_settle(&other, 2, &b, 1);
		assert_false(transitions_depend(&one, &other));
		one.unrefined = true;
		assert_true(transitions_depend(&one, &other));
		assert_true(transitions_depend(&other, &one));
		/* It will change its object, as the others are to see. */
		assert_true(kind_changes(commute[i], true));
	}
	a = b = object(8, OP_thread_exit, true);
	footprint_settle(&one, 1, &a, 1);
	footprint_settle(&other, 2, &b, 1);
	one.unrefined = other.unrefined = true;
	assert_false(transitions_depend(&one, &other));
	assert_true(footprints_apart(&one, &other));
	b = object(8, OP_none, false); /* who looks at that is not apart */
	footprint_settle(&other, 2, &b, 1);
	assert_false(footprints_apart(&one, &other));
	assert_false(footprints_apart(&other, &one));
	assert_true(transitions_depend(&one, &other));
	/* Two that only look do not depend. */
	a = read;
	footprint_settle(&one, 1, &a, 1);
	footprint_settle(&other, 2, &read, 1);
	one.unrefined = other.unrefined = true;
	assert_false(transitions_depend(&one, &other));
	assert_false(kind_changes(OP_sem_getvalue, true));
	assert_false(kind_changes(OP_barrier_leave, true));
	assert_false(kind_changes(OP_rw_rdlock, false));
}

/* One object may have entries of several kinds: each of one side counts with
 * each of the other. */
static void every_kind_counts(void **state)
{
	struct access a[] = {object(8, OP_sem_post, true),
		object(9, OP_mutex_lock, true), object(8, OP_sem_wait, true)};
	struct access b[] = {
		object(7, OP_mutex_lock, true), object(8, OP_sem_post, true)};
	struct footprint one, other;

	footprint_settle(&one, 1, a, 3);
	footprint_settle(&other, 2, b, 2);
	assert_true(transitions_depend(&one, &other));
	assert_true(transitions_depend(&other, &one));

	/* The first kinds of either side commute, the second does not. */
	a[0] = object(8, OP_sem_post, true);
	a[1] = object(8, OP_barrier_init, true);
	b[0] = object(8, OP_sem_post, true);
	footprint_settle(&one, 1, a, 1);
	footprint_settle(&other, 2, b, 1);
	assert_false(transitions_depend(&one, &other));
	footprint_settle(&one, 1, a, 2);
	assert_true(transitions_depend(&one, &other));
	assert_true(transitions_depend(&other, &one));
}

static void acting_for_a_thread_is_being_it(void **state)
{
	struct access start = object(2, OP_thread_start, true);
	struct access plain = object(2, OP_mutex_lock, true);
	struct footprint creator, child, other, third;

	footprint_settle(&creator, 1, &start, 1);
	footprint_settle(&child, 2, NULL, 0);
	footprint_settle(&other, 3, NULL, 0);
	footprint_settle(&third, 3, &plain, 1);
	assert_true(transitions_depend(&creator, &child));
	assert_true(transitions_depend(&child, &creator));
	assert_false(transitions_depend(&creator, &other));
	assert_false(transitions_depend(&creator, &third));
}

static void leaving_depends_on_everything(void **state)
{
	struct access leave = object(0, OP_process_leave, true);
	struct footprint a, b;

	footprint_settle(&a, 1, &leave, 1);
	footprint_settle(&b, 2, NULL, 0);
	assert_true(transitions_depend(&a, &b));
	assert_true(transitions_depend(&b, &a));
}

/* --- random ones against bytes, one by one
 * ------------------------------------
 */

enum {
	BYTES = 400,
	MOST = 40
};

struct naive {
	char read[BYTES], write[BYTES];
	int add[BYTES]; /* which addition, 0: none, -1: several */
};

static size_t draw(struct rng *rng, struct access *a, struct naive *n)
{
	size_t count = rng_below(rng, rng_below(rng, 4) ? 5 : MOST);

	memset(n, 0, sizeof *n);
	for (size_t i = 0; i < count; i++) {
		uint32_t at = rng_below(rng, BYTES - 16);
		uint32_t size = 1 + rng_below(rng, 16);
		bool write = rng_below(rng, 3) == 0;

		if (rng_below(rng, 3) == 0) { /* mostly where others are */
			at = 4 * rng_below(rng, BYTES / 16);
			size = at % 8 || rng_below(rng, 2) ? 4 : 8;
			a[i] = add_to(at, size);
			for (uint32_t k = at; k < at + size; k++)
				n->add[k] =
					!n->add[k] || n->add[k] ==
								(int)(16 * at +
									size)
						? (int)(16 * at + size)
						: -1;
			continue;
		}
		a[i] = write ? write_of(at, size) : read_of(at, size);
		memset((write ? n->write : n->read) + at, 1, size);
	}
	/* One that overlaps something else is a write. */
	for (size_t i = 0; i < count; i++) {
		bool alone = true;

		if (a[i].kind != OP_atomic_add)
			continue;
		for (uint64_t k = a[i].address; k < a[i].address + a[i].size;
			k++)
			alone &= n->add[k] > 0 && n->write[k] != 1;
		for (uint64_t k = a[i].address;
			!alone && k < a[i].address + a[i].size; k++)
			n->write[k] |= 2;
	}
	return count;
}

static bool naive_depend(const struct naive *a, const struct naive *b)
{
	for (int i = 0; i < BYTES; i++) {
		bool x = a->write[i] || a->add[i], y = b->write[i] || b->add[i];
		bool plain = a->write[i] || b->write[i];

		if ((x && b->read[i]) || (y && a->read[i]) ||
			(x && y && (plain || a->add[i] != b->add[i])))
			return true;
	}
	return false;
}

static void random_footprints_agree_with_bytes(void **state)
{
	unsigned yes = 0, no = 0;
	struct rng rng;

	rng_seed(&rng, 7, 0);
	for (int i = 0; i < 200000; i++) {
		struct access a[MOST], b[MOST];
		struct footprint one, other;
		struct naive x, y;
		bool want;

		footprint_settle(&one, 1, a, draw(&rng, a, &x));
		footprint_settle(&other, 2, b, draw(&rng, b, &y));
		want = naive_depend(&x, &y);
		assert_int_equal(transitions_depend(&one, &other), want);
		assert_int_equal(transitions_depend(&other, &one), want);
		yes += want;
		no += !want;
	}
	assert_true(yes > 10000 && no > 10000);
}

static void order_of_accesses_does_not_matter(void **state)
{
	struct rng rng;

	rng_seed(&rng, 8, 0);
	for (int i = 0; i < 20000; i++) {
		struct access a[MOST], b[MOST];
		struct footprint one, other;
		struct naive x;
		size_t n = draw(&rng, a, &x);

		memcpy(b, a, sizeof a);
		for (size_t j = n; j > 1; j--) {
			size_t k = rng_below(&rng, (uint32_t)j);
			struct access t = b[j - 1];

			b[j - 1] = b[k];
			b[k] = t;
		}
		footprint_settle(&one, 1, a, n);
		footprint_settle(&other, 1, b, n);
		assert_true(footprint_hash(&one) == footprint_hash(&other));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(accesses_are_merged),
		cmocka_unit_test(one_thread_depends_on_itself),
		cmocka_unit_test(bytes_that_overlap_depend),
		cmocka_unit_test(objects_depend_when_one_changes_them),
		cmocka_unit_test(kinds_that_commute),
		cmocka_unit_test(none_commutes_with_two_kinds_that_depend),
		cmocka_unit_test(additions_to_the_same_bytes_commute),
		cmocka_unit_test(every_sort_is_as_its_row_says),
		cmocka_unit_test(several_additions_are_merged),
		cmocka_unit_test(unrefined_kinds_depend),
		cmocka_unit_test(every_kind_counts),
		cmocka_unit_test(acting_for_a_thread_is_being_it),
		cmocka_unit_test(leaving_depends_on_everything),
		cmocka_unit_test(random_footprints_agree_with_bytes),
		cmocka_unit_test(order_of_accesses_does_not_matter),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
