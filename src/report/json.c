/* SPDX-License-Identifier: MIT */
/* json.c - the result as one JSON object
 *
 * Fields are only ever added.  Nothing but `seconds` depends on time, and no
 * address is written: two equal runs give equal objects.
 */
#include "report/json.h"
#include "report/json_operations.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/covered.h"
#include "report/decisive.h"
#include "report/messages.h"
#include "report/names.h"
#include "report/others.h"
#include "report/suppress.h"
#include "report/text.h"
#include "report/weak.h"

/* Whatever is no UTF-8 (a message may hold any bytes) becomes '?'. */
static json_t *text(const char *s)
{
	json_t *t = json_string(s);
	char clean[1024];
	size_t i;

	if (t)
		return t;
	for (i = 0; s[i] && i + 1 < sizeof clean; i++)
		clean[i] = (unsigned char)s[i] < 128 ? s[i] : '?';
	clean[i] = '\0';
	return json_string(clean);
}

json_t *json_clean(const char *s)
{
	return text(s);
}

static json_t *text_or_null(const char *s)
{
	return s[0] ? text(s) : json_null();
}

static json_t *number(uint64_t n)
{
	return json_integer((json_int_t)n);
}

static json_t *code(const struct message *m)
{
	return m ? json_sprintf("SC%u", m->number) : json_null();
}

static json_t *caveats(const struct result *r)
{
	json_t *all = json_array();

	for (int i = 0; i < CAVEAT_COUNT; i++) {
		json_t *one;

		if (!r->caveats[i])
			continue;
		one = json_object();
		json_object_set_new(one, "name", text(caveat_info[i].name));
		json_object_set_new(
			one, "code", code(message_of_caveat((enum caveat)i)));
		json_object_set_new(one, "kind",
			text(caveat_info[i].kind == CAVEAT_KIND_HOLE
					? "hole"
					: "scope"));
		json_object_set_new(
			one, "sentence", text(caveat_info[i].sentence));
		json_object_set_new(one, "count", number(r->caveats[i]));
		json_object_set_new(
			one, "detail", text_or_null(r->caveat_detail[i]));
		json_array_append_new(all, one);
	}
	return all;
}

/* Of an infinite size nothing is said. */
static json_t *estimate(const struct result *r)
{
	json_t *one;

	if (!r->estimated || !isfinite(r->estimate.executions))
		return json_null();
	one = json_object();
	json_object_set_new(one, "fraction", json_real(r->estimate.fraction));
	json_object_set_new(
		one, "executions", json_real(r->estimate.executions));
	return one;
}

/* What iterative deepening has proven by preemptions. */
static json_t *bounded(const struct result *r)
{
	const struct search_bounds *b = &r->account.bounds;
	json_t *one;

	if (!b->done || b->failed)
		return json_null();
	one = json_object();
	json_object_set_new(one, "preemptions", number(b->done - 1));
	json_object_set_new(one, "executions", number(b->within));
	return one;
}

static json_t *size(const struct result *r)
{
	const struct sized *is = &r->size;
	json_t *one;

	if (!is->walks || !isfinite(is->traces) || !isfinite(is->spread))
		return json_null();
	one = json_object();
	json_object_set_new(one, "traces", json_real(is->traces));
	json_object_set_new(one, "spread", json_real(is->spread));
	json_object_set_new(one, "walks", number(is->walks));
	return one;
}

static void location(json_t *to, const struct frame *f)
{
	json_object_set_new(to, "function", text_or_null(f->function));
	json_object_set_new(to, "file", text_or_null(symbols_short(f->path)));
	json_object_set_new(
		to, "line", f->line ? number(f->line) : json_null());
}

static json_t *stack(struct names *n, const struct channel_stack *s)
{
	json_t *all = json_array();
	struct frame frames[24];

	for (uint32_t i = 0; i < s->frames; i++) {
		unsigned count;

		if (names_is_runtime(n, s->pc[i]))
			continue;
		count = symbols_frames(n->symbols, s->pc[i], frames, 24);

		for (unsigned j = 0; j < count; j++) {
			json_t *one = json_object();

			location(one, &frames[j]);
			json_array_append_new(all, one);
		}
	}
	return all;
}

static json_t *created(struct names *n, const struct channel_access *a)
{
	json_t *one;

	if (!a->created_pc)
		return json_null();
	one = json_object();
	json_object_set_new(one, "thread", text(names_thread(a->creator)));
	location(one, names_frame(n, &a->created_pc, 1));
	return one;
}

static json_t *locks(struct names *n, const struct channel_access *a)
{
	json_t *all;
	char name[200];

	if (!a->locks_known)
		return json_null();
	all = json_array();
	for (unsigned i = 0; i < a->locks; i++) {
		names_object(n, &a->lock[i], 0, name, sizeof name);
		json_array_append_new(all, text(name));
	}
	return all;
}

static json_t *side(struct names *n, const struct channel_access *a,
	const struct channel_stack *s)
{
	json_t *one = json_object();

	json_object_set_new(one, "thread", text(names_thread(a->thread)));
	json_object_set_new(one, "access",
		text(a->freeing	   ? "free"
			: a->write ? "write"
				   : "read"));
	json_object_set_new(one, "atomic", json_boolean(a->atomic));
	json_object_set_new(one, "size", number(a->size));
	location(one, s->frames ? names_frame(n, s->pc, s->frames)
				: names_frame(n, &a->pc, 1));
	json_object_set_new(one, "stack", stack(n, s));
	json_object_set_new(one, "created", created(n, a));
	json_object_set_new(one, "locks", locks(n, a));
	return one;
}

/* Why it is no reason to look further. */
static json_t *quiet(const struct race *row)
{
	return race_suppressed(row) ? json_string("recycled")
	       : race_held(row)	    ? json_string("setup")
				    : json_null();
}

static json_t *line_of(const struct suppression *row)
{
	return row ? number(row->line) : json_null();
}

/* Each line of the file, and what it is good for. */
static json_t *suppressions(const struct suppressions *s)
{
	json_t *all = json_array();

	for (unsigned i = 0; s && i < s->rows; i++) {
		const struct suppression *row = &s->row[i];
		json_t *one = json_object();

		json_object_set_new(one, "file", text(s->path));
		json_object_set_new(one, "line", number(row->line));
		json_object_set_new(
			one, "kind", text(bug_info[row->kind].name));
		json_object_set_new(one, "pattern", text(row->pattern));
		json_object_set_new(one, "reason", text_or_null(row->reason));
		json_object_set_new(one, "until", text_or_null(row->until));
		json_object_set_new(one, "expired", json_boolean(row->expired));
		json_object_set_new(one, "races", number(row->races));
		json_object_set_new(one, "failures", number(row->failures));
		json_array_append_new(all, one);
	}
	return all;
}

static json_t *races(struct names *n, const struct result *r)
{
	json_t *all = json_array();
	uint32_t *group = calloc(r->races + 1, sizeof *group);
	char what[400];

	if (group)
		races_group(n, r, group);
	for (uint32_t i = 0; group && i < r->races; i++) {
		const struct channel_race *race = &r->race[i];
		const struct race *row = &r->candidate[i];
		json_t *one = json_object();

		races_object(n, race, what, sizeof what);
		json_object_set_new(one, "object", text(what));
		json_object_set_new(one, "group", number(group[i]));
		json_object_set_new(one, "count", number(row->count));
		json_object_set_new(
			one, "first_execution", number(row->execution));
		json_object_set_new(
			one, "last_execution", number(row->execution_last));
		json_object_set_new(one, "both_orders",
			json_boolean(row->orders == RACE_BOTH_ORDERS));
		json_object_set_new(one, "quiet", quiet(row));
		json_object_set_new(
			one, "suppressed", line_of(suppressions_of_race(r, i)));
		json_object_set_new(one, "class",
			text(race_class_name[findings_class(r, i)]));
		json_object_set_new(one, "first",
			side(n, &race->first,
				result_stack(r, race, &race->first)));
		json_object_set_new(one, "second",
			side(n, &race->second,
				result_stack(r, race, &race->second)));
		json_array_append_new(all, one);
	}
	free(group);
	return all;
}

static json_t *fingerprint(const struct result *r)
{
	char text[20];

	if (!r->fingerprinted)
		return json_null();
	snprintf(text, sizeof text, "%016" PRIx64, r->fingerprint);
	return json_string(text);
}

static json_t *audit(const struct channel *c)
{
	const struct channel_audit *a;
	json_t *one;

	if (!c)
		return json_null();
	a = &c->audit;
	one = json_object();
	json_object_set_new(one, "executions", number(a->executions));
	json_object_set_new(one, "judged", number(a->judged));
	json_object_set_new(one, "exhausted", json_boolean(a->exhausted));
	json_object_set_new(one, "traces", number(a->traces));
	json_object_set_new(one, "one_in", number(1ull << a->shift));
	json_object_set_new(one, "pairs", number(a->pairs));
	json_object_set_new(one, "missed", text_or_null(a->miss));
	return one;
}

static json_t *bounds(const struct result *r)
{
	const struct search_bounds *b = &r->bounds;
	json_t *one;

	if (!r->counts)
		return json_null();
	one = json_object();
	json_object_set_new(one, "of", text(r->counts));
	json_object_set_new(
		one, "explored", b->done ? number(b->done - 1) : json_null());
	json_object_set_new(one, "within", number(b->within));
	json_object_set_new(one, "last", number(b->now));
	json_object_set_new(one, "new", number(b->executions));
	json_object_set_new(one, "failed", number(b->failed));
	json_object_set_new(one, "more", json_boolean(b->more));
	json_object_set_new(one, "again", number(r->count.again));
	return one;
}

static json_t *directives(const struct channel_filters *f)
{
	json_t *all = json_array();

	for (uint32_t i = 0; f && i < f->directives; i++) {
		json_t *one;

		if (f->directive[i].kind == DIRECTIVE_FENCE_THROUGH)
			continue; /* nobody gave that */
		one = json_object();
		json_object_set_new(one, "directive",
			text(directive_name[f->directive[i].kind]));
		json_object_set_new(one, "name", text(f->directive[i].name));
		json_array_append_new(all, one);
	}
	return all;
}

/* "a.c:12", ...: without which the verdict may be another one. */
static json_t *fences(const struct channel_filters *f)
{
	json_t *all = json_array();

	for (uint32_t i = 0; f && i < f->directives; i++)
		if (f->directive[i].kind == DIRECTIVE_FENCE)
			json_array_append_new(all, text(f->directive[i].name));
	return all;
}

static json_t *settings(const struct result *r)
{
	json_t *all = json_array();

	for (unsigned i = 0; i < r->settings; i++) {
		const struct setting_said *s = &r->setting[i];
		json_t *one = json_object();

		json_object_set_new(one, "option", text(s->option));
		json_object_set_new(one, "value", text(s->value));
		json_object_set_new(one, "origin", text(s->origin));
		json_array_append_new(all, one);
	}
	return all;
}

static json_t *unknown_calls(const struct result *r)
{
	json_t *all = json_array();

	for (unsigned i = 0; i < r->calls; i++) {
		const struct unknown_call *call = &r->call[i];
		json_t *one = json_object();

		json_object_set_new(one, "name", text(call->name));
		json_object_set_new(one, "where", text_or_null(call->where));
		json_object_set_new(one, "why", text(call->why));
		json_array_append_new(all, one);
	}
	return all;
}

static json_t *loops(const struct result *r, struct names *names)
{
	json_t *all = json_array();

	for (unsigned i = 0; i < LOOPS_MAX && r->counting[i].pc; i++) {
		const struct frame *f =
			names_frame(names, &r->counting[i].pc, 1);
		json_t *one = json_object();

		json_object_set_new(one, "file", text_or_null(f->path));
		json_object_set_new(one, "line", number(f->line));
		json_object_set_new(one, "seen", number(r->counting[i].seen));
		json_array_append_new(all, one);
	}
	return all;
}

static json_t *cuts(const struct result *r, struct names *names)
{
	json_t *all = json_array();

	for (unsigned i = 0; i < CUTS; i++) {
		const struct channel_bug *b;
		json_t *one;

		if (!r->cut[i].times)
			continue;
		b = &r->cut[i].in->cut[i].first;
		one = json_object();
		json_object_set_new(one, "name", text(cut_info[i].name));
		json_object_set_new(one, "times", number(r->cut[i].times));
		json_object_set_new(one, "detail", text_or_null(b->message));
		json_object_set_new(one, "thread",
			b->thread == TID_NONE ? json_null()
					      : text(names_thread(b->thread)));
		json_object_set_new(one, "stack", stack(names, &b->stack));
		json_array_append_new(all, one);
	}
	return all;
}

static json_t *cache(const struct result *r)
{
	const struct search_cache *c = &r->cache;
	json_t *one;

	if (!c->most)
		return json_null();
	one = json_object();
	json_object_set_new(one, "of", text(r->caching));
	json_object_set_new(one, "kept", number(c->kept));
	json_object_set_new(one, "most", number(c->most));
	json_object_set_new(one, "given_up", number(c->given_up));
	json_object_set_new(one, "stopped", number(c->stopped));
	return one;
}

static json_t *decisive_part(
	struct names *n, const struct decisive *d, enum decisive_part part)
{
	struct decisive_step s;
	json_t *one;

	if (!decisive_step(n, d, part, &s))
		return json_null();
	one = json_object();
	json_object_set_new(one, "thread", text(names_thread(s.thread)));
	json_object_set_new(one, "what", text(s.what));
	json_object_set_new(one, "object", text_or_null(s.object));
	json_object_set_new(one, "file", text_or_null(s.at->path));
	json_object_set_new(
		one, "line", s.at->line ? number(s.at->line) : json_null());
	return one;
}

/* What order it takes, if that is known. */
static json_t *decisive(const struct found *f)
{
	static struct names n;
	struct decisive d;
	char sentence[900];
	json_t *one;

	if (!f->passing || !f->replay)
		return json_null();
	names_init(&n, f->replay);
	if (!decisive_find(&n, f, &d)) {
		names_fini(&n);
		return json_null();
	}
	decisive_text(&n, &d, sentence, sizeof sentence);
	one = json_object();
	json_object_set_new(one, "text", text(sentence));
	json_object_set_new(one, "step", decisive_part(&n, &d, DECISIVE_STEP));
	json_object_set_new(
		one, "after", decisive_part(&n, &d, DECISIVE_AFTER));
	json_object_set_new(
		one, "before", decisive_part(&n, &d, DECISIVE_BEFORE));
	json_object_set_new(
		one, "beside", decisive_part(&n, &d, DECISIVE_BESIDE));
	names_fini(&n);
	return one;
}

static json_t *bug(struct names *n, const struct found *f)
{
	const struct channel_bug *b =
		f->replay && (f->confirmed || f->sometimes) ? &f->replay->bug[0]
							    : f->bug;
	json_t *one = json_object();
	char file[512], title[800];
	unsigned line;

	text_location(
		f->replay ? f->replay : f->in, b, file, sizeof file, &line);
	json_object_set_new(one, "kind", text(bug_info[f->bug->kind].name));
	json_object_set_new(
		one, "code", code(message_of_bug((enum bug_kind)f->bug->kind)));
	json_object_set_new(one, "message", text(f->bug->message));
	json_object_set_new(one, "file", text_or_null(file));
	json_object_set_new(one, "line", line ? number(line) : json_null());
	json_object_set_new(one, "schedule", text_or_null(f->schedule_path));
	json_object_set_new(one, "html", text_or_null(f->html_path));
	json_object_set_new(one, "thread",
		b->thread == TID_NONE ? json_null()
				      : text(names_thread(b->thread)));
	json_object_set_new(one, "execution", number(f->number));
	json_object_set_new(one, "steps", number(f->steps));
	json_object_set_new(one, "preemptions",
		f->as_found ? number(f->is.preemptions) : json_null());
	json_object_set_new(one, "delays",
		f->as_found ? number(f->is.delays) : json_null());
	json_object_set_new(one, "preemptions_found",
		f->as_found ? number(f->found_is.preemptions) : json_null());
	json_object_set_new(one, "confirmed", json_boolean(f->confirmed));
	json_object_set_new(one, "why_not",
		f->confirmed ? json_null() : text_or_null(f->why_not));
	json_object_set_new(one, "decisive", decisive(f));
	json_object_set_new(one, "operations",
		f->bug->kind == BUG_not_linearizable && f->replay
			? json_operations(f->replay)
			: json_null());
	json_object_set_new(one, "late", json_late(f));
	json_object_set_new(one, "fence_behind", json_fence_behind(f));
	json_object_set_new(
		one, "right_under_sc", json_boolean(f->right_under_sc));
	json_object_set_new(one, "stack", stack(n, &b->stack));
	result_title(f->in, f->bug, title, sizeof title);
	json_object_set_new(one, "title", text(title));
	json_object_set_new(one, "trace", json_trace(f));
	json_object_set_new(
		one, "passing", json_passing(f, json_object_get(one, "trace")));
	return one;
}

json_t *json_bug(const struct found *f)
{
	static struct names names;
	json_t *one;

	names_init(&names, f->replay ? f->replay : f->in);
	one = bug(&names, f);
	names_fini(&names);
	return one;
}

/* Of iterative deepening. */
static json_t *jobs(struct names *n, const struct account *a)
{
	json_t *all = json_array();

	for (unsigned i = 0; a->jobs && i < a->jobs->jobs; i++) {
		json_t *one = json_object();

		json_add_job(one, a, i, n->symbols);
		json_array_append_new(all, one);
	}
	return all;
}

void json_add_error(json_t *to, const char *error)
{
	char plain[sizeof((struct result *)0)->error];
	size_t n = err_length(error), rest = strlen(error + n);

	snprintf(plain, sizeof plain, "%.*s", (int)n, error);
	json_object_set_new(to, "error", text_or_null(plain));
	json_object_set_new(to, "error_code",
		rest ? json_stringn(error + n + strlen(" ["), rest - 3)
		     : json_null());
}

/* Words of the test. */
static json_t *command(char *const *argv)
{
	json_t *all = json_array();

	for (; argv && *argv; argv++)
		json_array_append_new(all, text(*argv));
	return all;
}

/* Null: not known of all. */
static json_t *overtaken(const struct result *r)
{
	unsigned n;

	return weak_overtaken(r, &n) ? number(n) : json_null();
}

int json_write(const struct result *r, const struct channel *c, FILE *out,
	struct err *err)
{
	static struct names names;
	json_t *all = json_object(), *bugs = json_array();
	char line[2048];
	int bad;

	names_init(&names, result_traced(r, c));
	json_object_set_new(all, "scarp", text(SCARP_VERSION));
	json_object_set_new(all, "command", command(r->argv));
	json_object_set_new(all, "verdict", text(verdict_name[r->verdict]));
	result_line(r, LINE_ALL, line, sizeof line);
	json_object_set_new(all, "sentence", text(line));
	json_object_set_new(all, "executions", number(r->count.executions));
	json_object_set_new(all, "failed", number(r->count.failed));
	json_object_set_new(all, "blocked", number(r->count.blocked));
	json_object_set_new(all, "probes", number(r->count.probes));
	json_object_set_new(all, "pruned", number(r->count.pruned));
	json_object_set_new(all, "stopped", number(r->count.stopped));
	json_object_set_new(all, "seconds", json_real(r->seconds));
	json_object_set_new(all, "strategy", text(r->strategy));
	json_object_set_new(all, "reduction", text(r->reduction));
	json_object_set_new(all, "model", text(r->model));
	json_object_set_new(all, "late_stores", json_boolean(r->late_stores));
	json_object_set_new(all, "overtaken_stores", overtaken(r));
	json_object_set_new(all, "progress", json_progress(r));
	json_object_set_new(all, "fences", fences(r->filters));
	json_object_set_new(all, "mode", text(r->mode));
	json_object_set_new(all, "unknown_calls", unknown_calls(r));
	json_object_set_new(all, "seed", number(r->seed));
	json_object_set_new(all, "rounds", number(r->rounds));
	json_object_set_new(all, "last_round",
		number(r->count.executions - r->sampled - r->before_round));
	json_object_set_new(all, "points", number(r->points));
	json_object_set_new(all, "decisions_most", number(r->longest));
	json_object_set_new(all, "threads_most", number(r->broadest));
	json_object_set_new(all, "counting_loops", loops(r, &names));
	json_object_set_new(all, "cuts", cuts(r, &names));
	json_object_set_new(all, "settings", settings(r));
	json_object_set_new(all, "directives", directives(r->filters));
	json_object_set_new(all, "bounds", bounds(r));
	json_object_set_new(all, "cache", cache(r));
	json_object_set_new(all, "estimate", estimate(r));
	json_object_set_new(all, "size", size(r));
	json_object_set_new(all, "covered", json_covered(r->shown));
	json_object_set_new(all, "bounded", bounded(r));
	json_object_set_new(all, "jobs", jobs(&names, &r->account));
	json_object_set_new(all, "caveats", caveats(r));
	json_object_set_new(all, "suppressions", suppressions(r->suppressions));
	json_object_set_new(all, "audit", audit(r->audited));
	json_object_set_new(all, "fingerprint", fingerprint(r));
	json_object_set_new(all, "reruns",
		json_reruns(r->reruns_counted ? &r->reruns : NULL));
	json_object_set_new(all, "races", races(&names, r));
	for (unsigned i = 0; i < r->bugs; i++)
		json_array_append_new(bugs, bug(&names, &r->found[i]));
	json_object_set_new(all, "bugs", bugs);
	json_object_set_new(all, "others", json_others(r));
	json_add_error(all, r->error);
	names_fini(&names);
	bad = json_dumpf(all, out, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
	fputc('\n', out);
	bad |= fflush(out) | ferror(out);
	json_decref(all);
	return bad ? fail(err, ERR_IO,
			     "cannot write the JSON result: %s" SC(432),
			     strerror(errno))
		   : OK;
}
