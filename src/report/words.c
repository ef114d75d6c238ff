/* SPDX-License-Identifier: MIT */
/* words.c - one operation in words: what, on which object, with which value */
#include "report/words.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "channel/failure.h"
#include "channel/kernel.h"
#include "report/operation.h"
#include "report/sentence.h"

static bool is_thread(enum op kind)
{
	return op_info[kind].told == TOLD_thread;
}

static bool is_memory(uint8_t kind)
{
	return op_info[kind].told == TOLD_memory;
}

/* "q.lock" as an argument is "&q.lock"; blocks and locals have no such name. */
void words_object(
	struct names *n, const struct trace_event *e, char *out, size_t size)
{
	enum kernel_kind object;
	uint64_t number;
	char name[128];

	out[0] = '\0';
	if (is_thread((enum op)e->kind) && e->other != TID_NONE) {
		snprintf(out, size, " %s", names_thread(e->other));
		return;
	}
	if (op_info[e->kind].told == TOLD_failure && e->size < FAILINGS) {
		snprintf(out, size, " %s", failing_info[e->size].name);
		return;
	}
	if (op_info[e->kind].told == TOLD_operation)
		return; /* its history is no place */
	if (e->kind == OP_fd_open || e->kind == OP_fd_close)
		return; /* the table of all of them */
	if (e->place.address && op_info[e->kind].class == CLASS_io) {
		if (!kernel_object_of(e->place.address, &object, &number))
			object = KERNEL_KINDS;
		if (object == KERNEL_NUMBERS &&
			op_info[e->kind].told == TOLD_ready)
			return; /* of several descriptors, or of none */
		if (object != KERNEL_KINDS)
			names_object(n, &e->place, 0, name, sizeof name);
		else
			names_stream(n, e->place.address, name, sizeof name);
		snprintf(out, size, " %s", name);
		return;
	}
	/* Until it is made, the place is a list of blocks: of no interest. */
	if (op_info[e->kind].class == CLASS_heap && !e->place.block)
		return;
	if (!e->place.address || op_info[e->kind].class == CLASS_io ||
		op_info[e->kind].class == CLASS_time ||
		e->kind == OP_thread_exit || e->kind == OP_process_exit ||
		e->kind == OP_process_leave || is_thread((enum op)e->kind))
		return;
	names_object(n, &e->place,
		is_memory(e->kind)		       ? e->size
		: op_info[e->kind].class == CLASS_heap ? NAMES_BLOCK
						       : 0,
		name, sizeof name);
	snprintf(out, size, " %s%s",
		!is_memory(e->kind) && !strchr(name, ' ') &&
				strncmp(name, "0x", 2) != 0
			? "&"
			: "",
		name);
}

static void of_block(
	struct names *n, const struct trace_event *e, char *out, size_t size)
{
	const char *before = names_before(n, &e->place);

	if (e->place.block_life)
		snprintf(out, size, ", the memory of %s",
			before ? before : "a freed block");
}

static void of_bytes(struct names *n, uint64_t size, uint64_t low,
	uint64_t high, char *out, size_t out_size)
{
	if (size == 16)
		names_wide(n, (uint64_t[]){low, high}, out, out_size);
	else
		names_value(n, low, size, out, out_size);
}

static void of_memory(
	struct names *n, const struct trace_event *e, char *out, size_t size)
{
	char value[96] = "", result[96] = "";
	bool has_value = e->flags & EVENT_HAS_VALUE;
	bool has_result = e->flags & EVENT_HAS_RESULT;

	if (has_value)
		of_bytes(n, e->size, e->value, e->value_high, value,
			sizeof value);
	if (has_result)
		of_bytes(n, e->size, e->result, e->result_high, result,
			sizeof result);
	if (has_value && has_result)
		snprintf(out, size, ": %s -> %s", value, result);
	else if (op_info[e->kind].order == ORDER_tries && has_value)
		snprintf(out, size, ": fails, it is %s", value);
	else if (has_value)
		snprintf(out, size, " = %s", value);
}

/* What it came to.  False: that has no words of its own. */
static bool of_result(const struct trace_event *e, char *out, size_t size)
{
	int64_t n = (int64_t)e->result;

	switch ((enum op_told)op_info[e->kind].told) {
	case TOLD_number:
		snprintf(out, size, ": %" PRId64, n);
		return true;
	case TOLD_ready:
		snprintf(out, size, ": %" PRId64 " ready", n);
		return true;
	case TOLD_character:
		snprintf(out, size, n > ' ' && n < 127 ? ": '%c'" : ": byte %d",
			(int)n);
		return true;
	case TOLD_bytes:
		snprintf(out, size, ": %" PRId64 " byte%s", n,
			sentence_s((uint64_t)n));
		return true;
	case TOLD_truth:
		snprintf(out, size, ": %s", n ? "yes" : "no");
		return true;
	case TOLD_failure:
		if (n > 0 && n < 200)
			snprintf(out, size, ": fails, %s",
				strerrorname_np((int)n));
		else
			snprintf(out, size, ": goes well");
		return true;
	case TOLD_once:
		snprintf(out, size, "%s", n ? ": runs it" : "");
		return true;
	default:
		return false;
	}
}

static void of_error(const struct trace_event *e, char *out, size_t size)
{
	const char *name =
		e->result < 200 ? strerrorname_np((int)e->result) : NULL;

	if (e->result == EINPROGRESS)
		snprintf(out, size, ": waits, and keeps new readers out");
	else if (name)
		snprintf(out, size, ": %s", name);
	else
		snprintf(out, size, ": %" PRId64, (int64_t)e->result);
}

/* "10 ms", "1.5 s". */
static void duration(uint64_t ns, char *out, size_t size)
{
	static const struct {
		uint64_t ns;
		const char *name;
	} unit[] = {
		{1000000000, "s"}, {1000000, "ms"}, {1000, "us"}, {1, "ns"}};
	unsigned i = 0;

	while (ns < unit[i].ns && unit[i].ns > 1)
		i++;
	snprintf(out, size, "%.6g %s", (double)ns / (double)unit[i].ns,
		unit[i].name);
}

/* Nothing is said of a limit that was past when it began to wait. */
static void of_time(const struct trace_event *e, char *out, size_t size)
{
	char limit[40];

	if (!e->clock_ns) {
		snprintf(out, size, ": time is over");
		return;
	}
	duration(e->clock_ns, limit, sizeof limit);
	snprintf(out, size, ": time is over (%s)", limit);
}

/* "enqueue(1)", "dequeue -> empty" */
static void of_operation(
	struct names *n, const struct trace_event *e, char *out, size_t size)
{
	if (e->flags & EVENT_HAS_VALUE && e->kind != OP_operation_object) {
		snprintf(out, size, " ");
		operations_say(n->c, (uint32_t)e->value,
			e->kind != OP_operation_call, out + 1, size - 1);
	}
}

static void values(
	struct names *n, const struct trace_event *e, char *out, size_t size)
{
	bool has_result = e->flags & EVENT_HAS_RESULT;
	char value[96];

	out[0] = '\0';
	if (op_info[e->kind].told == TOLD_operation) {
		of_operation(n, e, out, size);
	} else if (e->flags & EVENT_TIME_OVER) {
		of_time(e, out, size);
	} else if (op_info[e->kind].told == TOLD_block) {
		of_block(n, e, out, size);
	} else if (op_info[e->kind].told == TOLD_memory) {
		of_memory(n, e, out, size);
	} else if (has_result && of_result(e, out, size)) {
		return;
	} else if (has_result && e->result) {
		of_error(e, out, size);
	} else if (e->flags & EVENT_HAS_VALUE && e->value) {
		names_value(n, e->value, e->size, value, sizeof value);
		snprintf(out, size, " (%s)", value);
	}
}

/* " (memcpy)": what the test called to access plain memory. */
static void by_call(struct names *n, uint64_t call, struct row *out)
{
	size_t used = strlen(out->what);
	char name[96];

	if (call && n->symbols &&
		symbols_called(n->symbols, call, name, sizeof name))
		snprintf(out->what + used, sizeof out->what - used, " (%.40s)",
			name);
}

/* Object and value by themselves, without what leads over to them. */
static void parts(const char *on, const char *value, struct row *out)
{
	size_t used;

	snprintf(out->object, sizeof out->object, "%s", on + strspn(on, " "));
	snprintf(out->value, sizeof out->value, "%s",
		value + strspn(value, " :=,("));
	used = strlen(out->value);
	if (strncmp(value, " (", 2) == 0 && used)
		out->value[used - 1] = '\0';
}

/* A signal that comes too early is lost, which is a bug where it matters. */
static void wakes(const struct trace_event *e, struct row *out)
{
	size_t used = strlen(out->what);

	if (out->blocked)
		return;
	if ((e->kind == OP_cond_signal || e->kind == OP_sem_post) &&
		e->other != TID_NONE)
		snprintf(out->what + used, sizeof out->what - used,
			", wakes %s", names_thread(e->other));
	else if (e->kind == OP_cond_signal)
		snprintf(out->what + used, sizeof out->what - used,
			", wakes nobody");
}

void words_describe(
	struct names *n, const struct trace_event *e, struct row *out)
{
	static const char guard[] = " initialisation of ";
	char on[160], value[200];
	const char *text;
	int length;

	n->shapes.count = 0;
	words_object(n, e, on, sizeof on);
	value[0] = '\0';
	if (!out->blocked)
		values(n, e, value, sizeof value);
	parts(on, value, out);
	text = op_info[e->kind].text;
	length = (int)strlen(text);
	if (strncmp(on, guard, sizeof guard - 1) == 0 &&
		strstr(text, " once")) /* a verb is enough */
		length = (int)strcspn(text, " ");
	if (e->kind == OP_flush)
		snprintf(out->what, sizeof out->what,
			"~%.70s%.80s becomes visible", on, value);
	else
		snprintf(out->what, sizeof out->what, "%.*s%.70s%.80s", length,
			text, on, value);
	if (e->flags & EVENT_LATE) {
		size_t used = strlen(out->what);

		snprintf(out->what + used, sizeof out->what - used,
			" (in %s's buffer)", names_thread(e->thread));
	}
	by_call(n, e->call, out);
	wakes(e, out);
	if (out->blocked) {
		size_t used = strlen(out->what);

		snprintf(
			out->what + used, sizeof out->what - used, ": blocked");
	}
}

void words_data(struct names *n, const struct trace_data *d, struct row *out)
{
	static const char *const does[DATA_KINDS] = {
		[DATA_READ] = "read",
		[DATA_WRITE] = "write",
		[DATA_ALLOCATE] = "allocate",
		[DATA_FREE] = "free",
	};
	char name[128], value[96] = "";
	size_t used;

	names_object(n, &d->place,
		d->kind >= DATA_ALLOCATE ? NAMES_BLOCK : d->size, name,
		sizeof name);
	if (d->has_value) {
		names_value(n, d->value, d->size, value, sizeof value);
		parts(name, value, out);
		snprintf(out->what, sizeof out->what, "%s %.90s = %.90s",
			does[d->kind], name, value);
		by_call(n, d->call, out);
		return;
	}
	parts(name, "", out);
	used = (size_t)snprintf(
		out->what, sizeof out->what, "%s %.90s", does[d->kind], name);
	snprintf(out->what + used, sizeof out->what - used,
		": %" PRIu64 " byte%s", d->size, sentence_s(d->size));
	if (d->kind == DATA_READ || d->kind == DATA_WRITE)
		by_call(n, d->call, out);
}

void words_waits(
	struct names *n, const struct channel_wait *w, char *out, size_t size)
{
	const char *verb = w->spinning ? "spins on " : "waits for ";
	size_t used = strlen(verb);
	struct channel_place place;

	/* The loop was noticed at an operation on nothing that has a name, as
	 * at a sleep. */
	if (w->spinning && w->object < 4096) {
		snprintf(out, size, "goes round a loop that changes nothing");
		return;
	}
	snprintf(out, size, "%s", verb);
	names_seen(n, w->object, &place);
	if (used < size)
		words_wait(n, (enum op)w->kind, &place, TID_NONE, w->owner,
			w->owner_pc, out + used, size - used);
}

void words_wait(struct names *n, enum op kind, const struct channel_place *at,
	tid other, tid owner, uint64_t owner_pc, char *out, size_t size)
{
	char name[128], where[96];
	size_t used;

	if (is_thread(kind)) {
		tid t = other != TID_NONE ? other : owner;

		if (t != TID_NONE)
			snprintf(out, size, "the end of %s", names_thread(t));
		else
			snprintf(out, size, "the end of a thread");
		return;
	}
	if (kind == OP_spin_hint) {
		snprintf(out, size, "another thread to do something");
		return;
	}
	if (kind == OP_cond_wake) {
		names_object(n, at, 0, name, sizeof name);
		snprintf(out, size, "a wake-up from %s%s",
			strchr(name, ' ') ? "" : "&", name);
		return;
	}
	if (kind == OP_process_exit || kind == OP_thread_exit ||
		kind == OP_process_leave) {
		snprintf(out, size, "the other threads to end");
		return;
	}
	names_object(n, at, 0, name, sizeof name);
	used = (size_t)snprintf(out, size, "%s%s%s",
		kind == OP_await ? "a change of " : "",
		kind != OP_await && !strchr(name, ' ') ? "&" : "", name);
	if (owner == TID_NONE || used >= size)
		return;
	used += (size_t)snprintf(
		out + used, size - used, ", held by %s", names_thread(owner));
	if (owner_pc && used < size) {
		names_frame_where(
			names_taken_at(n, owner, at->address, owner_pc), where,
			sizeof where);
		snprintf(out + used, size - used, " since %s", where);
	}
}
