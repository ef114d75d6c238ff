/* SPDX-License-Identifier: MIT */
/* filters.c - the functions, variables and lines that directives name
 *
 * A C++ name may be given with or without what is before it: `push`,
 * `queue::push`.  Where several functions have a name, all are meant.  A
 * variable is one: its file or, of a static local, its function may stand
 * before it.
 */
#include "cli/plan/filters.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "channel/inventory.h"
#include "cli/words/near.h"
#include "cli/plan/configure.h"
#include "cli/plan/fenced.h"
#include "cli/plan/ranges.h"
#include "replay/symbols.h"

/* One look for all that a directive means. */
struct seek {
	const struct channel *c;
	const struct inventory *inventory;
	uint32_t module;    /* that is looked at */
	uint32_t directive; /* its number */
	const char *word;   /* as given */
	const char *name;   /* behind what says where */
	size_t where;	    /* length of that, without the colon */
	bool exists;	    /* without any code */
	bool ours;	    /* scarp has one of that name */
	bool tls;
	bool fails;	  /* it is asked for to say where calls fail */
	char local[96];	  /* there is one, but it is a static of this */
	char other[600];  /* of variables: another one of that name */
	struct symbol is; /* the first one found */
	struct near near;
	char *nearest; /* what `near` points to */
	struct ranges ranges;
	size_t before; /* of these: of earlier directives */
};

static const char *last_part(const char *name)
{
	const char *last = name;

	for (const char *at = name; *at; at++)
		if (at[0] == ':' && at[1] == ':')
			last = at + 2;
	return last;
}

/* All of `name`, or what is behind one of its "::". */
static bool is_called(const char *name, const char *wanted)
{
	size_t n = strlen(name), w = strlen(wanted);

	return n >= w && strcmp(name + n - w, wanted) == 0 &&
	       (n == w || (n >= w + 2 && name[n - w - 1] == ':' &&
				  name[n - w - 2] == ':'));
}

static void try_name(struct seek *s, const char *name)
{
	const char *best = s->near.best;

	near_try(&s->near, name);
	if (s->near.best == best)
		return;
	free(s->nearest);
	s->nearest = strdup(name);
	s->near.best = s->nearest;
}

static void add(struct seek *s, const struct symbol *symbol)
{
	uint64_t base = s->c->module[s->module].base;

	ranges_add(&s->ranges, s->module, symbol->start - base,
		symbol->end - base, s->directive);
}

static bool is_ours_at(const struct seek *s, uint64_t address)
{
	return inventory_is_runtime(
		s->inventory, address - s->c->module[0].base);
}

/* As symbols_left_out. */
static bool is_ours_unit(void *arg, uint64_t address)
{
	const struct seek *s = arg;

	return s->module == 0 && is_ours_at(s, address);
}

static bool is_ours(const struct seek *s, const struct symbol *symbol)
{
	return s->module == 0 && symbol->start != symbol->end &&
	       is_ours_at(s, symbol->start);
}

static void function(void *arg, const struct symbol *symbol)
{
	struct seek *s = arg;
	bool it = is_called(symbol->name, s->name);

	if (is_ours(s, symbol)) {
		s->ours |= it;
		return;
	}
	if (!it) {
		try_name(s, last_part(symbol->name));
		if (last_part(symbol->name) != symbol->name)
			try_name(s, symbol->name);
		return;
	}
	s->exists = true;
	if (symbol->start != symbol->end)
		add(s, symbol);
}

/* Is `where` the end of a path, after a slash? */
static bool same_file(const char *path, const char *where, size_t w)
{
	size_t n = strlen(path);

	return n >= w && strncmp(path + n - w, where, w) == 0 &&
	       (n == w || path[n - w - 1] == '/');
}

static bool is_there(const struct seek *s, const struct symbol *symbol)
{
	char function[sizeof symbol->function];

	if (!s->where)
		return !symbol->function[0];
	snprintf(function, sizeof function, "%.*s", (int)s->where, s->word);
	return symbol->function[0] ? is_called(symbol->function, function)
				   : same_file(symbol->path, s->word, s->where);
}

static void variable(void *arg, const struct symbol *symbol)
{
	struct seek *s = arg;

	if (s->module == 0 &&
		(symbol->unit ? is_ours_at(s, symbol->unit)
			      : strncmp(symbol->name, "scarp.", 6) == 0))
		return; /* link.sh calls them so */
	if (!is_called(symbol->name, s->name)) {
		try_name(s, last_part(symbol->name));
		return;
	}
	if (!is_there(s, symbol)) {
		if (symbol->function[0])
			snprintf(s->local, sizeof s->local, "%s",
				symbol->function);
		return;
	}
	if (symbol->tls) {
		s->tls = true;
		return;
	}
	if (s->ranges.n > s->before) {
		if (s->is.start != symbol->start && !s->other[0])
			snprintf(s->other, sizeof s->other, "%s",
				symbol->path[0] ? symbols_short(symbol->path)
						: "elsewhere");
		return;
	}
	if (symbol->start == symbol->end)
		return; /* a type that is not complete: the symbol tells */
	s->is = *symbol;
	add(s, symbol);
}

static int no_function(struct seek *s, struct err *err)
{
	char hint[80];

	if (s->exists)
		return fail(err, ERR_USAGE,
			"function '%s' has no code in the test: nothing calls "
			"it" SC(458),
			s->word);
	if (s->ours && s->fails)
		return fail(err, ERR_USAGE,
			"'%s' is no function of the test; '--fail' says which "
			"calls fail" SC(458),
			s->word);
	if (s->ours)
		return fail(err, ERR_USAGE,
			"'%s' is no function of the test; '--points' says "
			"which operations are decision points" SC(458),
			s->word);
	near_say(&s->near, "", hint, sizeof hint);
	return fail(err, ERR_USAGE, "no function '%s' in the test%s" SC(458),
		s->word, hint);
}

static int no_variable(struct seek *s, struct err *err)
{
	char hint[80];

	if (s->tls)
		return fail(err, ERR_USAGE,
			"'%s' is thread-local: each thread has its own" SC(459),
			s->word);
	if (s->local[0])
		return fail(err, ERR_USAGE,
			"no variable '%s' in the test but one of function "
			"'%s'; say '%s:%s'" SC(459),
			s->word, s->local, s->local, s->name);
	near_say(&s->near, "", hint, sizeof hint);
	return fail(err, ERR_USAGE, "no variable '%s' in the test%s" SC(459),
		s->word, hint);
}

/* "queue.c:head": where, and the name.  Not at "::". */
static void split(struct seek *s, const char *word)
{
	const char *at = strrchr(word, ':');

	s->word = s->name = word;
	s->where = 0;
	while (at && at > word && at[-1] == ':') {
		at -= 2;
		while (at > word && *at != ':')
			at--;
		if (*at != ':')
			at = NULL;
	}
	if (!at || at == word)
		return;
	s->name = at + 1;
	s->where = (size_t)(at - word);
}

static int find(
	struct seek *s, struct symbols *symbols, bool data, struct err *err)
{
	int code = OK;

	s->near = near_to(s->name, strlen(s->name));
	s->before = s->ranges.n;
	for (uint32_t m = 0; m < s->c->modules; m++) {
		if (ranges_of_the_system(&s->c->module[m]))
			continue;
		s->module = m;
		if (data)
			symbols_variables(symbols, m, variable, s);
		else
			symbols_functions(
				symbols, m, is_ours_unit, function, s);
	}
	if (s->ranges.no_memory)
		code = fail(err, ERR_IO, "no memory" SC(437));
	else if (s->ranges.n == s->before)
		code = data ? no_variable(s, err) : no_function(s, err);
	else if (data && s->other[0])
		code = fail(err, ERR_USAGE,
			"several variables are called '%s': one in %.200s, one "
			"in %.200s; say 'FILE:%s'" SC(459),
			s->word, symbols_short(s->is.path), s->other, s->name);
	free(s->nearest);
	s->nearest = NULL;
	s->exists = s->ours = s->tls = false;
	s->local[0] = s->other[0] = '\0';
	return code;
}

/* The ranges of each module, cut into pieces. */
static int cut(struct channel_filters *f, const struct seek *s, struct err *err)
{
	size_t n = ranges_cut(&s->ranges, f->piece, FILTER_PIECES_MAX);

	if (n == RANGES_NO_MEMORY)
		return fail(err, ERR_IO, "no memory" SC(437));
	if (n > FILTER_PIECES_MAX)
		return fail(err, ERR_USAGE,
			"what directives name lies in more than %d pieces of "
			"code: name fewer" SC(458),
			FILTER_PIECES_MAX);
	f->pieces = (uint32_t)n;
	return OK;
}

/* DIRECTIVE_KINDS: it is none. */
static uint32_t kind_of(const char *option)
{
	uint32_t kind = 0;

	while (kind < DIRECTIVE_KINDS &&
		strcmp(directive_name[kind], option) != 0)
		kind++;
	return kind;
}

/* Whose stores a line has, read when the first one is named. */
static int find_line(struct seek *s, struct fenced **fenced,
	struct symbols *symbols, const char *program, struct err *err)
{
	if (!*fenced)
		*fenced = fenced_new(s->c, symbols, program, err);
	return *fenced ? fenced_line(*fenced, s->word, &s->ranges, s->directive,
				 err)
		       : err->code;
}

/* One more directive, which nobody gave. */
static int add_through(struct channel_filters *f, struct seek *s,
	struct fenced *fenced, struct err *err)
{
	struct channel_directive *d = &f->directive[f->directives];

	if (f->directives == DIRECTIVES_MAX)
		return fail(err, ERR_USAGE,
			"'--fence' and its like may come %d times at "
			"most" SC(406),
			DIRECTIVES_MAX - 1);
	if (!fenced_through(fenced, &s->ranges, f->directives))
		return OK;
	f->directives++;
	d->kind = DIRECTIVE_FENCE_THROUGH;
	snprintf(d->name, sizeof d->name, "std::atomic");
	return OK;
}

static int find_all(struct channel_filters *f, const struct options *o,
	const char *program, struct seek *s, struct err *err)
{
	struct symbols *symbols = symbols_new(s->c);
	struct fenced *fenced = NULL;
	int code = symbols ? OK : fail(err, ERR_IO, "no memory" SC(437));

	for (unsigned i = 0; i < o->eachs && !code; i++) {
		struct channel_directive *d = &f->directive[f->directives];
		uint32_t kind = kind_of(o->each[i].option);
		bool data;

		if (kind == DIRECTIVE_KINDS)
			continue;
		d->kind = kind;
		data = d->kind == DIRECTIVE_IGNORE;
		snprintf(
			d->name, sizeof d->name, "%.123s", o->each[i].argument);
		s->directive = f->directives++;
		s->fails = d->kind == DIRECTIVE_FAIL_IN;
		s->word = s->name = o->each[i].argument;
		if (data)
			split(s, o->each[i].argument);
		code = d->kind == DIRECTIVE_FENCE
			       ? find_line(s, &fenced, symbols, program, err)
			       : find(s, symbols, data, err);
	}
	if (!code && fenced)
		code = add_through(f, s, fenced, err);
	fenced_free(fenced);
	symbols_free(symbols);
	return code ? code : cut(f, s, err);
}

/* What is loaded where, as the test process says. */
static int place(const struct options *o, struct processes *all,
	struct course *course, const struct channel **out, struct err *err)
{
	struct process *p = processes_add(all, err);
	struct crew crew = {.target = &all->target,
		.process = p,
		.size = 1,
		.hang_after_ms = all->hang_after_ms};
	int code;

	if (!p)
		return err->code;
	configure(&p->channel->config, o, all);
	p->channel->config.task = TASK_PLACE;
	code = course_drive(course, &crew, err);
	*out = p->channel;
	return code ? code : channel_check(p->channel, err);
}

_Static_assert((int)EACH_MAX == (int)DIRECTIVES_MAX, "each is a directive");

int filters_find(const struct options *o, struct processes *all,
	struct course *course, struct err *err)
{
	static struct inventory inventory;
	struct seek s = {.inventory = &inventory};
	int code;

	if (o->eachs == o->same_file)
		return OK;
	code = inventory_read(&inventory, all->target.path, err);
	if (!code)
		code = place(o, all, course, &s.c, err);
	if (!code)
		code = find_all(&all->filters, o, all->target.path, &s, err);
	ranges_free(&s.ranges);
	return code;
}
