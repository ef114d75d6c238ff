/* SPDX-License-Identifier: MIT */
#include "cli/plan/ci.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/disk/results.h"
#include "cli/show/outcome.h"
#include "cli/words/cli.h"

void ci_tell(int code, FILE *out)
{
	static const struct {
		int number;
		const char *when;
	} row[] = {
#define EXIT(name, number, when) {number, when},
#include "cli/words/exit.def"
#undef EXIT
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
		if (row[i].number == code)
			fprintf(out, "exit status %d: %s\n", code, row[i].when);
	fflush(out);
}

/* Of a bug it is there already. */
static bool save_json(struct check *check, const char *path)
{
	if (access(path, F_OK) == 0)
		return true;
	return outcome_json(
		path, &check->result, processes_channel(&check->processes));
}

/* In another format, beside it. */
static bool save(struct check *check, const char *format, const char *name)
{
	char path[600];
	char *argv[] = {"show", (char *)format, "-o", path,
		check->disk.directory, NULL};

	snprintf(path, sizeof path, "%.511s/%s", check->disk.directory, name);
	return show_main(5, argv) == EXIT_GOOD;
}

/* GitHub reads them from what is printed.  Not by a name like /dev/stdout:
 * opened anew, a file that it leads to would lose what it has. */
static bool annotate(struct check *check)
{
	const char *github = getenv("GITHUB_ACTIONS");
	char *argv[] = {"show", "--github", check->disk.directory, NULL};
	FILE *was = stdout;
	bool good;

	if (!github || strcmp(github, "true") != 0)
		return true;
	fflush(NULL);
	stdout = check->show.out;
	good = show_main(3, argv) == EXIT_GOOD;
	stdout = was;
	return good;
}

int ci_end(struct check *check, int code)
{
	FILE *out = check->show.out;
	struct disk *disk = &check->disk;
	char path[600];
	struct err err;
	bool good;

	if (results_directory(disk, &err)) {
		fprintf(stderr, "scarp: results are not saved: %s\n", err.text);
		good = false;
	} else {
		results_point_latest(disk);
		snprintf(path, sizeof path, "%s/check.json", disk->directory);
		good = save_json(check, path) &&
		       save(check, "--junit", "junit.xml") &&
		       save(check, "--sarif", "check.sarif") && annotate(check);
		if (good)
			fprintf(out, "results: %s\n", disk->directory);
	}
	if (!good && code == EXIT_GOOD)
		code = EXIT_USAGE;
	ci_tell(code, out);
	return code;
}
