/* SPDX-License-Identifier: MIT */
#include "cli/plan/fenced.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cc/hookcall.h"
#include "report/names.h"

struct store {
	char *path;
	unsigned line;
	uint64_t after; /* return address of its hook, in the file */
};

struct fenced {
	const struct channel *c;
	struct symbols *symbols;
	struct store *store; /* of the program itself */
	size_t stores;
	bool header; /* functions of the system's headers store, too */
};

/* The first frame that is the test's; NULL: none is. */
static const struct frame *own_frame(
	struct symbols *symbols, uint64_t pc, struct frame *at, unsigned room)
{
	unsigned n = symbols_frames(symbols, pc, at, room);

	for (unsigned i = 0; i < n; i++)
		if (at[i].line && !names_of_the_system(&at[i]))
			return &at[i];
	return NULL;
}

/* An update waits for its buffer in any case. */
static bool is_store(const struct hookcall *call)
{
	return call->writes && !(call->atomic && call->reads);
}

static int read_stores(struct fenced *f, const struct hookcall *call, size_t n,
	struct err *err)
{
	static struct frame at[24];

	f->store = calloc(n + 1, sizeof *f->store);
	if (!f->store)
		return fail(err, ERR_IO, "no memory" SC(437));
	for (size_t i = 0; i < n; i++) {
		struct store *s = &f->store[f->stores];
		const struct frame *own;

		if (!is_store(&call[i]))
			continue;
		own = own_frame(f->symbols,
			f->c->module[0].base + call[i].after, at, 24);
		if (!own) {
			f->header |= call[i].atomic;
			continue;
		}
		*s = (struct store){
			strdup(own->path), own->line, call[i].after};
		if (!s->path)
			return fail(err, ERR_IO, "no memory" SC(437));
		f->stores++;
	}
	return OK;
}

struct fenced *fenced_new(const struct channel *c, struct symbols *symbols,
	const char *program, struct err *err)
{
	struct fenced *f = calloc(1, sizeof *f);
	struct hookcall *call = NULL;
	size_t n = 0;
	int code = f ? hookcall_read(program, &call, &n, err)
		     : fail(err, ERR_IO, "no memory" SC(437));

	if (!code) {
		f->c = c;
		f->symbols = symbols;
		code = read_stores(f, call, n, err);
	}
	free(call);
	if (!code)
		return f;
	fenced_free(f);
	return NULL;
}

void fenced_free(struct fenced *f)
{
	for (size_t i = 0; f && i < f->stores; i++)
		free(f->store[i].path);
	if (f)
		free(f->store);
	free(f);
}

/* --- one line --------------------------------------------------------------
 */

struct place {
	char file[512];
	unsigned line;
};

static bool parse(const char *word, struct place *out)
{
	const char *colon = strrchr(word, ':');
	size_t n = colon ? (size_t)(colon - word) : 0;
	unsigned long line;
	char *end;

	if (!n || n >= sizeof out->file || colon[1] < '1' || colon[1] > '9')
		return false;
	line = strtoul(colon + 1, &end, 10);
	if (*end || line > 1u << 30)
		return false;
	memcpy(out->file, word, n);
	out->file[n] = '\0';
	out->line = (unsigned)line;
	return true;
}

/* The end of a path, after a slash. */
static bool same_file(const char *path, const char *wanted)
{
	size_t n = strlen(path), w = strlen(wanted);

	while (strncmp(wanted, "./", 2) == 0) {
		wanted += 2;
		w -= 2;
	}
	return n >= w && strcmp(path + n - w, wanted) == 0 &&
	       (n == w || path[n - w - 1] == '/');
}

struct look {
	const struct fenced *f;
	const struct place *at;
	struct ranges *ranges;
	uint32_t module, directive;
};

static void code_of_line(void *arg, const char *path, unsigned line,
	uint64_t start, uint64_t end)
{
	const struct look *l = arg;
	uint64_t base = l->f->c->module[l->module].base;

	if (line == l->at->line && same_file(path, l->at->file))
		ranges_add(l->ranges, l->module, start - base, end - base,
			l->directive);
}

/* Code of libraries, whose hooks are called by way of the loader, and of who
 * calls a function that stores for it. */
static void all_code(struct look *l)
{
	const struct channel *c = l->f->c;

	for (uint32_t m = l->f->header ? 0 : 1; m < c->modules; m++) {
		if (ranges_of_the_system(&c->module[m]) ||
			c->module[m].runtime || !c->module[m].instrumented)
			continue;
		l->module = m;
		symbols_lines(l->f->symbols, m, code_of_line, l);
	}
}

/* Where else there are stores; 0: nowhere in that file. */
static unsigned nearest(const struct fenced *f, const struct place *at)
{
	unsigned best = 0, least = 0;

	for (size_t i = 0; i < f->stores; i++) {
		unsigned line = f->store[i].line;
		unsigned far =
			line > at->line ? line - at->line : at->line - line;

		if (!same_file(f->store[i].path, at->file) ||
			(best && far >= least))
			continue;
		best = line;
		least = far;
	}
	return best;
}

static int no_store(const struct fenced *f, const char *word,
	const struct place *at, struct err *err)
{
	unsigned line = nearest(f, at);

	if (line)
		return fail(err, ERR_USAGE,
			"no store is at %s; the nearest one is at %s:%u" SC(
				631),
			word, at->file, line);
	return fail(err, ERR_USAGE,
		"no store is at %s, nor in all of %s (of a program built by "
		"scarp cc with -g)" SC(631),
		word, at->file);
}

int fenced_line(struct fenced *f, const char *word, struct ranges *ranges,
	uint32_t directive, struct err *err)
{
	struct place at;
	struct look look = {f, &at, ranges, 0, directive};
	size_t before = ranges->n;

	if (strlen(word) >= sizeof((struct channel_directive *)0)->name)
		return fail(err, ERR_USAGE,
			"'--fence %s' is too long: the end of the path is "
			"enough" SC(630),
			word);
	if (!parse(word, &at))
		return fail(err, ERR_USAGE,
			"'--fence' takes FILE:LINE, not '%s'" SC(630), word);
	for (size_t i = 0; i < f->stores; i++)
		if (f->store[i].line == at.line &&
			same_file(f->store[i].path, at.file))
			ranges_add(ranges, 0, f->store[i].after - 1,
				f->store[i].after, directive);
	all_code(&look);
	return ranges->n > before ? OK : no_store(f, word, &at, err);
}

/* --- functions that store for who calls them ---------------------------------
 */

/* Those of <atomic>: atomic<T>::store, __atomic_base<T>::operator=, ... */
static bool is_atomic(const char *name)
{
	return strncmp(name, "std::", 5) == 0 && strstr(name, "atomic");
}

static void header_function(void *arg, const struct symbol *symbol)
{
	const struct look *l = arg;
	uint64_t base = l->f->c->module[l->module].base;

	if (is_atomic(symbol->name) && symbol->start != symbol->end)
		ranges_add(l->ranges, l->module, symbol->start - base,
			symbol->end - base, l->directive);
}

static bool none_left_out(void *arg, uint64_t address)
{
	(void)arg;
	(void)address;
	return false;
}

bool fenced_through(struct fenced *f, struct ranges *ranges, uint32_t directive)
{
	struct look look = {f, NULL, ranges, 0, directive};
	size_t before = ranges->n;

	if (f->header)
		symbols_functions(
			f->symbols, 0, none_left_out, header_function, &look);
	return ranges->n > before;
}

/* --- the verdict -----------------------------------------------------------
 */

void fenced_settle(const struct channel_filters *filters, struct result *r)
{
	char *out = r->caveat_detail[CAVEAT_fenced];
	size_t size = sizeof r->caveat_detail[CAVEAT_fenced], used = 0;
	unsigned n = 0;

	for (uint32_t i = 0; filters && i < filters->directives; i++) {
		const struct channel_directive *d = &filters->directive[i];

		if (d->kind != DIRECTIVE_FENCE)
			continue;
		if (used < size)
			used += (size_t)snprintf(out + used, size - used,
				"%s%s", n ? ", " : "", d->name);
		n++;
	}
	r->caveats[CAVEAT_fenced] = n;
}
