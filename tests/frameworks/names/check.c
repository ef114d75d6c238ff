/* SPDX-License-Identifier: MIT */
#include <check.h>
#include <stdlib.h>

START_TEST(good)
{
	ck_assert_int_eq(1, 1);
}
END_TEST

START_TEST(bad)
{
	ck_assert_int_eq(1, 2);
}
END_TEST

START_TEST(exits)
{
	exit(3);
}
END_TEST

START_TEST(aborts)
{
	abort();
}
END_TEST

int main(void)
{
	Suite *first = suite_create("A:<1>"), *second = suite_create("B");
	TCase *good_one = tcase_create("one"), *bad_one = tcase_create("bad:x"),
	      *exits_one = tcase_create("exits"),
	      *aborts_one = tcase_create("aborts"),
	      *other = tcase_create("one");
	SRunner *runner;
	int failed;

	tcase_add_test(good_one, good);
	tcase_add_test(bad_one, bad);
	tcase_add_exit_test(exits_one, exits, 3);
	tcase_add_test_raise_signal(aborts_one, aborts, 6);
	tcase_add_test(other, bad);
	suite_add_tcase(first, good_one);
	suite_add_tcase(first, bad_one);
	suite_add_tcase(first, exits_one);
	suite_add_tcase(first, aborts_one);
	suite_add_tcase(second, other);
	runner = srunner_create(first);
	srunner_add_suite(runner, second);
	srunner_run_all(runner, CK_SILENT);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
