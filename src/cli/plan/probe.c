/* SPDX-License-Identifier: MIT */
#include "cli/plan/probe.h"

#include <stdio.h>
#include <string.h>

#include "base/addresses.h"
#include "cli/plan/configure.h"
#include "replay/symbols.h"

/* An address as an offset into its module, where it is in one. */
struct place {
	uint32_t module; /* MODULES_MAX: none */
	uint64_t at;
};

static struct place place_in(const struct channel *c, uint64_t address)
{
	for (uint32_t i = 0; i < c->modules; i++)
		if (address >= c->module[i].start && address < c->module[i].end)
			return (struct place){i, address - c->module[i].base};
	return (struct place){MODULES_MAX, address};
}

static bool same_place(const struct channel *a, uint64_t in_a,
	const struct channel *b, uint64_t in_b)
{
	struct place p = place_in(a, in_a), q = place_in(b, in_b);

	return p.module == q.module && p.at == q.at;
}

static bool same_event(const struct channel *a, const struct channel *b,
	const struct trace_event *e, const struct trace_event *f)
{
	return e->thread == f->thread && e->kind == f->kind &&
	       e->size == f->size && e->alternative == f->alternative &&
	       same_place(a, e->stack.pc[0], b, f->stack.pc[0]);
}

static void words(const struct channel *c, uint32_t i, char *out, size_t size)
{
	const struct trace_event *e = &c->event[i];
	struct symbols *symbols;
	struct frame frame;
	size_t used;

	if (i >= c->events) {
		snprintf(out, size, "the end");
		return;
	}
	used = (size_t)snprintf(
		out, size, "T%u: %s", e->thread, op_info[e->kind].text);
	symbols = symbols_new(c);
	if (symbols &&
		symbols_frames(symbols, e->stack.pc[0], &frame, 1) == 1 &&
		frame.path[0] && used < size)
		snprintf(out + used, size - used, " at %.60s:%u",
			symbols_short(frame.path), frame.line);
	symbols_free(symbols);
}

static int differ(const struct channel *a, const struct channel *b, uint32_t i,
	struct err *err)
{
	char one[120], other[120];

	words(a, i, one, sizeof one);
	words(b, i, other, sizeof other);
	return fail(err, ERR_DIVERGED,
		"two processes that should do the same differ first at event "
		"%u, step %u: %s in one, %s in the other" SC(503),
		i + 1, (i < a->events ? a : b)->event[i].step, one, other);
}

static void add(struct result *r, enum caveat which, const char *detail)
{
	r->caveats[which]++;
	snprintf(r->caveat_detail[which], sizeof r->caveat_detail[which], "%s",
		detail);
}

/* They did the same; which addresses were not the same? */
static void compare_addresses(
	struct result *r, const struct channel *a, const struct channel *b)
{
	char detail[160];
	uint32_t n = a->events;

	if (a->module[0].base != b->module[0].base) {
		add(r, CAVEAT_addresses_move,
			"link it with -no-pie, or allow personality()");
		return;
	}
	for (uint32_t i = 0; i < n; i++)
		if (a->event[i].place.address != b->event[i].place.address) {
			snprintf(detail, sizeof detail,
				"an operation of T%u at step %u is on 0x%llx "
				"in one process, on 0x%llx in another",
				a->event[i].thread, a->event[i].step,
				(unsigned long long)a->event[i].place.address,
				(unsigned long long)b->event[i].place.address);
			add(r, CAVEAT_addresses_move, detail);
			return;
		}
	add(r, CAVEAT_library_addresses, "");
}

/* One execution in a process of its own, with its trace. */
static int trace(const struct options *o, struct processes *all,
	struct course *course, struct process **out, struct err *err)
{
	struct process *p = processes_add(all, err);
	struct channel_config *config;
	struct crew crew = {.target = &all->target,
		.process = p,
		.size = 1,
		.hang_after_ms = all->hang_after_ms,
		.stop_after = 1};
	int code;

	if (!p)
		return err->code;
	config = &p->channel->config;
	configure(config, o, all);
	config->task = TASK_CHECK;
	config->trace = 1;
	config->stop_after = 1;
	snprintf(
		config->search.strategy, sizeof config->search.strategy, "dfs");
	snprintf(config->search.reduce, sizeof config->search.reduce, "none");
	config->search.cache[0] = 0;
	config->search.executions_max = 1;
	code = course_drive(course, &crew, err);
	*out = p;
	return code;
}

int probe(const struct options *o, struct processes *all, struct course *course,
	struct result *r, struct err *err)
{
	const struct channel *a, *b;
	struct process *p[2];
	uint32_t n;

	if (!addresses_move())
		return OK;
	for (int i = 0; i < 2; i++)
		if (trace(o, all, course, &p[i], err))
			return err->code;
	a = p[0]->channel;
	b = p[1]->channel;
	n = a->events < b->events ? a->events : b->events;
	for (uint32_t i = 0; i < n; i++)
		if (!same_event(a, b, &a->event[i], &b->event[i]))
			return differ(a, b, i, err);
	if (a->events != b->events)
		return differ(a, b, n, err);
	if (a->modules && b->modules)
		compare_addresses(r, a, b);
	return OK;
}

/* In the order of how often it is them. */
void probe_blame(const struct result *r, struct err *err)
{
	static const struct {
		enum caveat caveat;
		const char *words;
	} source[] = {
		{CAVEAT_real_time, "a source that scarp does not control"},
		{CAVEAT_file_writes, "files"},
		{CAVEAT_uninstrumented, "code not compiled by scarp cc"},
		{CAVEAT_aggregate_results, "stores that are not announced"},
		{CAVEAT_unannounced, "accesses that are not announced"},
	};
	const char *words = NULL, *detail = "";

	for (size_t i = 0; i < sizeof source / sizeof *source && !words; i++)
		if (r->caveats[source[i].caveat]) {
			words = source[i].words;
			detail = r->caveat_detail[source[i].caveat];
		}
	if (!words && addresses_move())
		words = "addresses, which differ from process to process here";
	if (words)
		err_add(err, "; the likely source: %s%s%s%s", words,
			*detail ? " (" : "", detail, *detail ? ")" : "");
}
