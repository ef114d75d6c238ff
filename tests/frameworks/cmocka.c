/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "counter.h"

static void locked(void **state)
{
	(void)state;
	assert_int_equal(counter_locked(), 2);
}

static void racy(void **state)
{
	(void)state;
	assert_int_equal(counter_racy(), 2);
}

/* The failure of an assertion leaves it by longjmp, whoever asserts. */
static void *asserts(void *unused)
{
	assert_true(unused == NULL);
	return unused;
}

/* cmocka's own code runs beside another thread. */
static void beside(void **state)
{
	(void)state;
	counter_run(asserts, counter_good);
}

/* cmocka's runner goes on beside a thread. */
static void unjoined(void **state)
{
	pthread_t t;

	(void)state;
	pthread_create(&t, NULL, counter_good, NULL);
	pthread_detach(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(locked),
		cmocka_unit_test(racy), cmocka_unit_test(beside),
		cmocka_unit_test(unjoined)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
