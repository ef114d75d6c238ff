/* SPDX-License-Identifier: MIT */
/* names_test.c - a name in a row of the table that several processes share
 *
 * A row is never 0, two names never have one row, and a row is its name again.
 */
#include "unit.h"

#include "channel/names.h"

static void same(struct thread_name a, struct thread_name b)
{
	assert_int_equal(a.creator, b.creator);
	assert_int_equal(a.kind, b.kind);
	assert_int_equal(a.nth, b.nth);
}

static void rows_are_names(void **state)
{
	static const tid creator[] = {0, 1, THREADS_MAX - 1, TID_NONE};
	static const uint16_t kind[] = {NAME_thread, 1, 0x7fff};
	static const uint32_t nth[] = {0, 1, UINT32_MAX};
	struct thread_name all[4 * 3 * 3];
	unsigned n = 0;

	(void)state;
	for (unsigned i = 0; i < 4; i++)
		for (unsigned k = 0; k < 3; k++)
			for (unsigned m = 0; m < 3; m++)
				all[n++] = (struct thread_name){
					creator[i], kind[k], nth[m]};
	for (unsigned i = 0; i < n; i++) {
		assert_true(names_pack(all[i]) != 0);
		same(names_unpack(names_pack(all[i])), all[i]);
		for (unsigned k = 0; k < i; k++)
			assert_true(names_pack(all[i]) != names_pack(all[k]));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(rows_are_names)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
