/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <string.h>

#include "cli/suite/table.h"
#include "cli/words/cli.h"

enum {
	WIDTH_MAX = 48
};

/* "not searched", or the verdict; an error without a report has no other word.
 */
static const char *word(const struct suite_row *r)
{
	if (r->left_out || !r->over)
		return "not searched";
	if (r->code == EXIT_UNSUPPORTED)
		return "unsupported";
	if (r->code == EXIT_FAULT || r->code == EXIT_USAGE)
		return "error";
	return verdict_name[r->verdict];
}

static void print_row(const struct suite_row *r, int width, FILE *out)
{
	fprintf(out, "  %-12s  %-*s", word(r), width, r->name);
	if (r->over && !r->left_out)
		fprintf(out, "  %9" PRIu64 " execution%s  %7.2f s",
			r->executions, r->executions == 1 ? " " : "s",
			r->seconds);
	fputc('\n', out);
	if (r->why[0])
		fprintf(out, "      %s\n", r->why);
	if (r->schedule[0])
		fprintf(out, "      scarp replay %s\n", r->schedule);
}

/* "2 test cases: 1 bug, 1 verified" */
static void print_counts(const struct suite_row *row, size_t rows, FILE *out)
{
	static const char *const words[] = {"bug", "error", "unsupported",
		"partial", "verified", "not searched"};
	const char *between = ":";

	fprintf(out, "%zu test case%s", rows, rows == 1 ? "" : "s");
	for (size_t w = 0; w < sizeof words / sizeof words[0]; w++) {
		size_t n = 0;

		for (size_t i = 0; i < rows; i++)
			n += strcmp(word(&row[i]), words[w]) == 0;
		if (!n)
			continue;
		fprintf(out, "%s %zu %s", between, n, words[w]);
		between = ",";
	}
	fputc('\n', out);
}

void table_print(const struct suite_row *row, size_t rows, FILE *out)
{
	int width = 0;

	for (size_t i = 0; i < rows; i++) {
		int n = (int)strnlen(row[i].name, WIDTH_MAX);

		width = n > width ? n : width;
	}
	fprintf(out, "\ntest cases:\n");
	for (size_t i = 0; i < rows; i++)
		print_row(&row[i], width, out);
	print_counts(row, rows, out);
}

static int code_of(const struct suite_row *r)
{
	return r->left_out || r->over ? r->code : EXIT_INTERRUPTED;
}

int table_exit(const struct suite_row *row, size_t rows)
{
	/* From what outweighs all others on. */
	static const int order[] = {EXIT_FAULT, EXIT_BUG, EXIT_INTERRUPTED,
		EXIT_USAGE, EXIT_ERROR, EXIT_UNSUPPORTED, EXIT_UNPROVEN};

	for (size_t w = 0; w < sizeof order / sizeof order[0]; w++)
		for (size_t i = 0; i < rows; i++)
			if (code_of(&row[i]) == order[w])
				return order[w];
	return EXIT_GOOD;
}
