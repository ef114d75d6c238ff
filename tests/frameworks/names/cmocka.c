/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void good(void **state)
{
	(void)state;
	assert_true(1);
}

static void bad(void **state)
{
	(void)state;
	assert_true(0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {{"get?", good, NULL, NULL, NULL},
		{"get2", bad, NULL, NULL, NULL},
		{"a[1]*", good, NULL, NULL, NULL}};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
