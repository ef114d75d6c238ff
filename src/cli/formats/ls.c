/* SPDX-License-Identifier: MIT */
/* ls.c - `scarp ls [directory]`: the results in scarp.out, a line each */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/disk/results.h"
#include "cli/formats/document.h"
#include "cli/words/cli.h"

static int is_result(const struct dirent *e)
{
	size_t n = strspn(e->d_name, "0123456789");

	return n >= 3 && !e->d_name[n];
}

/* 1000 is behind 999. */
static int by_number(const struct dirent **a, const struct dirent **b)
{
	unsigned long x = strtoul((*a)->d_name, NULL, 10),
		      y = strtoul((*b)->d_name, NULL, 10);

	return x < y ? -1 : x > y;
}

static void print_date(const char *path)
{
	char text[32] = "?";
	struct stat st;
	struct tm tm;

	if (stat(path, &st) == 0 && localtime_r(&st.st_mtime, &tm))
		strftime(text, sizeof text, "%Y-%m-%d %H:%M", &tm);
	printf("  %-16s", text);
}

/* Names may have line feeds: a result stays a line. */
static void print_word(const char *text)
{
	for (; *text; text++)
		putchar((unsigned char)*text < ' ' || *text == 0x7f ? '?'
								    : *text);
}

static void print_finished(const struct document *d)
{
	const json_t *bugs = json_object_get(d->all, "bugs");
	char command[300];

	command_of(d->all, command, sizeof command);
	printf("  %-8s  %9.3f s  ", text_of(d->all, "verdict"),
		json_number_value(json_object_get(d->all, "seconds")));
	print_word(command);
	if (json_array_size(bugs)) {
		printf("  ");
		print_word(text_of(json_array_get(bugs, 0), "title"));
	}
	if (json_array_size(bugs) > 1)
		printf(" (and %zu more)", json_array_size(bugs) - 1);
	putchar('\n');
}

/* What a check left that has no result. */
static void print_unfinished(const char *directory)
{
	char state[700], found[700];
	bool goes_on, bug;

	snprintf(state, sizeof state, "%.600s/search.state", directory);
	snprintf(found, sizeof found, "%.600s/found-1.schedule", directory);
	goes_on = access(state, F_OK) == 0;
	bug = access(found, F_OK) == 0;
	print_date(goes_on ? state : bug ? found : directory);
	printf("  not ended");
	if (bug)
		printf("; it found a bug: scarp replay %s", found);
	if (goes_on)
		printf("; to go on: scarp resume %s", state);
	putchar('\n');
}

static void print_result(const char *all, const char *name)
{
	char directory[600];
	struct document d = {{0}, NULL, 0};
	struct err err = {OK, ""};

	snprintf(directory, sizeof directory, "%.480s/%.80s", all, name);
	printf("%s", name);
	snprintf(d.path, sizeof d.path, "%.580s/check.json", directory);
	if (access(d.path, F_OK) != 0) {
		print_unfinished(directory);
		return;
	}
	print_date(d.path);
	if (document_open(&d, directory, &err))
		printf("  cannot be read: %s\n", err.text);
	else
		print_finished(&d);
	document_close(&d);
}

int ls_main(int argc, char **argv)
{
	const char *all = argc > 1 ? argv[1] : RESULTS;
	struct err err = {OK, ""};
	struct dirent **list;
	int n;

	if (argc > 1 && argv[1][0] == '-')
		return strcmp(argv[1], "--help") && strcmp(argv[1], "-h")
			       ? (fail(&err, ERR_USAGE,
					  "'scarp ls' has no option '%s'" SC(
						  401),
					  argv[1]),
					 cli_fail(&err))
			       : help_main(2, (char *[]){"help", "ls", NULL});
	if (argc > 2) {
		fail(&err, ERR_USAGE,
			"'scarp ls' takes one directory, not '%s'" SC(411),
			argv[2]);
		return cli_fail(&err);
	}
	n = scandir(all, &list, is_result, by_number);
	if (n <= 0) {
		fail(&err, ERR_USAGE, "no results in '%s': %s" SC(435), all,
			n < 0 ? strerror(errno)
			      : "no check has left anything there");
		return cli_fail(&err);
	}
	for (int i = 0; i < n; i++) {
		print_result(all, list[i]->d_name);
		free(list[i]);
	}
	free(list);
	if (fflush(stdout) == 0 && !ferror(stdout))
		return EXIT_GOOD;
	fail(&err, ERR_IO, "cannot write to standard output: %s" SC(432),
		strerror(errno));
	return cli_fail(&err);
}
