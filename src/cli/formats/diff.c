/* SPDX-License-Identifier: MIT */
/* diff.c - `scarp diff A B`: which bugs and races two results have in common
 *
 * Compared by fingerprints, so that lines may have moved.  What a result lacks
 * is not gone for that: a search ends with its first bug.  So the verdicts are
 * printed, too.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/disk/results.h"
#include "cli/formats/fingerprint.h"
#include "cli/formats/document.h"
#include "cli/words/cli.h"

struct entry {
	const char *name; /* of a test case; "" */
	const char *text; /* title, or object */
	const json_t *of;
	uint64_t print;
	bool race, common;
};

struct list {
	struct entry *entry;
	size_t count;
};

static bool same(const struct entry *a, const struct entry *b)
{
	return a->print == b->print && a->race == b->race &&
	       strcmp(a->name, b->name) == 0;
}

/* Each once: pairs of instructions may have one fingerprint. */
static void add(struct list *l, struct entry e)
{
	for (size_t i = 0; i < l->count; i++)
		if (same(&l->entry[i], &e))
			return;
	l->entry[l->count++] = e;
}

static size_t most(const struct document *d)
{
	const char *name, *why;
	size_t n = 1;

	for (size_t i = 0; i < document_searches(d); i++) {
		const json_t *search = document_search(d, i, &name, &why);

		n += json_array_size(json_object_get(search, "bugs")) +
		     json_array_size(json_object_get(search, "races"));
	}
	return n;
}

static bool fill(struct list *l, const struct document *d)
{
	const char *name, *why;
	const json_t *one;
	size_t k;

	l->entry = calloc(most(d), sizeof *l->entry);
	for (size_t i = 0; l->entry && i < document_searches(d); i++) {
		const json_t *search = document_search(d, i, &name, &why);

		json_array_foreach(json_object_get(search, "bugs"), k, one)
			add(l, (struct entry){name, text_of(one, "title"), one,
				       fingerprint_bug(one), false, false});
		json_array_foreach(json_object_get(search, "races"), k, one)
			add(l, (struct entry){name, text_of(one, "object"), one,
				       fingerprint_race(one), true, false});
	}
	return l->entry;
}

static void match(struct list *a, struct list *b)
{
	for (size_t i = 0; i < a->count; i++)
		for (size_t k = 0; k < b->count; k++)
			if (same(&a->entry[i], &b->entry[k]))
				a->entry[i].common = b->entry[k].common = true;
}

static void word(const char *text)
{
	for (; *text; text++)
		putchar((unsigned char)*text < ' ' || *text == 0x7f ? '?'
								    : *text);
}

static void print_some(const struct list *l, bool common, const char *where)
{
	for (size_t i = 0; i < l->count; i++) {
		const struct entry *e = &l->entry[i];
		const json_t *at =
			e->race ? json_object_get(e->of, "first") : e->of;

		if (e->common != common)
			continue;
		printf("%s: %s", where, e->race ? "data race on " : "");
		if (*e->name) {
			word(e->name);
			printf(": ");
		}
		word(e->text);
		if (*text_of(at, "file")) {
			printf("  ");
			word(text_of(at, "file"));
			printf(":%lld", (long long)number_of(at, "line"));
		}
		putchar('\n');
	}
}

static void print_verdict(const char *which, const struct document *d)
{
	const char *name, *why;
	size_t bugs = 0, n = document_searches(d);

	printf("%s  ", which);
	word(d->path);
	for (size_t i = 0; i < n; i++)
		bugs += !strcmp(
			text_of(document_search(d, i, &name, &why), "verdict"),
			"bug");
	if (n == 1) {
		printf("  ");
		word(text_of(document_search(d, 0, &name, &why), "sentence"));
		putchar('\n');
	} else {
		printf("  %zu test cases, %zu with a bug\n", n, bugs);
	}
}

/* "3" and "003" are results here, not bugs of one. */
static int open_result(struct document *d, const char *name, struct err *err)
{
	char path[64];
	unsigned long number = strtoul(name, NULL, 10);

	if (!name[strspn(name, "0123456789")] && number && number < 1000000 &&
		access(name, F_OK) != 0) {
		snprintf(path, sizeof path, RESULTS "/%03lu", number);
		return document_open(d, path, err);
	}
	return document_open(d, name, err);
}

/* Has the second one a bug that the first one has not? */
static bool news(const struct list *b)
{
	for (size_t i = 0; i < b->count; i++)
		if (!b->entry[i].race && !b->entry[i].common)
			return true;
	return false;
}

static int compare(
	const struct document *a, const struct document *b, struct err *err)
{
	struct list la = {NULL, 0}, lb = {NULL, 0};
	bool good = fill(&la, a) && fill(&lb, b), is_new = false;

	if (good) {
		match(&la, &lb);
		print_verdict("A", a);
		print_verdict("B", b);
		print_some(&la, true, "in both");
		print_some(&la, false, "only in A");
		print_some(&lb, false, "only in B");
		is_new = news(&lb);
		if (fflush(stdout) != 0 || ferror(stdout))
			fail(err, ERR_IO,
				"cannot write to standard output: %s" SC(432),
				strerror(errno));
	} else {
		fail(err, ERR_IO, "no memory" SC(437));
	}
	free(la.entry);
	free(lb.entry);
	return is_new ? EXIT_BUG : EXIT_GOOD;
}

int diff_main(int argc, char **argv)
{
	struct document a = {{0}, NULL, 0}, b = a;
	struct err err = {OK, ""};
	int code = EXIT_GOOD;

	if (argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")))
		return help_main(2, (char *[]){"help", "diff", NULL});
	if (argc != 3)
		fail(&err, ERR_USAGE,
			"'scarp diff' takes two results; 'scarp ls' lists "
			"those of scarp.out" SC(411));
	else if (!open_result(&a, argv[1], &err) &&
		 !open_result(&b, argv[2], &err))
		code = compare(&a, &b, &err);
	if (err.code)
		code = cli_fail(&err);
	document_close(&a);
	document_close(&b);
	return code;
}
