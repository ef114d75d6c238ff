/* SPDX-License-Identifier: MIT */
/* order_test.c - the default order of strategies, with entries that are no
 * threads of the test: every view of up to four entries
 */
#include "unit.h"

#include "search/strategy.h"

enum {
	MOST = 4,
	STATES = 3 /* disabled, a thread that can go on, a flush that can */
};

static void make(struct pending *p, unsigned n, unsigned code)
{
	for (unsigned i = 0; i < n; i++, code /= STATES)
		p[i] = (struct pending){.live = 1,
			.offers = code % STATES != 0,
			.internal = code % STATES == 2};
}

/* By distance: the least one wins. */
static unsigned rank(const struct pending *p, unsigned n, unsigned i, tid from)
{
	unsigned start = from < n ? from : 0;

	return !p[i].offers    ? 1000
	       : p[i].internal ? 100 + i
			       : (i + n - start) % n;
}

static void threads_come_first_from_the_last_one_on(void **state)
{
	struct pending p[MOST];
	unsigned views = 0;

	for (unsigned n = 1, codes = STATES; n <= MOST; n++, codes *= STATES)
		for (unsigned code = 1; code < codes; code++)
			for (tid last = 0; last <= n; last++) {
				struct view v = {p, (tid)n,
					last == n ? TID_NONE : last, 0, 0, 0};
				unsigned best = 0;

				make(p, n, code);
				for (unsigned i = 1; i < n; i++)
					if (rank(p, n, i, v.last) <
						rank(p, n, best, v.last))
						best = i;
				assert_int_equal(first_of(&v), best);
				views++;
			}
	assert_int_equal(views, 2 * 2 + 8 * 3 + 26 * 4 + 80 * 5);
}

static void downwards_too(void **state)
{
	struct pending p[MOST];

	for (unsigned n = 1, codes = STATES; n <= MOST; n++, codes *= STATES)
		for (unsigned code = 1; code < codes; code++) {
			struct view v = {p, (tid)n, 0, 0, 0, 0};
			int thread = -1, flush = -1;

			make(p, n, code);
			for (unsigned i = 0; i < n; i++)
				if (p[i].offers)
					*(p[i].internal ? &flush : &thread) =
						(int)i;
			assert_int_equal(
				last_of(&v), thread >= 0 ? thread : flush);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(threads_come_first_from_the_last_one_on),
		cmocka_unit_test(downwards_too),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
