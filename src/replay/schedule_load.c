/* SPDX-License-Identifier: MIT */
/* schedule_load.c - reading a schedule and believing none of it
 *
 * First the frame (magic, version, last line, checksum), then line by line.
 * Every line is a word that the table knows and its values.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "channel/failure.h"
#include "replay/loader.h"
#include "search/model.h"
#include "search/strategy.h"

enum {
	BYTES_MAX = 64 << 20
};

static int argument(struct loader *l, const char *at)
{
	char **argv;

	if (l->arguments == ARGUMENTS_MAX)
		return loader_bad(l, "too many arguments");
	argv = realloc(l->s->argv, (l->arguments + 2) * sizeof *argv);
	if (!argv)
		return loader_bad(l, "no memory");
	l->s->argv = argv;
	argv[l->arguments] = argv[l->arguments + 1] = NULL;
	return loader_text(l, at, &argv[l->arguments++]);
}

static int variable(struct loader *l, const char *at)
{
	if (l->s->variables == VARIABLES_MAX)
		return loader_bad(l, "too many variables");
	return loader_text(l, at, &l->s->variable[l->s->variables++]);
}

static int classes(struct loader *l, const char *at)
{
	uint32_t *set = &l->c->config.points_classes;

	*set = 0;
	while (*at) {
		unsigned n;

		at += strspn(at, " ");
		n = (unsigned)strcspn(at, " ");
		if (n == 6 && memcmp(at, "always", 6) == 0)
			*set |= 1u << CLASS_always;
		else if (op_class_find(at, n) >= 0)
			*set |= 1u << op_class_find(at, n);
		else
			return loader_bad(
				l, "no such class of decision points");
		at += n;
	}
	return OK;
}

static int point(struct loader *l, const char *at)
{
	struct channel *c = l->c;
	struct point *p = &c->point[c->config.points];
	int64_t module;

	if (c->config.points == POINTS_MAX)
		return loader_bad(l, "too many points");
	if (loader_number(l, &at, -1, (int64_t)c->modules - 1, &module) ||
		loader_address(l, &at, &p->offset))
		return 1;
	p->module = module < 0 ? UINT32_MAX : (uint32_t)module;
	at += strspn(at, " ");
	for (p->access = 0; p->access < POINT_ACCESSES; p->access++) {
		const char *name = point_access_name[p->access];
		size_t n = strlen(name);

		if (strncmp(at, name, n) != 0 || at[n] != ' ')
			continue;
		at += n;
		c->config.points++;
		return loader_address(l, &at, &p->pc);
	}
	return loader_bad(l, "'read', 'write' or 'atomic' is missing");
}

static int module(struct loader *l, const char *at)
{
	struct channel_module *m = &l->c->module[l->c->modules];

	if (l->c->modules == MODULES_MAX)
		return loader_bad(l, "too many modules");
	l->c->modules++;
	return loader_text_into(l, at, m->path, sizeof m->path);
}

static int directive(struct loader *l, enum directive kind, const char *at)
{
	struct channel_filters *f = &l->c->config.filters;
	struct channel_directive *d = &f->directive[f->directives];

	if (f->directives == DIRECTIVES_MAX)
		return loader_bad(l, "too many directives");
	f->directives++;
	d->kind = kind;
	return loader_text_into(l, at, d->name, sizeof d->name);
}

static int piece(struct loader *l, const char *at)
{
	struct channel_filters *f = &l->c->config.filters;
	struct channel_piece *p = &f->piece[f->pieces];
	int64_t module;

	if (f->pieces == FILTER_PIECES_MAX)
		return loader_bad(l, "too many pieces");
	if (loader_number(l, &at, 0, (int64_t)l->c->modules - 1, &module) ||
		loader_address(l, &at, &p->start) ||
		loader_address(l, &at, &p->length) ||
		loader_address(l, &at, &p->hits))
		return 1;
	p->module = (uint32_t)module;
	if (f->pieces &&
		(p[-1].module > p->module ||
			(p[-1].module == p->module &&
				p[-1].start + p[-1].length > p->start)))
		return loader_bad(l, "pieces are not in order");
	f->pieces++;
	return OK;
}

static int name(struct loader *l, unsigned self, struct thread_name n)
{
	struct channel *c = l->c;

	if (c->config.thread_names == THREAD_NAMES_MAX)
		return loader_bad(l, "too many threads");
	if (self != c->config.thread_names ||
		(n.creator != TID_NONE && n.creator >= THREADS_MAX))
		return loader_bad(l, "threads are not in order");
	c->thread_name[self] = n;
	c->thread_names = ++c->config.thread_names;
	return OK;
}

static int thread(struct loader *l, const char *at)
{
	struct thread_name n = {TID_NONE, NAME_thread, 0};
	unsigned self, creator;

	if (sscanf(at, " T%u of T%u %u", &self, &creator, &n.nth) == 3)
		n.creator = (tid)creator;
	else if (sscanf(at, " T%u main", &self) != 1 || !strstr(at, "main"))
		return loader_bad(l, "not the name of a thread");
	return name(l, self, n);
}

/* What is chosen beside the threads, and acts for one. */
static int internal(struct loader *l, const char *at)
{
	struct thread_name n = {.kind = NAME_thread + 1};
	unsigned self, owner;
	char word[16];

	if (sscanf(at, " T%u %15s of T%u %u", &self, word, &owner, &n.nth) != 4)
		return loader_bad(l, "not a name");
	while (n.kind < NAME_KINDS && strcmp(word, name_kind_word[n.kind]) != 0)
		n.kind++;
	if (n.kind == NAME_KINDS)
		return loader_bad(l, "nothing of that name");
	n.creator = (tid)owner;
	return name(l, self, n);
}

static int choice(struct loader *l, const char *at)
{
	struct channel_config *config = &l->c->config;
	unsigned t, alternative = 0, times = 1;
	int used = 0;

	if (sscanf(at, "T%u%n", &t, &used) != 1 || t >= THREADS_MAX)
		return loader_bad(l, "not a choice");
	at += used;
	if (sscanf(at, "/%u%n", &alternative, &used) == 1)
		at += used;
	if (sscanf(at, " x%u%n", &times, &used) == 1)
		at += used;
	if (*at || times == 0 || times > l->left)
		return loader_bad(l, "not a choice, or one too many");
	l->left -= times;
	while (times--)
		l->c->schedule[config->schedule_length++] = (struct choice){
			.thread = (tid)t, .alternative = alternative};
	return OK;
}

static int choices(struct loader *l, const char *at)
{
	int64_t n;

	if (loader_number(l, &at, 0, STEPS_MAX, &n))
		return 1;
	l->left = (uint32_t)n;
	l->choosing = true;
	return OK;
}

static int bug(struct loader *l, const char *at)
{
	at += strspn(at, " ");
	for (uint32_t i = 0; i < BUG_COUNT; i++)
		if (strcmp(bug_info[i].name, at) == 0) {
			l->bug->kind = i;
			return OK;
		}
	return loader_bad(l, "no such kind of bug");
}

static int mode(struct loader *l, const char *at)
{
	at += strspn(at, " ");
	for (uint32_t i = 0; i < MODE_COUNT; i++)
		if (strcmp(rewind_mode_name[i], at) == 0) {
			l->c->config.mode = i;
			return OK;
		}
	return loader_bad(l, "no such mode");
}

static int heap(struct loader *l, const char *at)
{
	at += strspn(at, " ");
	for (uint32_t i = 0; i < HEAP_TURNS; i++)
		if (strcmp(heap_use_name[i], at) == 0) {
			l->c->config.heap = i;
			return OK;
		}
	return loader_bad(l, "'fresh' or 'reuse' is missing");
}

static int failing(struct loader *l, const char *at)
{
	while (*(at += strspn(at, " "))) {
		unsigned n = (unsigned)strcspn(at, " "), i = 0;

		while (i < FAILURES &&
			(strlen(failure_info[i].name) != n ||
				memcmp(failure_info[i].name, at, n) != 0))
			i++;
		if (i == FAILURES)
			return loader_bad(l, "no such call");
		l->c->config.failing |= 1u << i;
		at += n;
	}
	return OK;
}

static int model(struct loader *l, const char *at)
{
	int found = model_find(at + strspn(at, " "));

	if (found < 0)
		return loader_bad(l, "no such memory model");
	l->c->config.model = (uint32_t)found;
	return OK;
}

static int rules(struct loader *l, const char *at)
{
	at += strspn(at, " ");
	for (uint32_t i = 0; i < PROFILES; i++)
		if (strcmp(profile_name[i], at) == 0) {
			l->c->config.profile = i;
			return OK;
		}
	return loader_bad(l, "'own', 'study' or 'study-listed' is missing");
}

static int field(struct loader *l, const char *key, const char *at)
{
	struct channel_config *config = &l->c->config;
	struct schedule *s = l->s;
	const struct {
		const char *key;
		uint32_t *field;
		int64_t high;
	} numbers[] = {{"line", &l->bug->line, INT32_MAX},
		{"racing", &config->points_racing, POINTS_EVERYWHERE},
		{"exits", &config->exits, EXITS_ALL},
		{"turns-erased", &config->loop_turns,
			TURNS_UNCOUNTED | TURNS_IDLE},
		{"leak-check", &config->leak_check, 1},
		{"binary", &config->binary, 1},
		{"unsafe-handlers", &config->unsafe_handlers, 1},
		{"progress", &config->progress, PROGRESS_MAX},
		{"spurious", &config->spurious, 1000},
		{"failures", &config->failures, FAILURES_MOST},
		{"max-steps", &config->search.steps_max, STEPS_MAX},
		{"fuel", &config->fuel_max_log2, 63},
		{"expect-exit", (uint32_t *)&config->expect_exit, 255}};
	const struct {
		const char *key;
		char **field;
	} texts[] = {{"program", &s->program}, {"directory", &s->directory},
		{"stdin", &s->stdin_path}};
	const struct {
		const char *key;
		int (*read)(struct loader *, const char *);
	} others[] = {{"argument", argument}, {"variable", variable},
		{"classes", classes}, {"point", point}, {"module", module},
		{"thread", thread}, {"internal", internal},
		{"choices", choices}, {"bug", bug}, {"mode", mode},
		{"heap", heap}, {"fail", failing}, {"model", model},
		{"output", loader_output}, {"output-file", loader_output_file},
		{"output-is", loader_output_is}, {"expected", loader_expected},
		{"rules", rules}, {"piece", piece}};
	int64_t n;

	for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
		if (strcmp(key, numbers[i].key) == 0) {
			if (loader_number(l, &at, 0, numbers[i].high, &n))
				return 1;
			*numbers[i].field = (uint32_t)n;
			return OK;
		}
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
		if (strcmp(key, texts[i].key) == 0)
			return loader_text(l, at, texts[i].field);
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
		if (strcmp(key, others[i].key) == 0)
			return others[i].read(l, at);
	for (int i = 0; i < DIRECTIVE_KINDS; i++)
		if (strcmp(key, directive_name[i]) == 0)
			return directive(l, (enum directive)i, at);
	if (strcmp(key, "build-id") == 0)
		return loader_text_into(l, at, s->build_id, sizeof s->build_id);
	if (strcmp(key, "message") == 0)
		return loader_text_into(
			l, at, l->bug->message, sizeof l->bug->message);
	if (strcmp(key, "file") == 0)
		return loader_text_into(
			l, at, l->bug->file, sizeof l->bug->file);
	if (strcmp(key, "pc") == 0)
		return loader_address(l, &at, &l->bug->pc);
	if (strcmp(key, "seed") == 0)
		return loader_address(l, &at, &config->search.seed);
	if (strcmp(key, "execution") == 0)
		return loader_address(l, &at, &s->execution);
	if (strcmp(key, "strategy") == 0) {
		snprintf(s->strategy, sizeof s->strategy, "%s",
			at + strspn(at, " "));
		return OK;
	}
	if (strcmp(key, "made-by") == 0)
		return OK;
	return loader_bad(l, "no such word");
}

static int read_line(struct loader *l, char *line)
{
	char *blank;

	if (line[0] == '#' || line[0] == '\0')
		return OK;
	if (l->choosing)
		return choice(l, line);
	blank = strchr(line, ' ');
	if (!blank)
		return loader_bad(l, "a word without a value");
	*blank = '\0';
	return field(l, line, blank + 1);
}

/* Magic, version, and a last line whose checksum is right.  Cuts the text
 * before that line. */
static int frame(const char *path, char *all, size_t n, struct err *err)
{
	static const char magic[] = "scarp-schedule ";
	size_t last = n;
	uint64_t sum;
	int version;

	if (strncmp(all, magic, sizeof magic - 1) != 0 ||
		sscanf(all + sizeof magic - 1, "%d", &version) != 1)
		return fail(err, ERR_FORMAT,
			"'%s' is not a schedule file" SC(433), path);
	if (version != SCHEDULE_VERSION)
		return fail(err, ERR_VERSION,
			"'%s' is a schedule of version %d; this scarp reads "
			"version %d" SC(434),
			path, version, SCHEDULE_VERSION);
	if (n && all[n - 1] == '\n')
		last--;
	while (last && all[last - 1] != '\n')
		last--;
	if (n == 0 || all[n - 1] != '\n' ||
		sscanf(all + last, "end %" SCNx64, &sum) != 1)
		return fail(err, ERR_FORMAT,
			"'%s' is truncated: its last line is missing" SC(433),
			path);
	if (strlen(all) != n || checksum(CHECKSUM_START, all, last) != sum)
		return fail(err, ERR_FORMAT,
			"'%s' was edited or damaged: its checksum is wrong; "
			"run "
			"'scarp check' again" SC(433),
			path);
	all[last] = '\0';
	return OK;
}

/* All that is left in f, with a zero behind it; NULL and errno. */
static char *read_rest(FILE *f, size_t *n)
{
	size_t room = 1 << 14, got;
	char *all = NULL;

	*n = 0;
	do {
		char *more = realloc(all, room *= 2);

		if (!more)
			break;
		all = more;
		got = fread(all + *n, 1, room - 1 - *n, f);
		*n += got;
	} while (got && *n <= BYTES_MAX);
	if (all && *n <= BYTES_MAX && !ferror(f) && feof(f)) {
		all[*n] = '\0';
		return all;
	}
	if (*n > BYTES_MAX)
		errno = EFBIG;
	free(all);
	return NULL;
}

static char *read_all(const char *path, size_t *n, struct err *err)
{
	FILE *f = fopen(path, "re");
	char *all = f ? read_rest(f, n) : NULL;

	if (!all)
		fail(err, ERR_IO, "cannot %s '%s': %s" SC(431),
			f ? "read" : "open", path, strerror(errno));
	if (f)
		fclose(f);
	return all;
}

static int complete(struct loader *l)
{
	if (l->left)
		return loader_bad(l, "choices are missing");
	if (!l->choosing || !l->s->program || !l->s->directory ||
		!l->arguments || !l->s->build_id[0] || !l->bug->kind)
		return loader_bad(l, "something is missing before the end");
	return OK;
}

int schedule_load(struct schedule *s, struct channel *c,
	struct channel_bug *bug_out, const char *path, struct err *err)
{
	struct loader l = {s, c, bug_out, path, 1, 0, 0, false, err};
	char *all, *save = NULL, *line;
	size_t n;

	*s = (struct schedule){.bug = bug_out, .c = c, .choice = c->schedule};
	memset(bug_out, 0, sizeof *bug_out);
	bug_out->thread = bug_out->stack.thread = TID_NONE;
	all = read_all(path, &n, err);
	if (!all)
		return err->code;
	if (frame(path, all, n, err)) {
		free(all);
		return err->code;
	}
	err->code = OK;
	c->config.task = TASK_REPLAY;
	c->config.trace = 1;
	c->config.stop_after = 1;
	c->config.search.stride = 1;
	snprintf(c->config.search.strategy, sizeof c->config.search.strategy,
		"replay");
	snprintf(c->config.search.reduce, sizeof c->config.search.reduce,
		"none");
	strtok_r(all, "\n", &save); /* the first line was judged */
	while (!err->code && (line = strtok_r(NULL, "\n", &save))) {
		l.line++;
		read_line(&l, line);
	}
	if (!err->code)
		complete(&l);
	s->choices = c->config.schedule_length;
	bug_out->points = c->config.points;
	bug_out->exits = c->config.exits;
	bug_out->loop_turns = c->config.loop_turns;
	bug_out->heap = c->config.heap;
	free(all);
	return err->code;
}
