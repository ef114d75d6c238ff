/* SPDX-License-Identifier: MIT */
#include "linear/made.h"
#include "linear/own.h"
#include "linear/spec.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static bool ends(const char *text, size_t size)
{
	return memchr(text, '\0', size) != NULL;
}

static bool is_good(const struct noted_value *v)
{
	return v->kind < NOTED_KINDS && v->size <= NOTED_BYTES;
}

bool noted_good(const struct operations *n)
{
	if (n->ops > NOTED_OPS || n->objects > NOTED_OBJECTS)
		return false;
	for (uint32_t i = 0; i < n->objects; i++)
		if (!ends(n->object[i].spec, NOTED_NAME) ||
			!is_good(&n->object[i].initial))
			return false;
	for (uint32_t i = 0; i < n->ops; i++) {
		const struct noted_op *op = &n->op[i];

		if (op->object >= n->objects || op->end > LINEAR_BLOCKED ||
			op->arguments > LINEAR_ARGUMENTS ||
			!ends(op->name, NOTED_NAME) || !is_good(&op->result) ||
			(op->end == LINEAR_RETURNED) !=
				(op->back != RANK_NEVER) ||
			op->back <= op->call)
			return false;
		for (uint32_t k = 0; k < op->arguments; k++)
			if (!is_good(&op->argument[k]))
				return false;
	}
	return true;
}

static bool same(const struct noted_value *a, const struct noted_value *b)
{
	return a->kind == b->kind && a->life == b->life &&
	       a->number == b->number && a->size == b->size &&
	       memcmp(a->byte, b->byte, a->size) == 0;
}

static value word_of(struct noted_history *h, const struct noted_value *v)
{
	if (v->kind == NOTED_NUMBER && (int64_t)v->number >= VALUE_LEAST)
		return (int64_t)v->number;
	if (v->kind == NOTED_TRUTH)
		return linear_truth(v->number);
	if (v->kind == NOTED_EMPTY)
		return VALUE_EMPTY;
	if (v->kind == NOTED_NOTHING)
		return VALUE_NONE;
	for (uint32_t i = 0; i < h->values; i++)
		if (same(h->value[i], v))
			return VALUE_TEXT + i;
	h->value[h->values] = v;
	return VALUE_TEXT + h->values++;
}

static bool is_plain(value v)
{
	return v >= VALUE_TEXT;
}

static bool is_number(value v)
{
	return v >= VALUE_LEAST;
}

/* Null is "nothing there" where that can be said, a number is a truth where
 * that is wanted. */
static value result_of(struct noted_history *h, const struct noted_value *v,
	enum linear_result_kind kind)
{
	if (kind == RESULT_NOTHING)
		return v->kind == NOTED_NOTHING ? VALUE_NONE : VALUE_EMPTY;
	if (kind == RESULT_TRUTH &&
		(v->kind == NOTED_NUMBER || v->kind == NOTED_POINTER))
		return linear_truth(v->number);
	if (kind == RESULT_OR_EMPTY && v->kind == NOTED_POINTER && !v->number)
		return VALUE_EMPTY;
	return word_of(h, v);
}

static bool fits(value v, enum linear_result_kind kind)
{
	switch (kind) {
	case RESULT_NOTHING:
		return v == VALUE_NONE;
	case RESULT_TRUTH:
		return v == VALUE_YES || v == VALUE_NO;
	case RESULT_VALUE:
		return is_plain(v);
	case RESULT_OR_EMPTY:
		return v == VALUE_EMPTY || is_plain(v);
	case RESULT_NUMBER:
		return is_number(v);
	}
	return false;
}

static const char *const wanted[] = {
	[RESULT_NOTHING] = "SCARP_NOTHING",
	[RESULT_TRUTH] = "SCARP_TRUTH(...)",
	[RESULT_VALUE] = "a number, bytes or a pointer",
	[RESULT_OR_EMPTY] =
		("a number, bytes or a pointer, or SCARP_EMPTY: nothing was "
		 "there"),
	[RESULT_NUMBER] = "SCARP_NUMBER(...)",
};

/* False: `what` says why it is none of its specification. */
static bool take(struct noted_history *h, const struct noted_op *from,
	const struct linear_spec *spec, struct linear_op *op, char *what,
	size_t size)
{
	int name = linear_name_find(spec, from->name);
	const struct linear_name *is;

	if (name < 0) {
		int n = snprintf(what, size,
			"a %s has no '%s'; it has:", spec->name, from->name);

		for (unsigned i = 0;
			spec->names[i].name && n > 0 && (size_t)n < size; i++)
			n += snprintf(what + n, size - (size_t)n, "%s %s",
				i ? "," : "", spec->names[i].name);
		return false;
	}
	is = &spec->names[name];
	op->name = (uint32_t)name;
	if (from->arguments != is->arguments) {
		snprintf(what, size, "'%s' of a %s has %u argument%s, not %u",
			from->name, spec->name, is->arguments,
			is->arguments == 1 ? "" : "s", from->arguments);
		return false;
	}
	for (uint32_t i = 0; i < from->arguments; i++) {
		op->argument[i] = word_of(h, &from->argument[i]);
		if (is->numbers ? !is_number(op->argument[i])
				: !is_plain(op->argument[i])) {
			snprintf(what, size, "'%s' of a %s takes %s",
				from->name, spec->name,
				is->numbers ? "numbers"
					    : "numbers, bytes and pointers");
			return false;
		}
	}
	if (from->end != LINEAR_RETURNED)
		return true;
	op->result = result_of(h, &from->result, is->result);
	if (fits(op->result, is->result))
		return true;
	snprintf(what, size, "what '%s' of a %s returns is %s", from->name,
		spec->name, wanted[is->result]);
	return false;
}

/* Its results are whatever its operations return by themselves. */
static void take_own(struct noted_history *h, const struct noted_op *from,
	struct linear_op *op)
{
	for (uint32_t i = 0; i < from->arguments; i++)
		op->argument[i] = word_of(h, &from->argument[i]);
	if (from->end == LINEAR_RETURNED)
		op->result = word_of(h, &from->result);
	(void)own_operation(from, op);
}

static void take_objects(const struct operations *n, struct noted_history *h)
{
	for (uint32_t i = 0; i < n->objects; i++) {
		const struct noted_object *o = &n->object[i];

		if (!own_object(n, i, &h->object[i]))
			h->object[i] = (struct linear_object){
				linear_spec_named(o->spec),
				word_of(h, &o->initial)};
	}
	h->history = (struct linear_history){h->op, 0, h->object, n->objects};
}

int noted_history(const struct operations *n, struct noted_history *h,
	char *what, size_t size)
{
	h->values = 0;
	take_objects(n, h);
	for (uint32_t i = 0; i < n->ops; i++) {
		const struct noted_op *from = &n->op[i];
		const struct linear_spec *spec = h->object[from->object].spec;
		struct linear_op *op = &h->op[h->history.ops];

		if (!spec)
			continue;
		*op = (struct linear_op){.thread = from->thread,
			.object = from->object,
			.end = from->end,
			.call = from->call,
			.back = from->back,
			.id = i,
			.argument = {VALUE_NONE, VALUE_NONE},
			.result = VALUE_NONE};
		if (own_is(&h->object[from->object]))
			take_own(h, from, op);
		else if (!take(h, from, spec, op, what, size))
			return (int)i;
		h->history.ops++;
	}
	return -1;
}

enum linear_condition noted_condition(const struct noted_history *h)
{
	for (size_t i = 0; i < h->history.objects; i++)
		if (h->object[i].spec && h->object[i].spec->pair)
			return LINEAR_SET;
	return LINEAR_LINEARIZABLE;
}

static void say_bytes(const struct noted_value *v, char *out, size_t size)
{
	size_t n = 0;
	bool text = true;

	for (uint32_t i = 0; i < v->size; i++)
		text &= v->byte[i] >= ' ' && v->byte[i] <= '~';
	n += (size_t)snprintf(out, size, text ? "\"" : "0x");
	for (uint32_t i = 0; i < v->size && n + 4 < size; i++)
		n += (size_t)snprintf(out + n, size - n, text ? "%c" : "%02x",
			text ? v->byte[i] : (unsigned char)v->byte[i]);
	if (text && n + 1 < size)
		snprintf(out + n, size - n, "\"");
}

void noted_say(const struct noted_history *h, value v, char *out, size_t size)
{
	uint32_t nth = 0, i = (uint32_t)(v - VALUE_TEXT);

	out[0] = '\0';
	if (v == VALUE_EMPTY)
		snprintf(out, size, "empty");
	else if (v == VALUE_YES || v == VALUE_NO)
		snprintf(out, size, v == VALUE_YES ? "true" : "false");
	else if (v >= VALUE_LEAST)
		snprintf(out, size, "%" PRId64, v);
	if (v < VALUE_TEXT || v >= VALUE_LEAST || i >= h->values)
		return;
	if (h->value[i]->kind == NOTED_NUMBER) {
		snprintf(out, size, "%" PRId64, (int64_t)h->value[i]->number);
	} else if (h->value[i]->kind == NOTED_PLAIN) {
		say_bytes(h->value[i], out, size);
	} else if (!h->value[i]->number) {
		snprintf(out, size, "null");
	} else {
		for (uint32_t k = 0; k <= i; k++)
			nth += h->value[k]->kind == NOTED_POINTER &&
			       h->value[k]->number;
		snprintf(out, size, "p%u", nth);
	}
}

void noted_say_operation(const struct operations *n,
	const struct noted_history *h, size_t i, bool back, char *out,
	size_t size)
{
	const struct noted_op *op = &n->op[h->op[i].id];
	size_t used = (size_t)snprintf(out, size, "%s", op->name);
	char one[2 * NOTED_BYTES + 8];

	for (uint32_t k = 0; k < op->arguments && used < size; k++) {
		noted_say(h, h->op[i].argument[k], one, sizeof one);
		used += (size_t)snprintf(out + used, size - used, "%s%s%s",
			k ? ", " : "(", one, k + 1 == op->arguments ? ")" : "");
	}
	if (!back || h->op[i].result == VALUE_NONE || used >= size)
		return;
	noted_say(h, h->op[i].result, one, sizeof one);
	snprintf(out + used, size - used, " -> %s", one);
}
