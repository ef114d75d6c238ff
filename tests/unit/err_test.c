/* SPDX-License-Identifier: MIT */
/* err_test.c - the code of a message stays at the end of its text */
#include "unit.h"

#include <string.h>

#include "base/err.h"

static const char *end_of(const struct err *err)
{
	return err->text + strlen(err->text) - strlen(SC(401));
}

static void a_text_that_is_too_long_keeps_its_code(void **state)
{
	struct err err;
	char word[2 * sizeof err.text];

	(void)state;
	memset(word, 'x', sizeof word - 1);
	word[sizeof word - 1] = '\0';
	assert_int_equal(fail(&err, ERR_USAGE, "no option '%s'" SC(401), word),
		ERR_USAGE);
	assert_int_equal(strlen(err.text), sizeof err.text - 1);
	assert_string_equal(end_of(&err), SC(401));
	fail(&err, ERR_USAGE, "%s", word);
	assert_int_equal(err_length(err.text), sizeof err.text - 1);
	fail(&err, ERR_USAGE, "no option" SC(401));
	assert_string_equal(err.text, "no option [SC401]");
}

static void words_are_added_before_the_code(void **state)
{
	struct err err;
	char word[sizeof err.text];

	(void)state;
	fail(&err, ERR_USAGE, "no option" SC(401));
	err_add(&err, " ('%s' is of %s)", "--budget", "scarp.conf:3");
	assert_string_equal(
		err.text, "no option ('--budget' is of scarp.conf:3) [SC401]");
	memset(word, 'x', sizeof word - 1);
	word[sizeof word - 1] = '\0';
	err_add(&err, "%s", word);
	assert_int_equal(strlen(err.text), sizeof err.text - 1);
	assert_string_equal(end_of(&err), SC(401));
	fail(&err, ERR_USAGE, "no code");
	err_add(&err, ", and no more");
	assert_string_equal(err.text, "no code, and no more");
}

static void an_error_inside_of_another_has_one_code(void **state)
{
	struct err err, why;
	char word[sizeof err.text];

	(void)state;
	fail(&why, ERR_FORMAT, "wants a number" SC(402));
	assert_int_equal(fail_about(&err, ERR_USAGE, &why, "%s:%u", "conf", 3),
		ERR_USAGE);
	assert_int_equal(err.code, ERR_USAGE);
	assert_string_equal(err.text, "conf:3: wants a number [SC402]");
	memset(word, 'x', sizeof word - 1);
	word[sizeof word - 1] = '\0';
	fail_about(&err, ERR_USAGE, &why, "%s", word);
	assert_int_equal(strlen(err.text), sizeof err.text - 1);
	assert_string_equal(end_of(&err), SC(402));
	fail_about(&why, ERR_USAGE, &why, "conf"); /* the same one */
	assert_string_equal(why.text, "conf: wants a number [SC402]");
}

static void a_code_is_the_end_of_a_text_alone(void **state)
{
	(void)state;
	assert_int_equal(err_length(""), 0);
	assert_int_equal(err_length("]"), 1);
	assert_int_equal(err_length("no option [SC401]"), strlen("no option"));
	assert_int_equal(err_length("an [SC401] in it"), 16);
	assert_int_equal(err_length("no option [SC401x"), 17);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_text_that_is_too_long_keeps_its_code),
		cmocka_unit_test(words_are_added_before_the_code),
		cmocka_unit_test(an_error_inside_of_another_has_one_code),
		cmocka_unit_test(a_code_is_the_end_of_a_text_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
