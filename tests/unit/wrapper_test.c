/* SPDX-License-Identifier: MIT */
/* Which functions only hand a lock on, by their text. */
#include "report/wrapper.h"

#include "replay/symbols.h"
#include "report/source.h"
#include "unit.h"

/* (Only texts are asked about.) */
const char *source_at(const char *path, unsigned line, size_t *length)
{
	(void)path;
	(void)line;
	(void)length;
	return NULL;
}

static void they_hand_a_lock_on(void **state)
{
	(void)state;
	assert_true(wrapper_text("void f(pthread_mutex_t *m)\n{\n"
				 "\tpthread_mutex_lock(m);\n}\n"));
	assert_true(wrapper_text("static void f(struct q *q) /* { */\n{\n"
				 "\tif (pthread_mutex_unlock(&q->lock) != 0)\n"
				 "\t\tabort(); // '\n}\n"));
	assert_true(wrapper_text("int f(sem_t *s) {\n\tint rc = sem_wait(s);\n"
				 "\tif (rc == -1) {\n\t\tfprintf(stderr, "
				 "\"no; {\");\n\t\texit(1);\n\t}\n"
				 "\treturn rc;\n}\n"));
	assert_true(wrapper_text("void f(cnd_t *c) { CHECK(cnd_signal(c)); }"));
	assert_true(wrapper_text("void lock() { mutex_.lock(); }"));
	assert_true(wrapper_text("void lock() { m->lock(); }"));
}

static void they_do_more(void **state)
{
	(void)state;
	/* two calls, or none */
	assert_false(wrapper_text("void f(m *m) { pthread_mutex_lock(m); "
				  "pthread_mutex_unlock(m); }"));
	assert_false(wrapper_text("void f(m *m) { abort(); }"));
	/* something else is called, changed, or done again */
	assert_false(wrapper_text("void f(m *m) { pthread_mutex_lock(m); "
				  "count(m); }"));
	assert_false(wrapper_text("void f(m *m) { pthread_mutex_lock(m); "
				  "owner++; }"));
	assert_false(wrapper_text("void f(m *m) { m->n += 2; sem_post(m); }"));
	assert_false(wrapper_text("void f(m *m) { m->n = 2; sem_post(m); }"));
	assert_false(wrapper_text("void f(m *m) { *n = 2; sem_post(m); }"));
	assert_false(wrapper_text("void f(m *m) { while (sem_wait(m)) ; }"));
	/* no body, or one without an end */
	assert_false(wrapper_text("void pthread_mutex_lock(m *m);\n"
				  "void f(m *m) { sem_wait(m); }"));
	assert_false(wrapper_text("void f(m *m) { sem_wait(m);"));
	assert_false(wrapper_text("void f(m *m) {\n#if 1\n sem_wait(m);\n"
				  "#endif\n}"));
	/* a function of that name, and no method */
	assert_false(wrapper_text("void f(m *m) { lock(m); }"));
}

static void long_ones_are_none(void **state)
{
	char text[200] = "void f(m *m) {\n";

	(void)state;
	for (int i = 0; i < WRAPPER_LINES; i++)
		strcat(text, "\n");
	strcat(text, "sem_wait(m); }");
	assert_false(wrapper_text(text));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(they_hand_a_lock_on),
		cmocka_unit_test(they_do_more),
		cmocka_unit_test(long_ones_are_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
