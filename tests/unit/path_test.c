/* SPDX-License-Identifier: MIT */
/* path_test.c - long paths keep their end, whole names */
#include "unit.h"

#include "base/path.h"

static const char *fit(const char *path, size_t size)
{
	static char out[64];

	memset(out, '#', sizeof out);
	path_fit(path, out, size);
	assert_int_equal(out[size], '#');
	return out;
}

static void what_fits_is_copied(void **state)
{
	assert_string_equal(fit("", 8), "");
	assert_string_equal(fit("/a/b.c", 7), "/a/b.c");
}

static void the_front_goes_up_to_a_slash(void **state)
{
	/* 14 characters are one too many for 14 bytes; 10 remain of them. */
	assert_string_equal(fit("/abc/defg/hi.c", 14), ".../defg/hi.c");
	assert_string_equal(fit("/abc/defg/hi.c", 13), ".../hi.c");
	assert_string_equal(fit("/abc/defg/hi.c", 9), ".../hi.c");
}

static void a_long_last_component_keeps_its_end(void **state)
{
	assert_string_equal(fit("/abc/defg/hi.c", 8), "...hi.c");
	assert_string_equal(fit("abcdefgh", 6), "...gh");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_fits_is_copied),
		cmocka_unit_test(the_front_goes_up_to_a_slash),
		cmocka_unit_test(a_long_last_component_keeps_its_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
