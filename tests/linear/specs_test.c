/* SPDX-License-Identifier: MIT */
/* specs_test.c - what a step of each specification is, by hand
 *
 * A row is operations one after the other, "NAME ARGUMENT... = RESULT", by one
 * thread; "@2" before a name: by thread 2.  All but the last fit; the row says
 * what the last one does.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "linear/spec.h"

static const struct {
	const char *spec, *ops;
	enum linear_step last;
} steps[] = {
	{"register", "read = 0", STEP_FITS},
	{"register", "write 3; read = 3", STEP_FITS},
	{"register", "write 3; write 4; read = 3", STEP_UNFIT},
	{"cas-register", "write 3; cas 3 4 = true; read = 4", STEP_FITS},
	{"cas-register", "write 3; cas 3 4 = false", STEP_UNFIT},
	{"cas-register", "write 3; cas 2 4 = false; read = 3", STEP_FITS},
	{"cas-register", "write 3; cas 2 4 = true", STEP_UNFIT},
	{"counter", "add 3; add -1; read = 2", STEP_FITS},
	{"counter", "increment; increment; read = 1", STEP_UNFIT},
	{"counter", "add 2; fetch_add 5 = 2; read = 7", STEP_FITS},
	{"counter", "fetch_add 5 = 5", STEP_UNFIT},
	{"set", "add 1 = true; add 1 = false; contains 1 = true", STEP_FITS},
	{"set", "add 1 = true; remove 1 = true; contains 1 = false", STEP_FITS},
	{"set", "remove 1 = true", STEP_UNFIT},
	{"set", "remove 1 = false; add 1 = false", STEP_UNFIT},
	{"set", "contains 1 = false; contains 1 = true", STEP_UNFIT},
	{"counting-set", "size = 0; add 2 = true; add 1 = true; size = 2",
		STEP_FITS},
	{"counting-set", "add 1 = true; add 1 = false; size = 2", STEP_UNFIT},
	{"counting-set",
		"add 2 = true; add 1 = true; remove 2 = true; contains 1 = "
		"true; contains 2 = false; size = 1",
		STEP_FITS},
	{"counting-set", "add 1 = true; remove 1 = false", STEP_UNFIT},
	{"counting-set", "remove 1 = false; remove 1 = true", STEP_UNFIT},
	{"counting-set", "contains 1 = true", STEP_UNFIT},
	{"map", "get 1 = null; put 1 5; get 1 = 5", STEP_FITS},
	{"map", "put 1 5; put 1 6; get 1 = 5", STEP_UNFIT},
	{"map", "insert 1 5 = true; insert 1 6 = false; get 1 = 5", STEP_FITS},
	{"map", "put 1 5; insert 1 6 = true", STEP_UNFIT},
	{"map", "put 1 5; remove 1 = true; contains 1 = false", STEP_FITS},
	{"map", "remove 1 = true", STEP_UNFIT},
	{"map", "put 1 5; remove 1 = false", STEP_UNFIT},
	{"map", "put 1 5; contains 1 = false", STEP_UNFIT},
	{"queue",
		"enqueue 1; enqueue 2; dequeue = 1; dequeue = 2; dequeue = "
		"null",
		STEP_FITS},
	{"queue", "enqueue 1; enqueue 2; dequeue = 2", STEP_UNFIT},
	{"queue", "enqueue 1; dequeue = null", STEP_UNFIT},
	{"queue", "dequeue = 1", STEP_UNFIT},
	{"queue", "enqueue 1; take = 1; take", STEP_WAITS},
	{"queue", "push 1; pop = 1", STEP_FITS},
	{"stack", "push 1; push 2; pop = 2; pop = 1; pop = null", STEP_FITS},
	{"stack", "push 1; push 2; pop = 1", STEP_UNFIT},
	{"stack", "push 1; pop = null", STEP_UNFIT},
	{"deque",
		"push_front 1; push_front 2; push_back 3; pop_front = 2; "
		"pop_back = 3; pop_back = 1; pop_front = null",
		STEP_FITS},
	{"deque", "push_back 1; push_back 2; pop_front = 2", STEP_UNFIT},
	{"deque", "push_front 1; push_back 2; pop_back = 1", STEP_UNFIT},
	{"priority-queue",
		"insert 5; insert 2; insert 9; remove_min = 2; "
		"insert 7; remove_min = 5; remove_min = 7; "
		"remove_min = 9; remove_min = null",
		STEP_FITS},
	{"priority-queue", "insert 5; insert 2; remove_min = 5", STEP_UNFIT},
	{"priority-queue", "insert 5; remove_min = null", STEP_UNFIT},
	{"mutex", "lock; unlock; @2 lock; @2 unlock", STEP_FITS},
	{"mutex", "lock; @2 lock", STEP_WAITS},
	{"mutex", "lock; lock", STEP_WAITS},
	{"mutex", "lock; @2 unlock", STEP_UNFIT},
	{"mutex", "unlock", STEP_UNFIT},
	{"mutex", "lock; @2 trylock = false; unlock; @2 trylock = true; lock",
		STEP_WAITS},
	{"mutex", "trylock = false", STEP_UNFIT},
	{"mutex", "lock; @2 trylock = true", STEP_UNFIT},
	{"semaphore", "wait", STEP_WAITS},
	{"semaphore", "post; post; wait; wait; wait", STEP_WAITS},
	{"semaphore", "post; trywait = true; trywait = false", STEP_FITS},
	{"semaphore", "trywait = true", STEP_UNFIT},
	{"semaphore", "post; trywait = false", STEP_UNFIT},
	{"exchanger", "exchange 1 = null", STEP_FITS},
	{"exchanger", "exchange 1 = 2", STEP_UNFIT},
};

static value value_of(const char *word)
{
	if (strcmp(word, "null") == 0)
		return VALUE_EMPTY;
	if (strcmp(word, "true") == 0 || strcmp(word, "false") == 0)
		return word[0] == 't' ? VALUE_YES : VALUE_NO;
	return strtoll(word, NULL, 0);
}

static bool parse(
	const struct linear_spec *spec, char *text, struct linear_op *op)
{
	char *save, *word = strtok_r(text, " ", &save);
	unsigned arguments = 0;
	int name;

	*op = (struct linear_op){
		.argument = {VALUE_NONE, VALUE_NONE}, .result = VALUE_NONE};
	if (word[0] == '@') {
		op->thread = (uint32_t)atoi(word + 1);
		word = strtok_r(NULL, " ", &save);
	}
	name = linear_name_find(spec, word);
	op->name = (uint32_t)name;
	while (name >= 0 && (word = strtok_r(NULL, " ", &save)))
		if (strcmp(word, "=") == 0)
			op->result = value_of(strtok_r(NULL, " ", &save));
		else if (arguments < LINEAR_ARGUMENTS)
			op->argument[arguments++] = value_of(word);
	return name >= 0 && arguments == spec->names[name].arguments;
}

/* What does not fit leaves the state as it was. */
static const char *judge(
	const struct linear_spec *spec, const char *ops, enum linear_step last)
{
	value word[STATE_WORDS(16)], was[STATE_WORDS(16)];
	struct linear_state s = {word, 0};
	char text[256], *save;

	snprintf(text, sizeof text, "%s", ops);
	spec->begin(&s, VALUE_NONE);
	for (char *one = strtok_r(text, ";", &save), *next; one; one = next) {
		struct linear_op op;
		enum linear_step answer;
		size_t words = s.words;

		next = strtok_r(NULL, ";", &save);
		if (!parse(spec, one, &op))
			return "is no operation";
		memcpy(was, word, words * sizeof *word);
		answer = spec->step(&s, &op);
		if (answer != (next ? STEP_FITS : last))
			return "does something else";
		if ((answer != STEP_FITS || spec->pure(&op)) &&
			(s.words != words ||
				memcmp(was, word, words * sizeof *word) != 0))
			return "changes the state";
	}
	return NULL;
}

int main(void)
{
	unsigned failed = 0, rows = sizeof steps / sizeof steps[0];

	for (unsigned i = 0; i < rows; i++) {
		const struct linear_spec *spec =
			linear_spec_named(steps[i].spec);
		const char *why = judge(spec, steps[i].ops, steps[i].last);

		if (!why)
			continue;
		printf("%s: %s: %s\n", steps[i].spec, steps[i].ops, why);
		failed++;
	}
	for (unsigned i = 0; linear_spec_at(i); i++) {
		bool there = false;

		for (unsigned k = 0; k < rows; k++)
			there |=
				!strcmp(steps[k].spec, linear_spec_at(i)->name);
		if (there)
			continue;
		printf("no row of %s\n", linear_spec_at(i)->name);
		failed++;
	}
	printf("%u passed, %u failed\n", rows - failed, failed);
	return failed ? 1 : 0;
}
