/* SPDX-License-Identifier: MIT */
/* json_trace.c - the execution of a bug: threads, steps, what led to what
 *
 * Every row that `--full` has is a step; those that the report shows have their
 * number there.  What repeats (frames, stacks) stands in tables, and what does
 * not apply to a step is left out, so that 100,000 steps fit into 50 MB.
 */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "report/edges.h"
#include "report/json.h"
#include "report/letters.h"
#include "report/source.h"
#include "report/stacks.h"
#include "report/story.h"
#include "report/text.h"
#include "report/words.h"

enum {
	FRAMES_AT = 24, /* of one return address, inlined ones too */
	SLOTS = 1 << 12
};
#define NONE UINT32_MAX

/* One row as the report has it. */
struct told {
	uint32_t number; /* 0: none */
	bool shown;
	char *before; /* why the thread changes here; NULL */
	json_t *left; /* lines that stand for rows before it; NULL */
};

struct writer {
	struct names *names;
	const struct channel *c;
	json_t *frames, *stacks, *steps;
	json_t *frame_of, *stack_of; /* text to number */
	json_t *frames_of;	     /* address to numbers */
	struct told *told;	     /* of each item */
	uint32_t *step;		     /* of each item; NONE: it is none */
	bool sources, lines, lost;
};

static json_t *number(uint64_t n)
{
	return json_integer((json_int_t)n);
}

static void put(json_t *to, const char *key, const char *text)
{
	if (text[0])
		json_object_set_new(to, key, json_clean(text));
}

/* --- frames and stacks, each once -------------------------------------------
 */

static uint32_t known(json_t *in, const char *key, const json_t *all)
{
	const json_t *there = json_object_get(in, key);

	if (there)
		return (uint32_t)json_integer_value(there);
	json_object_set_new(in, key, number(json_array_size(all)));
	return NONE;
}

static uint32_t frame(struct writer *w, const struct frame *f)
{
	char key[900], source[160];
	json_t *one;
	uint32_t n;

	snprintf(key, sizeof key, "%s|%s|%u|%s|%llx", f->function, f->path,
		f->line, f->module,
		f->line ? 0ull : (unsigned long long)f->offset);
	for (char *at = key; *at; at++) /* a key is UTF-8 */
		*at = (unsigned char)*at < 128 ? *at : '?';
	n = known(w->frame_of, key, w->frames);
	if (n != NONE)
		return n;
	one = json_object();
	put(one, "function", f->function);
	if (f->line) {
		put(one, "file", symbols_short(f->path));
		json_object_set_new(one, "line", number(f->line));
		source_line(f->path, f->line, source, sizeof source);
		put(one, "source", source);
		w->lines = true;
		w->sources |= source[0] != '\0';
	}
	put(one, "module", f->module);
	json_array_append_new(w->frames, one);
	return (uint32_t)json_array_size(w->frames) - 1;
}

/* The rows of the frames at a return address; looked up once, as reading debug
 * information is what takes the time. */
static json_t *frames_at(struct writer *w, uint64_t pc)
{
	static struct frame frames[FRAMES_AT];
	char key[24];
	json_t *all;
	unsigned count;

	snprintf(key, sizeof key, "%llx", (unsigned long long)pc);
	all = json_object_get(w->frames_of, key);
	if (all)
		return all;
	all = json_array();
	json_object_set_new(w->frames_of, key, all);
	if (!w->names->symbols || names_is_runtime(w->names, pc))
		return all;
	count = symbols_frames(w->names->symbols, pc, frames, FRAMES_AT);
	for (unsigned i = 0; i < count; i++)
		json_array_append_new(all, number(frame(w, &frames[i])));
	return all;
}

static uint32_t stack(struct writer *w, const uint64_t *pc, uint32_t n)
{
	char key[STACK_MAX * 17 + 1] = "";
	json_t *all;
	uint32_t at;

	n = n < STACK_MAX ? n : STACK_MAX;
	for (uint32_t i = 0; i < n; i++)
		snprintf(key + strlen(key), sizeof key - strlen(key), "%llx,",
			(unsigned long long)pc[i]);
	at = known(w->stack_of, key, w->stacks);
	if (at != NONE)
		return at;
	all = json_array();
	for (uint32_t i = 0; i < n; i++)
		json_array_extend(all, frames_at(w, pc[i]));
	json_array_append_new(w->stacks, all);
	return (uint32_t)json_array_size(w->stacks) - 1;
}

/* Where a step is, for people, and how it came there. */
static void place(struct writer *w, json_t *to, const struct channel_stack *s)
{
	if (!s->frames)
		return;
	json_object_set_new(to, "frame",
		number(frame(w, names_frame(w->names, s->pc, s->frames))));
	json_object_set_new(to, "stack", number(stack(w, s->pc, s->frames)));
}

/* --- the report, for what it shows ------------------------------------------
 */

static void leave_out(struct told *t, const char *text)
{
	if (!text[0])
		return;
	if (!t->left)
		t->left = json_array();
	json_array_append_new(t->left, json_clean(text));
}

/* The rows of the report, by their items; one entry more for the end. */
static bool tell(struct writer *w)
{
	static struct story story;
	char text[400];
	struct row row;
	uint32_t count;

	story_init(&story, w->names, false);
	count = story.sequence.count;
	w->told = calloc(count + 1, sizeof *w->told);
	w->step = calloc(count + 1, sizeof *w->step);
	for (uint32_t i = 0; w->told && w->step && i < count; i++) {
		struct told *t = &w->told[i];
		bool shown = story_row(&story, i, &row);
		bool left = story_cut(&story, i, text, sizeof text);

		leave_out(t, text);
		while (story_gap(&story, i, text, sizeof text))
			leave_out(t, text);
		t->shown = shown && !left;
		t->number = t->shown ? row.number : 0;
		if (t->shown && row.before[0])
			t->before = strdup(row.before);
	}
	while (w->told && story_gap(&story, count, text, sizeof text))
		leave_out(&w->told[count], text);
	story_fini(&story);
	return w->told && w->step;
}

/* --- steps ------------------------------------------------------------------
 */

static const char *operation(
	const struct story *s, const struct item *item, const struct row *row)
{
	static const char *const does[DATA_KINDS] = {
		[DATA_READ] = "read",
		[DATA_WRITE] = "write",
		[DATA_ALLOCATE] = "allocate",
		[DATA_FREE] = "free",
	};
	const struct trace_event *e = &s->c->event[item->at];

	if (item->is_data)
		return does[s->c->data[item->at].kind];
	if (row->failed)
		return "failure";
	return op_info[(row->blocked ? holds_made(&s->holds, item->at) : e)
			       ->kind]
		.name;
}

static void order(struct writer *w, json_t *to, const struct edges *e)
{
	json_t *after = json_array(), *data = json_array();

	for (uint32_t i = 0; i < e->count; i++)
		if (w->step[e->edge[i].from] != NONE)
			json_array_append_new(e->edge[i].data ? data : after,
				number(w->step[e->edge[i].from]));
	if (json_array_size(after))
		json_object_set(to, "after", after);
	if (json_array_size(data))
		json_object_set(to, "after_data", data);
	json_decref(after);
	json_decref(data);
}

static json_t *step(struct writer *w, const struct story *s, uint32_t i,
	const struct row *row, const struct edges *e)
{
	const struct item *item = &s->sequence.item[i];
	struct told *t = &w->told[i];
	json_t *one = json_object();

	put(one, "thread", names_thread(row->thread));
	put(one, "operation", operation(s, item, row));
	put(one, "text", row->what);
	put(one, "object", row->object);
	put(one, "value", row->value);
	place(w, one,
		item->is_data ? &w->c->data[item->at].stack
			      : &w->c->event[item->at].stack);
	if (row->blocked)
		json_object_set_new(one, "blocked", json_true());
	if (row->failed)
		json_object_set_new(one, "failed", json_true());
	if (t->shown)
		json_object_set_new(one, "shown", json_true());
	if (t->number)
		json_object_set_new(one, "row", number(t->number));
	if (t->before)
		put(one, "switch", t->before);
	if (t->left)
		json_object_set(one, "left_out", t->left);
	order(w, one, e);
	return one;
}

/* What stands for rows that are left out, before the next step. */
static void hand_on(struct told *from, struct told *to)
{
	if (!from->left)
		return;
	if (to->left)
		json_array_extend(from->left, to->left);
	json_decref(to->left);
	to->left = from->left;
	from->left = NULL;
}

static void steps(struct writer *w)
{
	static struct story story;
	static struct edges edges;
	struct row row;

	story_init(&story, w->names, true);
	edges_begin(&edges, w->c, &story.sequence);
	for (uint32_t i = 0; i < story.sequence.count; i++) {
		w->step[i] = NONE;
		if (!story_row(&story, i, &row)) {
			hand_on(&w->told[i], &w->told[i + 1]);
			continue;
		}
		edges.count = 0;
		if (!row.blocked)
			edges_of(&edges, &story.sequence, i);
		w->step[i] = (uint32_t)json_array_size(w->steps);
		json_array_append_new(
			w->steps, step(w, &story, i, &row, &edges));
	}
	w->lost = edges.touched.full;
	edges_end(&edges);
	story_fini(&story);
}

/* --- what else there is -----------------------------------------------------
 */

static json_t *threads(struct writer *w)
{
	static bool there[THREADS_MAX];
	static uint32_t creation[THREADS_MAX]; /* event, plus one */
	json_t *all = json_array();
	char name[200];

	memset(there, 0, sizeof there);
	memset(creation, 0, sizeof creation);
	for (uint32_t i = 0; i < w->c->events; i++) {
		const struct trace_event *e = &w->c->event[i];

		if (e->thread < THREADS_MAX)
			there[e->thread] = true;
		if (e->kind == OP_thread_create && e->other < THREADS_MAX) {
			there[e->other] = true;
			creation[e->other] = i + 1;
		}
	}
	for (unsigned t = 0; t < THREADS_MAX; t++) {
		json_t *one;

		if (!there[t])
			continue;
		one = json_object();
		put(one, "thread", names_thread((tid)t));
		names_thread_long(w->names, (tid)t, name, sizeof name);
		put(one, "name", name);
		if (creation[t]) {
			const struct trace_event *e =
				&w->c->event[creation[t] - 1];

			put(one, "creator", names_thread(e->thread));
			place(w, one, &e->stack);
		}
		json_array_append_new(all, one);
	}
	return all;
}

/* Of a deadlock. */
static json_t *waits(struct writer *w, const struct channel_bug *bug)
{
	json_t *all = json_array();
	char what[400];

	for (unsigned i = 0; i < bug->waits; i++) {
		const struct channel_wait *wait = &bug->wait[i];
		json_t *one;

		if (wait->kind == OP_none || wait->thread == TID_NONE)
			continue;
		one = json_object();
		words_waits(w->names, wait, what, sizeof what);
		put(one, "thread", names_thread(wait->thread));
		put(one, "text", what);
		if (wait->owner != TID_NONE)
			put(one, "owner", names_thread(wait->owner));
		place(w, one, &wait->stack);
		json_array_append_new(all, one);
	}
	return all;
}

static json_t *objects(const struct names *n)
{
	json_t *all = json_array();

	for (unsigned i = 0; i < n->legends; i++) {
		json_t *one;

		if (!n->legend[i].said)
			continue;
		one = json_object();
		put(one, "name", n->legend[i].name);
		put(one, "what", n->legend[i].what);
		json_array_append_new(all, one);
	}
	return all;
}

static void note(json_t *all, const char *fmt, unsigned long long n)
{
	char text[300];

	snprintf(text, sizeof text, fmt, n);
	json_array_append_new(all, json_clean(text));
}

/* What a reader would look for in vain, and why. */
static json_t *notes(const struct writer *w, bool as_found)
{
	const struct channel *c = w->c;
	json_t *all = json_array();

	if (!as_found)
		note(all,
			"these are the steps of the replay, which did not fail "
			"so",
			0);
	if (!w->lines && !story_has_lines(w->names))
		note(all,
			"no source lines: the program has no debug information "
			"(build with -g, do not strip)",
			0);
	else if (!w->sources)
		note(all,
			"the lines have no text: the source files could not be "
			"read when the report was written",
			0);
	if (c->events_dropped)
		note(all,
			"of operations the first ones are here: %llu more did "
			"not fit",
			c->events_dropped);
	if (c->data_seen > DATA_MAX)
		note(all, "of accesses to data only the last %llu were kept",
			DATA_MAX);
	if (w->lost)
		note(all,
			"there was too little memory to tell which step comes "
			"behind which",
			0);
	return all;
}

static void writer_fini(struct writer *w, uint32_t count)
{
	for (uint32_t i = 0; w->told && i <= count; i++) {
		free(w->told[i].before);
		json_decref(w->told[i].left);
	}
	free(w->told);
	free(w->step);
	json_decref(w->frame_of);
	json_decref(w->stack_of);
	json_decref(w->frames_of);
}

static uint32_t items_of(const struct channel *c)
{
	return c->events +
	       (uint32_t)(c->data_seen < DATA_MAX ? c->data_seen : DATA_MAX);
}

/* All that there is of one execution; bug NULL: it is none.  Blocks are called
 * as in `failing`, if it is not NULL. */
static json_t *tell_all(const struct channel *c, const struct channel_bug *bug,
	bool as_found, const struct channel *failing)
{
	static struct names names, other;
	struct writer w = {.names = &names, .c = c};
	json_t *all;

	names_init(&names, c);
	if (failing) {
		names_init(&other, failing);
		letters_like(&names, &other);
		names_fini(&other);
	}
	w.frames = json_array();
	w.stacks = json_array();
	w.steps = json_array();
	w.frame_of = json_object();
	w.stack_of = json_object();
	w.frames_of = json_object();
	all = json_object();
	if (tell(&w))
		steps(&w);
	json_object_set_new(all, "threads", threads(&w));
	json_object_set_new(all, "waits", bug ? waits(&w, bug) : json_array());
	json_object_set_new(all, "objects", objects(&names));
	if (w.told && w.told[items_of(c)].left)
		json_object_set(all, "left_out", w.told[items_of(c)].left);
	json_object_set_new(all, "notes", notes(&w, as_found));
	json_object_set_new(all, "frames", w.frames);
	json_object_set_new(all, "stacks", w.stacks);
	json_object_set_new(all, "steps", w.steps);
	writer_fini(&w, items_of(c));
	names_fini(&names);
	source_forget();
	return all;
}

json_t *json_trace(const struct found *f)
{
	const struct channel *c = f->replay;
	bool as_found = f->confirmed || f->sometimes;

	if (!c || !c->events)
		return json_null();
	return tell_all(c, as_found ? &c->bug[0] : f->bug, as_found, NULL);
}

/* Of all that is kept of both, in the order in which it was made. */
static uint32_t in_common(const json_t *a, const json_t *b)
{
	static const char *const of_step[] = {"thread", "operation", "text"};
	uint32_t n = 0;

	for (;; n++) {
		const json_t *x = json_array_get(a, n);
		const json_t *y = json_array_get(b, n);

		for (int i = 0; i < 3 && x && y; i++)
			if (!json_equal(json_object_get(x, of_step[i]),
				    json_object_get(y, of_step[i])))
				return n;
		if (!x || !y)
			return n;
	}
}

json_t *json_passing(const struct found *f, const json_t *trace)
{
	const struct channel *c = f->passing;
	json_t *all;

	if (!c || !c->events)
		return json_null();
	all = tell_all(c, NULL, true, f->replay);
	json_object_set_new(all, "common",
		number(in_common(json_object_get(trace, "steps"),
			json_object_get(all, "steps"))));
	return all;
}
