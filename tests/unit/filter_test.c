/* SPDX-License-Identifier: MIT */
/* filter_test.c - directives: who may be preempted by his call stack */
#include "unit.h"

#include "base/rng.h"
#include "search/filter.h"

/* The functions of the stacks below, at these addresses. */
enum {
	MUTEX_LOCK = 0x100,
	MALLOC = 0x200,
	THR_CREATE = 0x300,
	COND_WAIT = 0x400,
	THR_JOIN = 0x500,
	MAIN = 0x600,
	LENGTH = 0x100
};

struct directives {
	unsigned n;
	uint8_t kind[8];
	struct filter_range range[8];
};

static bool accepts(struct directives d, const uint64_t stack[4])
{
	struct filter_piece piece[32];
	size_t n = filter_cut(d.range, d.n, piece, 32);
	uint64_t hits = 0;

	for (unsigned i = 0; i < 4; i++)
		hits |= filter_hits(piece, n, stack[i] + 0x10);
	return filter_accepts(d.kind, d.n, hits);
}

#define WITHIN(f) DIRECTIVE_WITHIN, f
#define WITHOUT(f) DIRECTIVE_WITHOUT, f

static struct directives two(
	unsigned kind_1, uint64_t f_1, unsigned kind_2, uint64_t f_2)
{
	return (struct directives){2, {(uint8_t)kind_1, (uint8_t)kind_2},
		{{f_1, f_1 + LENGTH, 0}, {f_2, f_2 + LENGTH, 1}}};
}

static struct directives one(unsigned kind, uint64_t f)
{
	return (struct directives){1, {(uint8_t)kind}, {{f, f + LENGTH, 0}}};
}

/* Practical Concurrency Testing, section 3.2.1: its two stacks, its four
 * examples. */
static void examples_of_the_thesis(void **state)
{
	static const uint64_t s1[] = {MUTEX_LOCK, MALLOC, THR_CREATE, MAIN};
	static const uint64_t s2[] = {MUTEX_LOCK, COND_WAIT, THR_JOIN, MAIN};
	struct directives d;

	d = two(WITHIN(MUTEX_LOCK), WITHOUT(MALLOC));
	assert_false(accepts(d, s1));
	assert_true(accepts(d, s2));
	d = one(WITHIN(THR_JOIN));
	assert_false(accepts(d, s1));
	assert_true(accepts(d, s2));
	d = one(WITHOUT(COND_WAIT));
	assert_true(accepts(d, s1));
	assert_false(accepts(d, s2));
	d = two(WITHOUT(MAIN), WITHIN(MUTEX_LOCK));
	assert_true(accepts(d, s1));
	assert_true(accepts(d, s2));
}

/* The order counts: the same two, turned round. */
static void the_last_one_that_fits_decides(void **state)
{
	static const uint64_t s[] = {MUTEX_LOCK, MALLOC, THR_CREATE, MAIN};

	assert_false(accepts(two(WITHIN(MUTEX_LOCK), WITHOUT(MAIN)), s));
	assert_true(accepts(two(WITHOUT(MALLOC), WITHIN(MUTEX_LOCK)), s));
	assert_true(accepts((struct directives){0}, s));
}

/* The rule in words: by default all, or nothing if any directive is `within`;
 * then the last one that is hit has its way.  As a machine it is one pass. */
static bool in_one_pass(const uint8_t *kind, unsigned n, uint64_t hits)
{
	bool within = false, answer = true;

	for (unsigned i = 0; i < n; i++) {
		bool hit = hits >> i & 1;

		if (kind[i] == DIRECTIVE_WITHIN) {
			if (!within)
				answer = false;
			within = true;
			if (hit)
				answer = true;
		} else if (hit) {
			answer = false;
		}
	}
	return answer;
}

/* 4^0 + ... + 4^5 sequences: within or without, hit or miss. */
static void all_sequences_of_five(void **state)
{
	unsigned sequences = 0;

	for (unsigned n = 0; n <= 5; n++)
		for (unsigned s = 0; s < 1u << 2 * n; s++) {
			uint8_t kind[5];

			for (unsigned i = 0; i < n; i++)
				kind[i] = s >> i & 1 ? DIRECTIVE_WITHIN
						     : DIRECTIVE_WITHOUT;
			assert_int_equal(filter_accepts(kind, n, s >> n),
				in_one_pass(kind, n, s >> n));
			sequences++;
		}
	assert_int_equal(sequences, 1365);
}

static void other_directives_say_nothing_of_points(void **state)
{
	static const uint8_t kind[] = {DIRECTIVE_WITHOUT, DIRECTIVE_TRUST,
		DIRECTIVE_IGNORE, DIRECTIVE_WITHIN};

	assert_true(filter_accepts(kind, 3, 6));
	assert_false(filter_accepts(kind, 3, 7));
	assert_false(filter_accepts(kind, 4, 6));
	assert_true(filter_accepts(kind, 4, 15));
	assert_int_equal(filter_of_kind(kind, 4, DIRECTIVE_TRUST), 2);
	assert_int_equal(filter_of_kind(kind, 2, DIRECTIVE_IGNORE), 0);
}

static uint64_t looked_for(
	const struct filter_range *range, unsigned n, uint64_t at)
{
	uint64_t hits = 0;

	for (unsigned i = 0; i < n; i++)
		if (at >= range[i].start && at < range[i].end)
			hits |= 1ull << range[i].directive;
	return hits;
}

/* Ranges lie in each other, as inlined functions do, and side by side. */
static void pieces_say_what_ranges_say(void **state)
{
	struct rng rng;

	rng_seed(&rng, 1, 1);
	for (unsigned round = 0; round < 20000; round++) {
		struct filter_range range[9];
		struct filter_piece piece[32];
		unsigned n = (unsigned)rng_below(&rng, 10);
		size_t pieces;

		for (unsigned i = 0; i < n; i++) {
			range[i].start = rng_below(&rng, 24);
			range[i].end = range[i].start + rng_below(&rng, 8);
			range[i].directive = (uint32_t)rng_below(&rng, 4);
		}
		pieces = filter_cut(range, n, piece, 32);
		assert_in_range(pieces, 0, 2 * n);
		for (uint64_t at = 0; at < 40; at++)
			assert_int_equal(filter_hits(piece, pieces, at),
				looked_for(range, n, at));
		for (size_t i = 1; i < pieces; i++) {
			assert_true(piece[i].start >= piece[i - 1].end);
			assert_false(piece[i].start == piece[i - 1].end &&
				     piece[i].hits == piece[i - 1].hits);
		}
	}
}

static void pieces_without_room_are_counted(void **state)
{
	struct filter_range range[] = {{0, 9, 0}, {2, 4, 1}, {6, 7, 63}};
	struct filter_piece piece[5] = {{0}};

	assert_int_equal(filter_cut(range, 3, piece, 2), 5);
	assert_int_equal(piece[1].hits, 3);
	assert_int_equal(piece[2].hits, 0);
	assert_int_equal(filter_cut(range, 3, piece, 5), 5);
	assert_true(piece[3].hits == (1ull << 63 | 1));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(examples_of_the_thesis),
		cmocka_unit_test(the_last_one_that_fits_decides),
		cmocka_unit_test(all_sequences_of_five),
		cmocka_unit_test(other_directives_say_nothing_of_points),
		cmocka_unit_test(pieces_say_what_ranges_say),
		cmocka_unit_test(pieces_without_room_are_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
