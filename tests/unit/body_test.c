/* SPDX-License-Identifier: MIT */
/* body_test.c - lines of a function that another line depends on */
#include "unit.h"

#include <string.h>

#include "report/body.h"

/* From a line to another one of the function in `text`, which begins in line 1.
 */
static unsigned far(const char *text, unsigned from, unsigned to)
{
	struct body *b = body_new(text, 1);
	unsigned d;

	assert_non_null(b);
	d = body_distance(b, from, to);
	body_free(b);
	return d;
}

static void what_is_assigned_is_followed(void **state)
{
	static const char f[] = "void f(void)\n"
				"{\n"
				"	int seen = state;\n" /* 3 */
				"	calls++;\n"
				"	int ok = seen == 1;\n" /* 5 */
				"	assert(ok);\n"
				"}\n";

	(void)state;
	assert_int_equal(far(f, 6, 6), 0);
	assert_int_equal(far(f, 6, 5), 1);
	assert_int_equal(far(f, 6, 3), 2);
	assert_int_equal(far(f, 6, 4), BODY_FAR);
}

static void members_are_told_apart(void **state)
{
	static const char f[] = "void f(struct a *a)\n"
				"{\n"
				"	a->looks++;\n" /* 3 */
				"	a->money = left;\n"
				"	*a = other;\n" /* 5 */
				"	a[i].b.looks++;\n"
				"	assert(a->money == 1);\n" /* 7 */
				"}\n";

	(void)state;
	assert_int_equal(far(f, 7, 3), BODY_FAR);
	assert_int_equal(far(f, 7, 4), 1);
	assert_int_equal(far(f, 7, 5), 1);
	assert_int_equal(far(f, 7, 6), BODY_FAR);
}

static void a_pointer_is_not_what_it_leads_to(void **state)
{
	static const char f[] = "void f(void)\n"
				"{\n"
				"	h->money += 10;\n" /* 3 */
				"	all.money += 10;\n"
				"	h = next;\n" /* 5 */
				"	assert(is_full(h) && h->sold);\n"
				"	assert(sum(all));\n"
				"}\n";

	(void)state;
	assert_int_equal(far(f, 6, 3), BODY_FAR);
	assert_int_equal(far(f, 6, 5), 1);
	assert_int_equal(far(f, 7, 4), 1);
}

static void conditions_decide(void **state)
{
	static const char f[] = "int f(void)\n"
				"{\n"
				"	int left = now() - 1;\n" /* 3 */
				"	lock(&m);\n"
				"	used += uses;\n" /* 5 */
				"	if (left == 0)\n"
				"		released++;\n" /* 7 */
				"	if (over)\n"
				"		return 0;\n" /* 9 */
				"	while (busy) {\n"
				"		twice = uses;\n" /* 11 */
				"	}\n"
				"	free(p);\n" /* 13 */
				"}\n";
	struct body *b;

	(void)state;
	assert_int_equal(far(f, 7, 6), BODY_CONDITION);
	assert_int_equal(far(f, 7, 3), BODY_CONDITION + 1);
	assert_int_equal(far(f, 7, 5), BODY_FAR);
	assert_int_equal(far(f, 11, 10), BODY_CONDITION);
	assert_int_equal(
		far(f, 13, 8), BODY_CONDITION); /* else it was left before */
	assert_int_equal(far(f, 13, 6), BODY_FAR);
	assert_int_equal(far(f, 13, 10), BODY_FAR);
	b = body_new(f, 1);
	assert_non_null(b);
	assert_true(body_is_condition(b, 6) && body_is_condition(b, 10));
	assert_false(body_is_condition(b, 7) || body_is_condition(b, 13));
	body_free(b);
}

static void what_it_returns_begins_a_slice(void **state)
{
	static const char f[] = "static int now(void)\n"
				"{\n"
				"	int now;\n"
				"	uses++;\n" /* 4 */
				"	now = o.refs;\n"
				"	all += o.uses;\n" /* 6 */
				"	return now;\n"
				"}\n";
	static const char out[] = "void get(int *to)\n"
				  "{\n"
				  "	taken++;\n"
				  "	*to = item;\n"
				  "}\n";
	static const char nothing[] = "void say(void)\n"
				      "{\n"
				      "	said++;\n"
				      "}\n";

	(void)state;
	assert_int_equal(far(f, 0, 5), 1);
	assert_int_equal(far(f, 0, 4), BODY_FAR);
	assert_int_equal(far(f, 0, 6), BODY_FAR);
	assert_int_equal(far(out, 0, 4), 0);
	assert_int_equal(far(out, 0, 3), BODY_FAR);
	assert_int_equal(far(nothing, 0, 3), 0); /* it may be any */
}

static void calls_assign_what_they_get(void **state)
{
	static const char f[] =
		"void f(struct q *q)\n"
		"{\n"
		"	get(q, &v);\n" /* 3 */
		"	fill(text, 4);\n"
		"	int n = 0;\n" /* 5 */
		"	count(n);\n"
		"	all.push_back(v);\n" /* 7 */
		"	assert(v && text[0] && n && all.size());\n"
		"}\n";

	(void)state;
	assert_int_equal(far(f, 8, 3), 1);
	assert_int_equal(far(f, 8, 4), 1); /* nothing else does */
	assert_int_equal(far(f, 8, 5), 1);
	assert_int_equal(far(f, 8, 6), 3);
	assert_int_equal(far(f, 8, 7), 1);
}

static void statements_have_several_lines(void **state)
{
	static const char f[] = "void f(void)\n"
				"{\n"
				"	total = first +\n" /* 3 */
				"		second; /* x = 1; } */\n"
				"	text = \"; } total = 1\";\n" /* 5 */
				"#define TOTAL total = 1;\n"
				"	assert(total\n" /* 7 */
				"		== 1);\n"
				"}\n";

	(void)state;
	assert_int_equal(far(f, 8, 7), 0);
	assert_int_equal(far(f, 8, 3), 1);
	assert_int_equal(far(f, 8, 4), 1);
	assert_int_equal(far(f, 8, 5), BODY_FAR);
	assert_int_equal(far(f, 8, 6), BODY_FAR);
}

static void any_text_comes_to_an_end(void **state)
{
	static const char *const text[] = {"", "{", "}", "int x;",
		"f() { ) ; }", "f() { if", "f() { if ( }", "f() { for (;;) }",
		"f() { x = (; }", "f() { \"abc", "f() { a[b[c[d = 1; }",
		"f() { else else }", "f() { do do { } }", "f() { /* x"};

	(void)state;
	for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
		struct body *b = body_new(text[i], 1);

		if (b)
			(void)body_distance(b, 1, 2);
		body_free(b);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_assigned_is_followed),
		cmocka_unit_test(members_are_told_apart),
		cmocka_unit_test(a_pointer_is_not_what_it_leads_to),
		cmocka_unit_test(conditions_decide),
		cmocka_unit_test(what_it_returns_begins_a_slice),
		cmocka_unit_test(calls_assign_what_they_get),
		cmocka_unit_test(statements_have_several_lines),
		cmocka_unit_test(any_text_comes_to_an_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
