/* SPDX-License-Identifier: MIT */
/* suppress_read.c - the file of --suppressions, and its patterns */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/suppress.h"

enum {
	LINES_MOST = 10000,
	FILE_MOST = 1 << 24 /* more is no file of suppressions */
};

#define UNTIL "until="

/* `*` is anything; `at` of the pattern is `text` from its beginning on, to its
 * end if the pattern ends so. */
static bool glob(const char *at, const char *text, bool to_end)
{
	const char *star = NULL, *back = NULL;

	for (;;) {
		if (*at == '*') {
			star = ++at;
			back = text;
		} else if (!*at && (!to_end || !*text)) {
			return true;
		} else if (*at && *at == *text) {
			at++;
			text++;
		} else if (star && *back) {
			at = star;
			text = ++back;
		} else {
			return false;
		}
	}
}

bool suppression_fits(const char *pattern, const char *text)
{
	size_t n = strlen(pattern);
	bool from = *pattern == '^', to = n > 0 && pattern[n - 1] == '$';
	char *middle = strndup(pattern + from, n - from - to);
	bool fits = false;

	if (!middle)
		return false;
	for (const char *at = text; !fits; at++) {
		fits = glob(middle, at, to);
		if (from || !*at)
			break;
	}
	free(middle);
	return fits;
}

static char *trim(char *text)
{
	size_t n;

	text += strspn(text, " \t");
	n = strlen(text);
	while (n && isspace((unsigned char)text[n - 1]))
		text[--n] = '\0';
	return text;
}

static bool kind_of(const char *word, enum bug_kind *out)
{
	for (int i = 1; i < BUG_COUNT; i++)
		if (strcmp(bug_info[i].name, word) == 0) {
			*out = (enum bug_kind)i;
			return true;
		}
	*out = BUG_data_race;
	return strcmp(word, "race") == 0;
}

static bool is_day(const char *text)
{
	static const char form[] = "0000-00-00";
	static const int days[] = {
		31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	int month, day;

	if (strlen(text) != strlen(form))
		return false;
	for (size_t i = 0; form[i]; i++)
		if (form[i] == '-' ? text[i] != '-'
				   : !isdigit((unsigned char)text[i]))
			return false;
	month = atoi(text + 5);
	day = atoi(text + 8);
	return month >= 1 && month <= 12 && day >= 1 && day <= days[month - 1];
}

/* Takes "until=..." from the end of a pattern.  False: it is no day. */
static bool take_until(char *pattern, struct suppression *row)
{
	char *last = pattern + strlen(pattern);

	while (last > pattern && !isspace((unsigned char)last[-1]))
		last--;
	if (last == pattern || strncmp(last, UNTIL, strlen(UNTIL)) != 0)
		return true;
	if (!is_day(last + strlen(UNTIL)))
		return false;
	strcpy(row->until, last + strlen(UNTIL));
	*last = '\0';
	trim(pattern);
	return true;
}

/* What is wrong with a line, or NULL; row->pattern NULL: nothing is on it. */
static const char *parse(char *line, struct suppression *row)
{
	char *hash = strchr(line, '#'), *colon, *pattern;

	if (hash)
		*hash++ = '\0';
	line = trim(line);
	if (!*line)
		return NULL;
	colon = strchr(line, ':');
	if (!colon)
		return "not kind:pattern";
	*colon = '\0';
	if (!kind_of(trim(line), &row->kind))
		return "no such kind; 'scarp help bugs' lists those there are, "
		       "and there is race";
	pattern = trim(colon + 1);
	if (strncmp(pattern, UNTIL, strlen(UNTIL)) == 0)
		return "there is no pattern behind the kind";
	if (!take_until(pattern, row))
		return "until= wants a day, YYYY-MM-DD";
	if (!pattern[strspn(pattern, "^$* \t")])
		return "the pattern is empty, or fits everything: name a "
		       "function, a file or a variable";
	row->pattern = strdup(pattern);
	row->reason = strdup(hash ? trim(hash) : "");
	return row->pattern && row->reason ? NULL : "no memory";
}

static int add(struct suppressions *s, const struct suppression *row)
{
	struct suppression *grown =
		realloc(s->row, (s->rows + 1) * sizeof *grown);

	if (!grown)
		return 1;
	s->row = grown;
	s->row[s->rows++] = *row;
	s->of_failures |= !row->expired && row->kind != BUG_data_race;
	return 0;
}

static int read_lines(
	struct suppressions *s, FILE *f, const char *today, struct err *err)
{
	char *line = NULL;
	size_t size = 0;
	ssize_t length;
	int code = OK;

	for (unsigned n = 1; !code && (length = getline(&line, &size, f)) >= 0;
		n++) {
		struct suppression row = {.line = n};
		/* What stands behind it would be passed over. */
		const char *wrong = strlen(line) != (size_t)length
					    ? "a zero byte is in the line"
					    : parse(line, &row);

		row.expired =
			!wrong && row.until[0] && strcmp(row.until, today) < 0;
		if (!wrong && row.pattern &&
			(s->rows == LINES_MOST || add(s, &row)))
			wrong = "no room for another line";
		if (!wrong)
			continue;
		code = fail(err, ERR_USAGE, "%.300s:%u: %s" SC(439), s->path, n,
			wrong);
		free(row.pattern);
		free(row.reason);
	}
	free(line);
	if (!code && ferror(f))
		code = fail(err, ERR_USAGE, "cannot read '%.300s': %s" SC(431),
			s->path, strerror(errno));
	return code;
}

/* Of a file alone: each test case of a suite reads it, and so does a search
 * that goes on; a pipe would be empty then, and nobody may write to a FIFO. */
static FILE *open_file(const char *path, struct err *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "r");
	struct stat st;

	if (!f || fstat(fd, &st) != 0) {
		fail(err, ERR_USAGE,
			"cannot open '%.300s' for --suppressions: %s" SC(431),
			path, strerror(errno));
	} else if (!S_ISREG(st.st_mode) || st.st_size > FILE_MOST) {
		fail(err, ERR_USAGE,
			"'%.300s' is no file of suppressions: it is %s" SC(439),
			path,
			S_ISREG(st.st_mode) ? "too long"
			: S_ISDIR(st.st_mode)
				? "a directory"
				: "no file, but a pipe or device");
	} else {
		return f;
	}
	if (f)
		fclose(f);
	else if (fd >= 0)
		close(fd);
	return NULL;
}

int suppressions_read(struct suppressions *s, const char *path,
	const char *today, struct err *err)
{
	FILE *f;
	int code;

	*s = (struct suppressions){.rows = 0};
	snprintf(s->path, sizeof s->path, "%.511s", path);
	f = open_file(path, err);
	if (!f)
		return err->code;
	code = read_lines(s, f, today, err);
	fclose(f);
	if (code)
		suppressions_fini(s);
	return code;
}

void suppressions_fini(struct suppressions *s)
{
	for (unsigned i = 0; i < s->rows; i++) {
		free(s->row[i].pattern);
		free(s->row[i].reason);
	}
	free(s->row);
	free(s->bug);
	*s = (struct suppressions){.rows = 0};
}
