/* SPDX-License-Identifier: MIT */
/* read.c - JSON lines to a history */
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/recorded.h"
#include "cli/words/near.h"

enum {
	OPS_MAX = 1 << 28, /* ranks and flags have 31 bits */
	NOTHING_OPEN = -1,
};

struct reading {
	struct recorded *r;
	const struct linear_spec *spec;
	unsigned line;
	size_t room;
	int64_t *open;	   /* by thread: its operation */
	long double *last; /* by thread: when it returned */
	bool *waits;	   /* by thread: it is blocked */
	struct err *err;
};

static int wrong(struct reading *d, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

static int wrong(struct reading *d, const char *fmt, ...)
{
	char text[300];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof text, fmt, args);
	va_end(args);
	for (char *c = text; *c; c++)
		if ((unsigned char)*c < ' ' || *c == 0x7f)
			*c = '?';
	return fail(d->err, ERR_USAGE, "%.180s:%u: %s" SC(441), d->r->path,
		d->line, text);
}

static int no_memory(struct reading *d)
{
	return fail(
		d->err, ERR_IO, "no memory for '%.180s'" SC(437), d->r->path);
}

/* --- names ------------------------------------------------------------------
 */

/* They are printed as they are. */
static bool is_printable(const char *name)
{
	for (; *name; name++)
		if ((unsigned char)*name < ' ' || *name == 0x7f)
			return false;
	return true;
}

/* 1 is "T1". */
static bool thread_name(const json_t *j, char *out, size_t size)
{
	if (json_is_integer(j))
		snprintf(out, size, "T%lld", (long long)json_integer_value(j));
	else if (json_is_string(j) && json_string_length(j) > 0)
		snprintf(out, size, "%s", json_string_value(j));
	else
		return false;
	return strlen(out) < size - 1 && is_printable(out);
}

static int find_thread(struct reading *d, const json_t *event, uint32_t *out)
{
	struct recorded_names *names = &d->r->threads;
	size_t was = names->names;
	char name[64];
	int64_t n;

	if (!thread_name(json_object_get(event, "thread"), name, sizeof name))
		return wrong(d, "no thread: \"thread\" is a number, or a name "
				"of at most 62 printable characters");
	n = recorded_name(names, name);
	if (n < 0)
		return no_memory(d);
	if (names->names > was) {
		int64_t *open = realloc(d->open, names->names * sizeof *open);
		long double *last =
			realloc(d->last, names->names * sizeof *last);
		bool *waits = realloc(d->waits, names->names * sizeof *waits);

		d->open = open ? open : d->open;
		d->last = last ? last : d->last;
		d->waits = waits ? waits : d->waits;
		if (!open || !last || !waits)
			return no_memory(d);
		d->open[was] = NOTHING_OPEN;
		d->last[was] = -INFINITY;
		d->waits[was] = false;
	}
	*out = (uint32_t)n;
	return OK;
}

static int add_object(struct reading *d, const char *name,
	const struct linear_spec *spec, uint32_t *out)
{
	size_t was = d->r->objects.names;
	int64_t n = recorded_name(&d->r->objects, name);
	struct linear_object *more;

	if (n < 0)
		return no_memory(d);
	*out = (uint32_t)n;
	if (d->r->objects.names == was)
		return OK;
	more = realloc(d->r->object, (was + 1) * sizeof *more);
	if (!more)
		return no_memory(d);
	d->r->object = more;
	more[was] = (struct linear_object){spec, VALUE_NONE};
	d->r->history.object = more;
	d->r->history.objects = was + 1;
	return OK;
}

/* --- values -----------------------------------------------------------------
 */

static int value_of(struct reading *d, const json_t *j, value *out)
{
	int64_t n;

	if (json_is_integer(j)) {
		*out = json_integer_value(j);
		if (*out < VALUE_LEAST)
			return wrong(d,
				"the number %lld is too small: they "
				"begin with -2^62",
				(long long)*out);
		return OK;
	}
	if (json_is_boolean(j)) {
		*out = linear_truth(json_is_true(j));
		return OK;
	}
	if (json_is_null(j)) {
		*out = VALUE_EMPTY;
		return OK;
	}
	if (!json_is_string(j))
		return wrong(d,
			"a value is a whole number, a text, true, false "
			"or null");
	n = recorded_name(&d->r->texts, json_string_value(j));
	if (n < 0)
		return no_memory(d);
	*out = VALUE_TEXT + n;
	return OK;
}

static bool is_plain(value v)
{
	return v >= VALUE_LEAST ||
	       (v >= VALUE_TEXT && v < VALUE_LEAST); /* number or text */
}

static int take_arguments(struct reading *d, const json_t *event,
	const struct linear_name *name, struct linear_op *op)
{
	const json_t *list = json_object_get(event, "arguments");
	size_t n = json_array_size(list);

	if (list && !json_is_array(list))
		return wrong(d, "\"arguments\" is a list: [1]");
	if (n != name->arguments)
		return wrong(d, "'%s' has %u argument%s, not %zu", name->name,
			name->arguments, name->arguments == 1 ? "" : "s", n);
	for (size_t i = 0; i < n; i++) {
		if (value_of(d, json_array_get(list, i), &op->argument[i]))
			return d->err->code;
		if (!is_plain(op->argument[i]))
			return wrong(d, "an argument is a number or a text");
		if (name->numbers && op->argument[i] < VALUE_LEAST)
			return wrong(d, "'%s' takes numbers", name->name);
	}
	return OK;
}

static int take_result(struct reading *d, const json_t *event,
	const struct linear_name *name, struct linear_op *op)
{
	const json_t *result = json_object_get(event, "result");
	static const char *const kinds[] = {
		[RESULT_NOTHING] = "nothing: null, or no \"result\"",
		[RESULT_TRUTH] = "true or false",
		[RESULT_VALUE] = "a number or a text",
		[RESULT_OR_EMPTY] = "a number or a text, or null: nothing was "
				    "there",
		[RESULT_NUMBER] = "a number"};
	value v = VALUE_EMPTY;
	bool good = false;

	if (result && value_of(d, result, &v))
		return d->err->code;
	switch (name->result) {
	case RESULT_NOTHING:
		good = v == VALUE_EMPTY;
		v = VALUE_NONE;
		break;
	case RESULT_TRUTH:
		good = v == VALUE_YES || v == VALUE_NO;
		break;
	case RESULT_VALUE:
		good = is_plain(v);
		break;
	case RESULT_OR_EMPTY:
		good = result && (v == VALUE_EMPTY || is_plain(v));
		break;
	case RESULT_NUMBER:
		good = v >= VALUE_LEAST;
	}
	op->result = v;
	return good ? OK
		    : wrong(d, "what '%s' returns is %s", name->name,
			      kinds[name->result]);
}

/* --- events -----------------------------------------------------------------
 */

/* What is misspelt must not be left out of the history. */
static int only_fields(
	struct reading *d, const json_t *object, const char *const *fields)
{
	const char *key;
	json_t *field;

	json_object_foreach((json_t *)object, key, field)
	{
		size_t i = 0;
		char hint[64];
		struct near near = near_to(key, strlen(key));

		while (fields[i] && strcmp(fields[i], key) != 0)
			near_try(&near, fields[i++]);
		if (fields[i])
			continue;
		near_say(&near, "", hint, sizeof hint);
		return wrong(d, "no field '%.60s'%s", key, hint);
	}
	return OK;
}

static int take_time(struct reading *d, const json_t *event, long double *out)
{
	const json_t *time = json_object_get(event, "time");

	if (d->r->history.ops == 0 && !d->r->timed)
		d->r->timed = time;
	if (!time != !d->r->timed)
		return wrong(d, "all events have a \"time\", or none has");
	if (time && !json_is_number(time))
		return wrong(d, "\"time\" is a number");
	if (!time)
		*out = d->line;
	else if (json_is_integer(time))
		*out = json_integer_value(time);
	else
		*out = json_real_value(time);
	return OK;
}

static int no_operation(
	struct reading *d, const struct linear_spec *spec, const char *name)
{
	struct near near = near_to(name, strlen(name));
	char hint[64], list[160] = "";

	for (int i = 0; spec->names[i].name; i++) {
		near_try(&near, spec->names[i].name);
		snprintf(list + strlen(list), sizeof list - strlen(list),
			"%s%s", i ? ", " : "", spec->names[i].name);
	}
	near_say(&near, "", hint, sizeof hint);
	return wrong(d, "a %s has no operation '%.60s'%s%s it has %s",
		spec->name, name, hint, near_then(hint), list);
}

static int object_of(
	struct reading *d, const json_t *event, struct linear_op *op)
{
	const json_t *j = json_object_get(event, "object");
	const char *name = j ? json_string_value(j) : "";

	if (!name || !is_printable(name))
		return wrong(d, "\"object\" is a name, of printable "
				"characters");
	if (add_object(d, name, d->spec, &op->object))
		return d->err->code;
	if (!d->r->object[op->object].spec)
		return wrong(d,
			*name ? "nothing says what object '%.60s' is: "
				"'--spec queue', or a first line with "
				"\"objects\" ('scarp help linearize')"
			      : "nothing says what the object is%s: '--spec "
				"queue', or a first line with \"objects\" "
				"('scarp help linearize')",
			name);
	return OK;
}

static int more_ops(struct reading *d)
{
	struct recorded *r = d->r;
	size_t room = 2 * d->room + 64;
	struct linear_op *op;
	struct recorded_op *more;

	if (r->history.ops < d->room)
		return OK;
	if (room > OPS_MAX)
		return wrong(d, "more operations than scarp can number");
	op = realloc(r->history.op, room * sizeof *op);
	r->history.op = op ? op : r->history.op;
	more = realloc(r->op, room * sizeof *more);
	r->op = more ? more : r->op;
	if (!op || !more)
		return no_memory(d);
	d->room = room;
	return OK;
}

static int take_call(struct reading *d, const json_t *event, uint32_t t)
{
	struct recorded *r = d->r;
	uint32_t i = (uint32_t)r->history.ops;
	const char *name =
		json_string_value(json_object_get(event, "operation"));
	struct linear_op op = {.thread = t,
		.end = LINEAR_PENDING,
		.back = RANK_NEVER,
		.id = i,
		.argument = {VALUE_NONE, VALUE_NONE},
		.result = VALUE_NONE};
	const struct linear_spec *spec;
	long double time;
	int n;

	if (d->open[t] != NOTHING_OPEN)
		return wrong(d,
			"%s calls something, but its call in line %u has not "
			"returned: a thread does one operation at a time",
			r->threads.name[t], r->op[d->open[t]].call_line);
	if (json_object_get(event, "result"))
		return wrong(d, "a call has no result: the return has it");
	if (!name)
		return wrong(d, "no operation: \"operation\" is a name");
	if (take_time(d, event, &time) || object_of(d, event, &op) ||
		more_ops(d))
		return d->err->code;
	if (r->timed && time <= d->last[t])
		return wrong(d,
			"%s calls this at the time at which its last operation "
			"returned, or before: nobody could say which came "
			"first",
			r->threads.name[t]);
	spec = r->object[op.object].spec;
	n = linear_name_find(spec, name);
	if (n < 0)
		return no_operation(d, spec, name);
	op.name = (uint32_t)n;
	if (take_arguments(d, event, &spec->names[n], &op))
		return d->err->code;
	r->op[i] =
		(struct recorded_op){strdup(name), d->line, 0, time, INFINITY};
	if (!r->op[i].name)
		return no_memory(d);
	r->history.op[r->history.ops++] = op;
	d->open[t] = i;
	return OK;
}

/* How its open operation goes on. */
static int take_end(
	struct reading *d, const json_t *event, uint32_t t, enum linear_end end)
{
	static const char *const words[] = {[LINEAR_RETURNED] = "returns",
		[LINEAR_PENDING] = "has a pending operation",
		[LINEAR_BLOCKED] = "is blocked"};
	struct recorded *r = d->r;
	struct linear_op *op;
	struct recorded_op *more;
	long double time;

	if (d->open[t] == NOTHING_OPEN)
		return wrong(d, "%s %s, but has called nothing",
			r->threads.name[t], words[end]);
	op = &r->history.op[d->open[t]];
	more = &r->op[d->open[t]];
	if (take_time(d, event, &time))
		return d->err->code;
	if (r->timed && time < more->call_time)
		return wrong(d, "%s %s before it called (line %u)",
			r->threads.name[t], words[end], more->call_line);
	if (end != LINEAR_RETURNED && json_object_get(event, "result"))
		return wrong(d, "without a return there is no result");
	if (end == LINEAR_RETURNED &&
		take_result(d, event,
			&r->object[op->object].spec->names[op->name], op))
		return d->err->code;
	op->end = end;
	d->last[t] = time;
	if (end == LINEAR_BLOCKED) {
		d->waits[t] = true; /* and is open: it calls nothing more */
		return OK;
	}
	if (end == LINEAR_RETURNED) {
		more->back_time = time;
		more->back_line = d->line;
	}
	d->open[t] = NOTHING_OPEN;
	return OK;
}

static int take_event(struct reading *d, const json_t *event)
{
	static const char *const fields[] = {"event", "thread", "object",
		"operation", "arguments", "result", "time", "note", NULL};
	static const char *const ends[] = {[LINEAR_RETURNED] = "return",
		[LINEAR_PENDING] = "pending",
		[LINEAR_BLOCKED] = "blocked"};
	const char *word = json_string_value(json_object_get(event, "event"));
	uint32_t t = 0;

	if (only_fields(d, event, fields))
		return d->err->code;
	if (!word)
		return wrong(d, "no event: \"event\" is \"call\", \"return\", "
				"\"pending\" or \"blocked\"");
	if (find_thread(d, event, &t))
		return d->err->code;
	if (d->waits[t])
		return wrong(d,
			"%s is blocked to the end, and does nothing "
			"more",
			d->r->threads.name[t]);
	if (strcmp(word, "call") == 0)
		return take_call(d, event, t);
	for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
		if (strcmp(word, ends[i]) != 0)
			continue;
		if (json_object_get(event, "arguments") ||
			json_object_get(event, "operation") ||
			json_object_get(event, "object"))
			return wrong(d, "operation, object and arguments are "
					"those of the call");
		return take_end(d, event, t, i);
	}
	return wrong(d,
		"no event '%.60s': there is call, return, pending and "
		"blocked",
		word);
}

/* --- the first line ---------------------------------------------------------
 */

static int take_initial(
	struct reading *d, const json_t *j, struct linear_object *o)
{
	if (!j)
		return OK;
	if (!o->spec->initial)
		return wrong(d,
			"a %s begins empty: \"initial\" is of a "
			"register, counter or semaphore",
			o->spec->name);
	if (value_of(d, j, &o->initial))
		return d->err->code;
	if (!is_plain(o->initial) ||
		(o->spec->number && o->initial < VALUE_LEAST))
		return wrong(d, "\"initial\" of a %s is a number%s",
			o->spec->name, o->spec->number ? "" : " or a text");
	if (o->spec->number && !o->spec->negative && o->initial < 0)
		return wrong(d, "\"initial\" of a %s is not negative",
			o->spec->name);
	return OK;
}

static int take_object(struct reading *d, const json_t *object)
{
	static const char *const fields[] = {"name", "spec", "initial", NULL};
	const char *name = json_string_value(json_object_get(object, "name"));
	const char *spec = json_string_value(json_object_get(object, "spec"));
	size_t was = d->r->objects.names;
	uint32_t n;

	if (only_fields(d, object, fields))
		return d->err->code;
	if (!name || !spec)
		return wrong(d, "an object has a name and a spec: {\"name\": "
				"\"q\", \"spec\": \"queue\"}");
	if (!is_printable(name))
		return wrong(d, "a name is of printable characters");
	if (!linear_spec_named(spec))
		return wrong(d,
			"no specification '%.60s'; 'scarp help "
			"linearize' lists those there are",
			spec);
	if (add_object(d, name, linear_spec_named(spec), &n))
		return d->err->code;
	if (d->r->objects.names == was)
		return wrong(d, "object '%.60s' comes twice", name);
	return take_initial(
		d, json_object_get(object, "initial"), &d->r->object[n]);
}

static int take_header(struct reading *d, const json_t *header)
{
	static const char *const fields[] = {
		"format", "version", "objects", "note", NULL};
	const char *format =
		json_string_value(json_object_get(header, "format"));
	const json_t *version = json_object_get(header, "version"), *objects,
		     *one;
	size_t i;

	if (!format || strcmp(format, "scarp-history") != 0)
		return wrong(d, "not a history: its \"format\" is not "
				"\"scarp-history\"");
	if (json_integer_value(version) != 1)
		return wrong(d, "a history of another version of scarp: "
				"\"version\" is not 1");
	if (only_fields(d, header, fields))
		return d->err->code;
	objects = json_object_get(header, "objects");
	if (objects && !json_is_array(objects))
		return wrong(d, "\"objects\" is a list");
	json_array_foreach((json_t *)objects, i, one)
	{
		if (take_object(d, one))
			return d->err->code;
	}
	return OK;
}

/* --- the file ---------------------------------------------------------------
 */

static int take_line(struct reading *d, const char *line, size_t length)
{
	json_error_t why;
	json_t *all;
	int code;

	if (strspn(line, " \t\r\n") == length)
		return OK;
	all = json_loadb(line, length, JSON_REJECT_DUPLICATES, &why);
	if (!all)
		return wrong(d,
			line[length - 1] == '\n'
				? "not JSON: %.150s"
				: "the file is cut off here: %.150s",
			why.text);
	if (!json_is_object(all))
		code = wrong(d, "not an event: {\"event\": \"call\", ...}");
	else if (json_object_get(all, "format"))
		code = d->r->history.ops || d->r->objects.names
			       ? wrong(d, "\"format\" belongs into the first "
					  "line")
			       : take_header(d, all);
	else
		code = take_event(d, all);
	json_decref(all);
	return code;
}

struct moment {
	long double time;
	uint32_t op;
	unsigned line;
	bool back;
};

/* What has one time may overlap: calls first. */
static int by_time(const void *a, const void *b)
{
	const struct moment *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	if (x->back != y->back)
		return x->back - y->back;
	return x->line < y->line ? -1 : x->line > y->line;
}

static int give_ranks(struct reading *d)
{
	struct recorded *r = d->r;
	struct moment *moment = calloc(2 * r->history.ops + 1, sizeof *moment);
	uint32_t n = 0;

	if (!moment)
		return no_memory(d);
	for (uint32_t i = 0; i < r->history.ops; i++) {
		const struct recorded_op *op = &r->op[i];

		moment[n++] =
			(struct moment){op->call_time, i, op->call_line, false};
		if (op->back_line)
			moment[n++] = (struct moment){
				op->back_time, i, op->back_line, true};
	}
	qsort(moment, n, sizeof *moment, by_time);
	for (uint32_t rank = 0; rank < n; rank++)
		if (moment[rank].back)
			r->history.op[moment[rank].op].back = rank;
		else
			r->history.op[moment[rank].op].call = rank;
	free(moment);
	return OK;
}

static int read_lines(struct reading *d, FILE *f)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t length;
	int code = OK;

	errno = 0;
	while (!code && (length = getline(&line, &room, f)) > 0) {
		d->line++;
		code = take_line(d, line, (size_t)length);
	}
	free(line);
	if (!code && ferror(f))
		return fail(d->err, ERR_USAGE,
			"cannot read '%.180s': %s" SC(431), d->r->path,
			strerror(errno));
	if (!code && !d->r->history.ops)
		return fail(d->err, ERR_USAGE,
			"'%.180s' is no history: it has no call" SC(433),
			d->r->path);
	return code;
}

int recorded_read(struct recorded *r, const char *path,
	const struct linear_spec *spec, struct err *err)
{
	struct reading d = {.r = r, .spec = spec, .err = err};
	FILE *f = strcmp(path, "-") == 0 ? stdin : fopen(path, "re");
	int code;

	*r = (struct recorded){.path = path};
	if (!f)
		return fail(err, ERR_USAGE, "cannot open '%.180s': %s" SC(431),
			path, strerror(errno));
	code = read_lines(&d, f);
	if (!code)
		code = give_ranks(&d);
	if (f != stdin)
		fclose(f);
	free(d.open);
	free(d.last);
	free(d.waits);
	return code;
}
