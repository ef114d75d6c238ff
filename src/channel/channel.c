/* SPDX-License-Identifier: MIT */
/* channel.c - names of what a channel holds, and the check before belief
 *
 * The test may have written anywhere before it died, so every count, offset,
 * enum and string that the command uses is bounded here, once, after the
 * process has ended (of a live one, on a copy).  Numbers that are only printed
 * are left alone.
 */
#include "channel/channel.h"
#include "channel/failure.h"
#include "search/model.h"

#include <inttypes.h>
#include <string.h>

const struct bug_info bug_info[BUG_COUNT] = {
#define BUG(name, text) [BUG_##name] = {#name, text},
#include "channel/bug.def"
#undef BUG
};

const char *const rewind_mode_name[MODE_COUNT] = {
	"checkpoint",
	"restart",
	"fork",
};

const char *const point_access_name[] = {"read", "write", "atomic", "watched",
	"loop", "handled-read", "handled"};
_Static_assert(
	sizeof point_access_name / sizeof *point_access_name == POINT_ACCESSES,
	"each has a name");

const char *const heap_use_name[HEAP_USES] = {
	"fresh",
	"reuse",
	"turns",
};

static int below(
	const char *what, uint64_t value, uint64_t limit, struct err *err)
{
	if (value < limit)
		return OK;
	return fail(err, ERR_FORMAT,
		"the channel is damaged: '%s' is %" PRIu64
		", the limit is %" PRIu64 SC(508),
		what, value, limit - 1);
}

static int text(const char *what, const char *s, size_t size, struct err *err)
{
	if (memchr(s, '\0', size))
		return OK;
	return fail(err, ERR_FORMAT,
		"the channel is damaged: '%s' is no text" SC(508), what);
}

static int thread(const char *what, tid t, struct err *err)
{
	return t == TID_NONE ? OK : below(what, t, THREADS_MAX, err);
}

static int stack(const struct channel_stack *s, struct err *err)
{
	return below("stack frames", s->frames, STACK_MAX + 1, err) ||
	       thread("stack thread", s->thread, err);
}

static int place(const struct channel_place *p, struct err *err)
{
	return thread("allocating thread", p->block_thread, err) ||
	       thread("freeing thread", p->freed_thread, err) ||
	       thread("stack owner", p->stack_of, err) ||
	       thread("thread-local owner", p->tls_of, err);
}

static int choices(
	const char *what, const struct choice *c, uint64_t n, struct err *err)
{
	for (uint64_t i = 0; i < n; i++)
		if (below(what, c[i].thread, THREADS_MAX, err))
			return 1;
	return 0;
}

/* FNV-1a, a word at a time: all it has to notice is a stray write. */
static uint64_t add(uint64_t sum, const void *bytes, size_t n)
{
	const char *at = bytes;
	uint64_t word;

	for (; n >= 8; n -= 8, at += 8) {
		memcpy(&word, at, 8);
		sum = (sum ^ word) * 0x100000001b3u;
		sum ^= sum >> 29;
	}
	return sum;
}

/* The waits that are not used do not count: most bugs have none. */
static uint64_t sum_of(const struct channel *c, const struct channel_bug *b)
{
	uint64_t sum = 0xcbf29ce484222325u;

	sum = add(sum, b, offsetof(struct channel_bug, sum));
	sum = add(sum, b->wait, b->waits * sizeof b->wait[0]);
	return add(sum, c->blob + b->schedule_offset,
		b->schedule_length * sizeof(struct choice));
}

void channel_seal(const struct channel *c, struct channel_bug *bug)
{
	bug->sum = sum_of(c, bug);
}

static int bug(
	const struct channel *c, const struct channel_bug *b, struct err *err)
{
	uint64_t bytes = b->schedule_length * (uint64_t)sizeof(struct choice);

	if (below("bug kind", b->kind, BUG_COUNT, err) ||
		thread("bug thread", b->thread, err) ||
		below("bug waits", b->waits, WAITS_MAX + 1, err) ||
		text("bug message", b->message, sizeof b->message, err) ||
		text("bug file", b->file, sizeof b->file, err) ||
		place(&b->place, err) || stack(&b->stack, err) ||
		below("outermost frames", b->outer, b->stack.frames + 1ull,
			err) ||
		stack(&b->other, err) ||
		below("bug points", b->points, POINTS_MAX + 1, err) ||
		below("bug exits", b->exits, EXITS_ALL + 1, err) ||
		below("bug heap", b->heap, HEAP_TURNS, err) ||
		below("schedule length", b->schedule_length, STEPS_MAX + 1,
			err) ||
		below("schedule offset", b->schedule_offset,
			sizeof c->blob - bytes + 1, err) ||
		below("schedule alignment", b->schedule_offset % 8, 1, err))
		return 1;
	for (unsigned i = 0; i < b->waits; i++) {
		const struct channel_wait *w = &b->wait[i];

		if (thread("waiting thread", w->thread, err) ||
			thread("owner", w->owner, err) ||
			below("operation", w->kind, OP_COUNT, err) ||
			stack(&w->stack, err))
			return 1;
	}
	if (b->sum != sum_of(c, b))
		return fail(err, ERR_FORMAT,
			"the channel is damaged: the record of a bug was "
			"overwritten" SC(508));
	return choices("thread of a choice",
		(const struct choice *)(c->blob + b->schedule_offset),
		b->schedule_length, err);
}

static int racer(const struct channel_access *a, struct err *err)
{
	if (thread("racing thread", a->thread, err) || stack(&a->stack, err) ||
		below("locks of a racing thread", a->locks, LOCKS_MAX + 1, err))
		return 1;
	for (unsigned i = 0; i < a->locks; i++)
		if (place(&a->lock[i], err))
			return 1;
	return 0;
}

static bool are_sides(const struct channel_race *r, const struct race_side *one,
	const struct race_side *two)
{
	return channel_is_side(&r->first, one->pc, one->kind) &&
	       channel_is_side(&r->second, two->pc, two->kind);
}

static int race(
	const struct channel_race *r, const struct race *row, struct err *err)
{
	if (!race_valid(row) || !(are_sides(r, &row->one, &row->two) ||
					are_sides(r, &row->two, &row->one)))
		return fail(err, ERR_FORMAT,
			"the channel is damaged: the record of a data race was "
			"overwritten" SC(508));
	return racer(&r->first, err) || racer(&r->second, err) ||
	       place(&r->place, err);
}

static int event(const struct trace_event *e, struct err *err)
{
	return below("event thread", e->thread, THREADS_MAX, err) ||
	       thread("other thread of an event", e->other, err) ||
	       below("event kind", e->kind, OP_COUNT, err) ||
	       place(&e->place, err) || stack(&e->stack, err);
}

static int data(const struct trace_data *d, struct err *err)
{
	return below("thread of an access", d->thread, THREADS_MAX, err) ||
	       below("kind of an access", d->kind, DATA_KINDS, err) ||
	       place(&d->place, err) || stack(&d->stack, err);
}

static int counts(const struct channel *c, struct err *err)
{
	return below("magic", c->magic ^ CHANNEL_MAGIC, 1, err) ||
	       below("version", c->version ^ CHANNEL_VERSION, 1, err) ||
	       below("bytes", c->bytes ^ sizeof *c, 1, err) ||
	       below("state", c->state, RUN_LEAKED + 1, err) ||
	       below("mode", c->config.mode, MODE_COUNT, err) ||
	       below("task", c->config.task, TASK_PLACE + 1, err) ||
	       below("profile", c->config.profile, PROFILES, err) ||
	       below("modules", c->modules, MODULES_MAX + 1, err) ||
	       below("points", c->points, POINTS_MAX + 1, err) ||
	       below("points in force", c->points_now, c->points + 1ull, err) ||
	       below("exits", c->exits, EXITS_ALL + 1, err) ||
	       below("exits in force", c->exits_now, EXITS_ALL + 1, err) ||
	       below("coarse", c->coarse, COARSE_END, err) ||
	       below("coarse in force", c->coarse_now, COARSE_END, err) ||
	       below("model", c->config.model, MODEL_COUNT, err) ||
	       below("heap", c->config.heap, HEAP_USES, err) ||
	       below("failing", c->config.failing, 1u << FAILURES, err) ||
	       below("calls to fail", c->failing_met, 1u << FAILINGS, err) ||
	       below("late stores", c->late_stores, 2, err) ||
	       below("more of them", c->weak_more, 2, err) ||
	       below("happens-before", c->config.happens_before,
		       HAPPENS_BEFORES, err) ||
	       below("histories", c->config.histories, HISTORIES_END, err) ||
	       below("heap in force", c->heap_now, HEAP_TURNS, err) ||
	       below("saved", c->saved, 2, err) ||
	       below("idle", c->idle, 2, err) ||
	       below("length of what is saved", c->saved_length,
		       SAVED_BYTES + 1ull, err) ||
	       below("held", c->held, 2, err) ||
	       below("unsent", c->unsent, 2, err) ||
	       below("messages to it", c->inbox_length, BOX_BYTES + 1ull,
		       err) ||
	       below("messages of it", c->outbox_length, BOX_BYTES + 1ull,
		       err) ||
	       below("caveat of a leak", c->leak, CAVEAT_COUNT, err) ||
	       below("races", c->races, RACES_MAX + 1, err) ||
	       below("bugs", c->bugs, BUGS_MAX + 1, err) ||
	       below("races that are bugs", c->race_bugs, BUGS_MAX + 1, err) ||
	       below("cuts", c->cuts, CUTS + 1, err) ||
	       below("places on stacks", c->crossings, CROSSINGS_MAX + 1,
		       err) ||
	       below("thread names", c->thread_names, THREAD_NAMES_MAX + 1,
		       err) ||
	       below("schedule length", c->schedule_length, STEPS_MAX + 1,
		       err) ||
	       below("output", c->output_length, OUTPUT_MAX + 1, err) ||
	       below("output pieces", c->chunks, CHUNKS_MAX + 1, err) ||
	       below("events", c->events, TRACE_MAX + 1, err) ||
	       below("blob", c->blob_used, sizeof c->blob + 1, err) ||
	       text("build", c->build, sizeof c->build, err) ||
	       text("runtime build", c->runtime_build, sizeof c->runtime_build,
		       err) ||
	       text("error", c->error, sizeof c->error, err) ||
	       text("what the audit missed", c->audit.miss,
		       sizeof c->audit.miss, err) ||
	       below("what differs", c->audit.differs.part, PART_PARTS, err) ||
	       place(&c->audit.differs.place, err) ||
	       below("shift of the audit", c->audit.shift, 64, err) ||
	       below("first schedule", c->audit.first.length, STEPS_MAX + 1,
		       err) ||
	       below("second schedule", c->audit.second.length, STEPS_MAX + 1,
		       err);
}

static int filters(const struct channel_filters *f, struct err *err)
{
	if (below("directives", f->directives, DIRECTIVES_MAX + 1, err) ||
		below("pieces", f->pieces, FILTER_PIECES_MAX + 1, err))
		return err->code;
	for (uint32_t i = 0; i < f->directives; i++)
		if (below("directive", f->directive[i].kind, DIRECTIVE_KINDS,
			    err) ||
			text("name in a directive", f->directive[i].name,
				sizeof f->directive[i].name, err))
			return err->code;
	for (uint32_t i = 0; i < f->pieces; i++)
		if (below("module of a piece", f->piece[i].module, MODULES_MAX,
			    err))
			return err->code;
	return OK;
}

static int modules(const struct channel *c, struct err *err)
{
	for (uint32_t i = 0; i < c->modules; i++)
		if (text("module path", c->module[i].path,
			    sizeof c->module[i].path, err))
			return err->code;
	return filters(&c->config.filters, err);
}

static int names(const struct channel *c, struct err *err)
{
	for (uint32_t i = 0; i < c->thread_names; i++)
		if (thread("creator", c->thread_name[i].creator, err) ||
			below("kind of a name", c->thread_name[i].kind,
				NAME_KINDS, err))
			return err->code;
	return OK;
}

int channel_copy_bug(struct channel *to, const struct channel *live,
	uint32_t index, struct err *err)
{
	struct channel_bug *b = &to->bug[0];
	uint32_t points, length;
	uint64_t offset;

	if (below("bugs", index, BUGS_MAX, err))
		return err->code;
	memcpy(b, &live->bug[index], sizeof *b);
	offset = b->schedule_offset;
	length = b->schedule_length;
	points = b->points;
	to->config = live->config;
	to->modules = live->modules;
	to->points = points;
	to->points_now = to->exits_now = to->exits = to->heap_now = 0;
	to->coarse = to->coarse_now = 0;
	to->thread_names = live->thread_names;
	to->bugs = 1;
	if (below("modules", to->modules, MODULES_MAX + 1, err) ||
		below("points", points, POINTS_MAX + 1, err) ||
		below("thread names", to->thread_names, THREAD_NAMES_MAX + 1,
			err) ||
		below("schedule length", length, STEPS_MAX + 1, err) ||
		below("schedule offset", offset,
			sizeof live->blob - length * sizeof(struct choice) + 1,
			err))
		return err->code;
	memcpy(to->module, live->module, to->modules * sizeof to->module[0]);
	memcpy(to->point, live->point, points * sizeof to->point[0]);
	memcpy(to->thread_name, live->thread_name,
		to->thread_names * sizeof to->thread_name[0]);
	memcpy(to->blob + offset, live->blob + offset,
		length * sizeof(struct choice));
	to->blob_used = offset + length * sizeof(struct choice);
	if (counts(to, err) || modules(to, err) || names(to, err) ||
		bug(to, b, err))
		return err->code;
	return OK;
}

int channel_copy_points(
	struct channel *to, const struct channel *live, struct err *err)
{
	uint32_t listed = live->modules, points = live->points;

	if (below("modules", listed, MODULES_MAX + 1, err) ||
		below("points", points, POINTS_MAX + 1, err))
		return err->code;
	to->config = live->config;
	to->modules = listed;
	to->points = points;
	to->points_now = to->exits_now = to->exits = to->heap_now = 0;
	to->bugs = to->thread_names = 0;
	memcpy(to->module, live->module, listed * sizeof to->module[0]);
	memcpy(to->point, live->point, points * sizeof to->point[0]);
	if (counts(to, err) || modules(to, err))
		return err->code;
	return OK;
}

int channel_check(const struct channel *c, struct err *err)
{
	struct err ignored;

	if (!err)
		err = &ignored;
	err->code = OK;
	if (counts(c, err))
		return err->code;
	for (int i = 0; i < CAVEAT_COUNT; i++)
		if (text("caveat", c->caveat_detail[i],
			    sizeof c->caveat_detail[i], err))
			return err->code;
	if (modules(c, err))
		return err->code;
	for (uint32_t i = 0; i < c->bugs; i++)
		if (bug(c, &c->bug[i], err))
			return err->code;
	for (uint32_t i = 0; i < c->race_bugs; i++)
		if (bug(c, &c->race_bug[i], err))
			return err->code;
	for (uint32_t i = 0; i < c->cuts; i++)
		if (c->cut[i].times && bug(c, &c->cut[i].first, err))
			return err->code;
	for (uint32_t i = 0; i < c->races; i++)
		if (below("bug of a race", c->race[i].bug, c->race_bugs + 1ull,
			    err) ||
			race(&c->race[i], &c->candidate[i], err))
			return err->code;
	if (!noted_good(&c->operations))
		return fail(err, ERR_FORMAT,
			"the channel is damaged: operations" SC(508));
	for (uint32_t i = 0; i < c->events; i++)
		if (event(&c->event[i], err))
			return err->code;
	for (uint64_t i = 0; i < c->data_seen && i < DATA_MAX; i++)
		if (data(&c->data[i], err))
			return err->code;
	for (uint32_t i = 0; i < c->chunks; i++) {
		const struct output_chunk *o = &c->chunk[i];

		if (below("piece of output", (uint64_t)o->offset + o->length,
			    (uint64_t)c->output_length + 1, err) ||
			below("thread of output", o->thread, THREADS_MAX,
				err) ||
			below("way of output", o->way, OUTPUT_WAYS, err))
			return err->code;
	}
	if (names(c, err))
		return err->code;
	/* Last: the longest. */
	if (choices("thread of a choice", c->schedule, c->schedule_length, err))
		return err->code;
	return OK;
}
