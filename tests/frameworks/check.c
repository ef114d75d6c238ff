/* SPDX-License-Identifier: MIT */
#include <check.h>

#include "counter.h"

START_TEST(locked)
{
	ck_assert_int_eq(counter_locked(), 2);
}
END_TEST

START_TEST(racy)
{
	ck_assert_int_eq(counter_racy(), 2);
}
END_TEST

START_TEST(abba)
{
	counter_abba();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("counter");
	TCase *right = tcase_create("right"), *wrong = tcase_create("wrong"),
	      *stuck = tcase_create("stuck");
	SRunner *runner;
	int failed;

	tcase_add_test(right, locked);
	tcase_add_test(wrong, racy);
	tcase_add_test(stuck, abba);
	suite_add_tcase(suite, right);
	suite_add_tcase(suite, wrong);
	suite_add_tcase(suite, stuck);
	runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
