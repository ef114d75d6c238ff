/* SPDX-License-Identifier: MIT */
#include "cli/study/log.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "build_id.h"

static uint64_t hash_bytes(uint64_t h, const void *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		h = (h ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3u;
	return h;
}

static int hash_file(const char *path, uint64_t *out, struct err *err)
{
	static char block[1 << 16];
	FILE *f = fopen(path, "re");
	size_t n;

	*out = 0xcbf29ce484222325u;
	while (f && (n = fread(block, 1, sizeof block, f)) > 0)
		*out = hash_bytes(*out, block, n);
	if (!f || ferror(f)) {
		fail(err, ERR_USAGE, "cannot read '%.300s': %s" SC(675), path,
			strerror(errno));
		if (f)
			fclose(f);
		return err->code;
	}
	fclose(f);
	return OK;
}

static json_t *hex(uint64_t n)
{
	char text[20];

	snprintf(text, sizeof text, "%016" PRIx64, n);
	return json_string(text);
}

/* What decides how a cell comes out; the rest is about telling. */
static uint64_t hash_suite(const struct study_suite *s)
{
	static const char *const telling[] = {
		"name", "note", "venn", "scatter", NULL};
	json_t *all = json_copy(s->all);
	char *text;
	uint64_t h;

	for (const char *const *key = telling; *key; key++)
		json_object_del(all, *key);
	text = json_dumps(all, JSON_COMPACT | JSON_SORT_KEYS);
	h = hash_bytes(
		0xcbf29ce484222325u, text ? text : "", text ? strlen(text) : 0);
	free(text);
	json_decref(all);
	return h;
}

static json_t *head_of(const struct study *s, struct err *err)
{
	json_t *head = json_object(), *programs = json_object();
	uint64_t hash;

	json_object_set_new(head, "format", json_string("scarp-measured"));
	json_object_set_new(head, "version", json_integer(1));
	json_object_set_new(head, "scarp", json_string(SCARP_BUILD));
	json_object_set_new(head, "suite", hex(hash_suite(&s->suite)));
	json_object_set_new(head, "programs", programs);
	for (size_t i = 0; i < s->suite.programs && !err->code; i++)
		if (!hash_file(s->suite.program[i].path, &hash, err))
			json_object_set_new(
				programs, s->suite.program[i].name, hex(hash));
	return head;
}

/* --- writing ----------------------------------------------------------------
 */

/* All of it or nothing. */
static int append(struct study *s, const json_t *line, struct err *err)
{
	char *text = json_dumps(line, JSON_COMPACT);
	off_t end = lseek(s->log, 0, SEEK_END);
	size_t n = text ? strlen(text) : 0, done = 0;
	int why = 0;

	if (!text)
		return fail(err, ERR_IO, "no memory" SC(437));
	text[n++] = '\n'; /* in the place of its end */
	while (done < n) {
		ssize_t w = write(s->log, text + done, n - done);

		if (w < 0 && errno == EINTR)
			continue;
		if (w <= 0) {
			why = w < 0 ? errno : ENOSPC;
			break;
		}
		done += (size_t)w;
	}
	free(text);
	if (!why && fdatasync(s->log) != 0 && errno != EINVAL)
		why = errno;
	if (!why)
		return OK;
	if (ftruncate(s->log, end) != 0)
		why = errno; /* it is dropped when it is read again */
	return fail(err, ERR_IO,
		"cannot write '%.200s/measured.jsonl': %s; %zu of %zu runs are "
		"in it, and the same command goes on from there" SC(681),
		s->into, strerror(why), s->measured, s->cells);
}

int log_add(struct study *s, const struct cell *c, struct err *err)
{
	json_t *line = cell_json(&s->suite, c);
	int code;

	json_object_set_new(line, "seconds", json_real(c->seconds));
	code = append(s, line, err);
	json_decref(line);
	return code;
}

/* --- reading ----------------------------------------------------------------
 */

static bool same(const json_t *a, const json_t *b, const char *key)
{
	return json_equal(json_object_get(a, key), json_object_get(b, key));
}

static int another(const struct study *s, const char *what, struct err *err)
{
	return fail(err, ERR_USAGE,
		"'%.150s' has what was measured with another %.150s: say "
		"'--anew' to drop it and measure all again, or '--into' "
		"another folder" SC(679),
		s->into, what);
}

static int compare_heads(const struct study *s, const json_t *now,
	const json_t *was, struct err *err)
{
	const json_t *programs = json_object_get(was, "programs"), *hash;
	const char *name;
	char what[150];

	if (!same(now, was, "format") || !same(now, was, "version"))
		return fail(err, ERR_FORMAT,
			"'%.300s/measured.jsonl' is no file of a study" SC(680),
			s->into);
	if (!same(now, was, "suite"))
		return another(s, "suite", err);
	if (!same(now, was, "scarp"))
		return another(s, "build of scarp", err);
	json_object_foreach(json_object_get(now, "programs"), name,
		hash) if (!json_equal(json_object_get(programs, name), hash))
	{
		snprintf(what, sizeof what, "program '%.100s'", name);
		return another(s, what, err);
	}
	return OK;
}

static int wrong_line(const struct study *s, unsigned line, struct err *err)
{
	return fail(err, ERR_FORMAT,
		"%.200s/measured.jsonl:%u: a line that no study wrote; take it "
		"out, and its run is made again, or say '--anew'" SC(680),
		s->into, line);
}

/* The file up to the last line feed, which is where it then ends. */
static char *read_all(struct study *s, struct err *err)
{
	struct stat st;
	char *text;
	size_t n = 0;
	ssize_t r = 1;

	if (fstat(s->log, &st) != 0)
		st.st_size = 0;
	text = malloc((size_t)st.st_size + 1);
	while (text && n < (size_t)st.st_size &&
		(r = pread(s->log, text + n, (size_t)st.st_size - n,
			 (off_t)n)) > 0)
		n += (size_t)r;
	if (!text || r < 0) {
		fail(err, ERR_IO,
			"cannot read '%.200s/measured.jsonl': %s" SC(680),
			s->into, strerror(errno));
		free(text);
		return NULL;
	}
	while (n && text[n - 1] != '\n')
		n--;
	text[n] = '\0';
	if (ftruncate(s->log, (off_t)n) != 0) {
		fail(err, ERR_IO,
			"cannot write '%.200s/measured.jsonl': %s" SC(681),
			s->into, strerror(errno));
		free(text);
		return NULL;
	}
	return text;
}

static int take_over(
	struct study *s, const json_t *head, char *text, struct err *err)
{
	char *line, *rest = text;

	for (unsigned i = 1; (line = strsep(&rest, "\n")) && rest; i++) {
		json_t *one = json_loads(line, 0, NULL);

		if (!json_is_object(one))
			wrong_line(s, i, err);
		else if (i == 1)
			compare_heads(s, head, one, err);
		else if (!cell_from_json(s, one))
			wrong_line(s, i, err);
		json_decref(one);
		if (err->code)
			break;
	}
	return err->code;
}

int log_begin(struct study *s, bool anew, struct err *err)
{
	json_t *head = head_of(s, err);
	char *text = NULL;

	if (!err->code && anew && ftruncate(s->log, 0) != 0)
		fail(err, ERR_IO,
			"cannot write '%.200s/measured.jsonl': %s" SC(681),
			s->into, strerror(errno));
	if (!err->code)
		text = read_all(s, err);
	if (!err->code && *text)
		take_over(s, head, text, err);
	else if (!err->code)
		append(s, head, err);
	free(text);
	json_decref(head);
	return err->code;
}

int log_open(struct study *s, struct err *err)
{
	char path[PATH_MAX];

	snprintf(path, sizeof path, "%.4000s/measured.jsonl", s->into);
	s->log = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	if (s->log < 0)
		return fail(err, ERR_IO, "cannot open '%.300s': %s" SC(681),
			path, strerror(errno));
	if (flock(s->log, LOCK_EX | LOCK_NB) != 0)
		return fail(err, ERR_USAGE,
			"another 'scarp study' is at work in '%.200s': wait "
			"for it, or say '--into' another folder" SC(682),
			s->into);
	return OK;
}

void log_close(struct study *s)
{
	if (s->log >= 0)
		close(s->log);
	s->log = -1;
}
