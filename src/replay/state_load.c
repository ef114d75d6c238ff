/* SPDX-License-Identifier: MIT */
/* state_load.c - reading an unfinished search and believing none of it
 *
 * First the frame (magic, version, last line, checksum), then line by line.
 * The frame is judged before anything else, so a file that was cut off or of
 * another version is called that.
 */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "build_id.h"
#include "replay/state_file.h"
#include "replay/writer.h"

#define BYTES_MAX (4ull << 30)

struct loader {
	struct state *s;
	const char *path;
	char *at, *end; /* what is left to be read */
	unsigned line;
	char *made_by;
	struct err *err;
};

static int bad(struct loader *l, const char *what)
{
	return fail(l->err, ERR_FORMAT, "'%s', line %u: %s" SC(433), l->path,
		l->line, what);
}

static int no_memory(struct loader *l)
{
	return fail(l->err, ERR_IO, "no memory to read '%s'" SC(437), l->path);
}

static int hex(char c)
{
	return isdigit((unsigned char)c) ? c - '0' : (c | 32) - 'a' + 10;
}

/* A quoted text, all that the line has, into new memory. */
static int text(struct loader *l, const char *at, char **out)
{
	size_t used = 0, n = strlen(at);
	char *t;

	if (n < 2 || *at++ != '"' || at[n - 2] != '"')
		return bad(l, "a text in quotes is missing");
	t = malloc(n);
	if (!t)
		return no_memory(l);
	for (const char *end = at + n - 2; at < end; at++) {
		char c = *at;
		bool quote = c == '"';

		if (c == '\\' && end - at > 3 && at[1] == 'x' &&
			isxdigit(at[2] & 0xff) && isxdigit(at[3] & 0xff)) {
			c = (char)(hex(at[2]) << 4 | hex(at[3]));
			at += 3;
		}
		if (!c || quote) {
			free(t);
			return bad(l, "a text has a quote or a zero in it");
		}
		t[used++] = c;
	}
	t[used] = '\0';
	free(*out);
	*out = t;
	return OK;
}

static int add(struct loader *l, const char *at, char ***list)
{
	size_t n = 0;
	char **grown;

	while (*list && (*list)[n])
		n++;
	if (n == STATE_WORDS_MAX)
		return bad(l, "too many of this word");
	if ((n & (n - 1)) == 0 || !*list) {
		grown = realloc(*list, (2 * n + 2) * sizeof *grown);
		if (!grown)
			return no_memory(l);
		*list = grown;
	}
	(*list)[n] = (*list)[n + 1] = NULL;
	return text(l, at, &(*list)[n]);
}

static int number(struct loader *l, const char *at, uint64_t *out)
{
	char *end;

	errno = 0;
	*out = strtoull(at, &end, 10);
	if (errno || end == at || *end || !isdigit((unsigned char)*at))
		return bad(l, "a number is missing or out of range");
	return OK;
}

static int account(struct loader *l, const char *at)
{
	struct state_account *a = &l->s->account[l->s->accounts];

	if (l->s->accounts == STATE_ACCOUNTS_MAX)
		return bad(l, "too many accounts");
	if (number(l, at, &a->length))
		return l->err->code;
	if (a->length >= (uint64_t)(l->end - l->at) || l->at[a->length] != '\n')
		return bad(l, "an account is not as long as it says");
	a->bytes = l->at;
	l->at += a->length + 1;
	l->s->accounts++;
	return OK;
}

static int field(struct loader *l, const char *key, const char *at)
{
	struct state *s = l->s;
	const struct {
		const char *key;
		char **field;
	} texts[] = {{"made-by", &l->made_by}, {"program", &s->program},
		{"build-id", &s->build_id}, {"directory", &s->directory},
		{"stdin", &s->stdin_id}, {"leak", &s->leak},
		{"expected", &s->expected_id}};
	const struct {
		const char *key;
		char ***list;
	} lists[] = {{"argument", &s->argument}, {"option", &s->option},
		{"origin", &s->origin}, {"library", &s->library},
		{"variable", &s->variable}};

	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
		if (strcmp(key, texts[i].key) == 0)
			return text(l, at, texts[i].field);
	for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
		if (strcmp(key, lists[i].key) == 0)
			return add(l, at, lists[i].list);
	if (strcmp(key, "milliseconds") == 0)
		return number(l, at, &s->milliseconds);
	if (strcmp(key, "executions") == 0)
		return number(l, at, &s->executions);
	if (strcmp(key, "account") == 0)
		return account(l, at);
	return bad(l, "no such word");
}

/* The next line, its end cut off; NULL: there is none. */
static char *next_line(struct loader *l)
{
	char *line = l->at, *end;

	if (line == l->end)
		return NULL;
	end = memchr(line, '\n', (size_t)(l->end - line));
	if (!end)
		return NULL;
	*end = '\0';
	l->at = end + 1;
	l->line++;
	return line;
}

/* Magic, version, and a last line whose checksum is right.  What is left is
 * between the first line and that one. */
static int frame(struct loader *l, char *all, size_t n)
{
	static const char magic[] = "scarp-state ", last[] = "end ";
	const size_t tail = sizeof last - 1 + 16 + 1;
	uint64_t sum;
	int version;

	if (strncmp(all, magic, sizeof magic - 1) != 0 ||
		sscanf(all + sizeof magic - 1, "%d", &version) != 1)
		return fail(l->err, ERR_FORMAT,
			"'%s' is not the state of a search" SC(433), l->path);
	if (version != STATE_VERSION)
		return fail(l->err, ERR_VERSION,
			"'%s' is the state of a search in version %d; this "
			"scarp reads version %d" SC(434),
			l->path, version, STATE_VERSION);
	if (n <= tail || all[n - 1] != '\n' || all[n - tail - 1] != '\n' ||
		sscanf(all + n - tail, "end %16" SCNx64 "\n", &sum) != 1)
		return fail(l->err, ERR_FORMAT,
			"'%s' is truncated: its last line is missing" SC(433),
			l->path);
	if (checksum(CHECKSUM_START, all, n - tail) != sum)
		return fail(l->err, ERR_FORMAT,
			"'%s' was edited or damaged: its checksum is wrong" SC(
				433),
			l->path);
	l->at = all;
	l->end = all + n - tail;
	next_line(l);
	return OK;
}

/* All of a file, with a zero behind it; NULL and err. */
static char *read_all(const char *path, size_t *n, struct err *err)
{
	FILE *f = fopen(path, "re");
	size_t room = 1 << 14, got = 0;
	char *all = NULL;

	*n = 0;
	errno = 0;
	do {
		char *more = f ? realloc(all, room *= 2) : NULL;

		if (!more)
			break;
		all = more;
		got = fread(all + *n, 1, room - 1 - *n, f);
		*n += got;
	} while (got && *n < BYTES_MAX);
	if (!f || !all || got || ferror(f)) {
		fail(err, ERR_IO, "cannot %s '%s': %s" SC(431),
			f ? "read" : "open", path,
			strerror(errno ? errno : EFBIG));
		free(all);
		all = NULL;
	} else {
		all[*n] = '\0';
	}
	if (f)
		fclose(f);
	return all;
}

static int complete(struct loader *l)
{
	const struct state *s = l->s;

	if (!s->program || !s->directory || !s->build_id || !s->argument ||
		!s->accounts || !l->made_by)
		return bad(l, "something is missing before the end");
	if (strcmp(l->made_by, SCARP_BUILD) != 0)
		return fail(l->err, ERR_VERSION,
			"'%s' was left by another build of scarp (%.64s; this "
			"is %s), which can go on with it" SC(434),
			l->path, l->made_by, SCARP_BUILD);
	return OK;
}

static int read_lines(struct loader *l)
{
	char *line;

	while ((line = next_line(l))) {
		char *blank = strchr(line, ' ');

		if (line[0] == '#')
			continue;
		if (!blank)
			return bad(l, "a word without a value");
		*blank = '\0';
		if (field(l, line, blank + 1))
			return l->err->code;
	}
	return complete(l);
}

int state_load(struct state *s, const char *path, struct err *err)
{
	struct loader l = {.s = s, .path = path, .err = err};
	size_t n;

	*s = (struct state){.accounts = 0};
	s->all = read_all(path, &n, err);
	if (!s->all)
		return err->code;
	err->code = OK;
	if (!frame(&l, s->all, n))
		read_lines(&l);
	free(l.made_by);
	return err->code;
}
