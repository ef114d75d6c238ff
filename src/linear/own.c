/* SPDX-License-Identifier: MIT */
/* own.c - the tree of serial histories, and its steps
 *
 * A state is a set of nodes: one, but for operations that have not returned,
 * whose results are not known.
 */
#include "linear/own.h"

#include <string.h>

#include "linear/spec.h"

enum {
	UNKNOWN = UINT32_MAX /* a label that no serial execution has */
};

static struct own_set *used;
static bool too_large;

void own_use(struct own_set *set)
{
	used = set;
}

struct own_set *own_used(void)
{
	return used;
}

bool own_too_large(void)
{
	bool was = too_large;

	too_large = false;
	return was;
}

/* --- labels -----------------------------------------------------------------
 */

static bool same_value(const struct noted_value *a, const struct noted_value *b)
{
	return a->kind == b->kind && a->life == b->life &&
	       a->number == b->number && a->size == b->size &&
	       memcmp(a->byte, b->byte, a->size) == 0;
}

static bool same_label(
	const struct own_label *l, const struct noted_op *op, bool returned)
{
	if (l->thread != op->thread || l->life != op->life ||
		l->returned != returned || l->arguments != op->arguments ||
		strcmp(l->name, op->name) != 0)
		return false;
	for (uint32_t i = 0; i < op->arguments; i++)
		if (!same_value(&l->argument[i], &op->argument[i]))
			return false;
	return !returned || same_value(&l->result, &op->result);
}

static uint32_t label_find(
	const struct own_set *set, const struct noted_op *op, bool returned)
{
	for (uint32_t i = 1; i <= set->labels; i++)
		if (same_label(&set->label[i], op, returned))
			return i;
	return UNKNOWN;
}

/* UNKNOWN: there is no room. */
static uint32_t label_add(
	struct own_set *set, const struct noted_op *op, bool returned)
{
	uint32_t is = label_find(set, op, returned), call;
	struct own_label *l;

	if (is != UNKNOWN)
		return is;
	call = returned ? label_add(set, op, false) : set->labels + 1;
	if (call == UNKNOWN || set->labels + 1 >= OWN_LABELS)
		return UNKNOWN;
	l = &set->label[set->labels + 1];
	memset(l, 0, sizeof *l);
	l->thread = op->thread;
	l->life = op->life;
	l->returned = returned;
	l->arguments = op->arguments;
	l->call = call;
	memcpy(l->name, op->name, sizeof l->name);
	for (uint32_t i = 0; i < op->arguments; i++)
		l->argument[i] = op->argument[i];
	if (returned)
		l->result = op->result;
	return ++set->labels;
}

/* --- the tree ---------------------------------------------------------------
 */

static uint32_t child(const struct own_set *set, uint32_t node, uint32_t label)
{
	uint32_t i = set->node[node].first;

	while (i && set->node[i].label != label)
		i = set->node[i].next;
	return i;
}

/* Does the same call come to something else here? */
static bool forks(const struct own_set *set, uint32_t node, uint32_t label)
{
	for (uint32_t i = set->node[node].first; i; i = set->node[i].next)
		if (set->label[set->node[i].label].call ==
			set->label[label].call)
			return true;
	return false;
}

/* OWN_NONE: no room. */
static uint32_t node_new(struct own_set *set)
{
	if (set->nodes + 1 >= OWN_NODES)
		return OWN_NONE;
	memset(&set->node[set->nodes + 1], 0, sizeof *set->node);
	return ++set->nodes;
}

static uint32_t child_add(struct own_set *set, uint32_t node, uint32_t label)
{
	uint32_t is = child(set, node, label);

	if (is)
		return is;
	is = node_new(set);
	if (!is)
		return OWN_NONE;
	set->forks += forks(set, node, label);
	set->node[is].label = label;
	set->node[is].next = set->node[node].first;
	set->node[node].first = is;
	return is;
}

/* Which of those at its address is it? */
static uint32_t nth_of(const struct operations *n, uint32_t object)
{
	uint32_t nth = 0;

	for (uint32_t i = 0; i < object; i++)
		nth += n->object[i].address == n->object[object].address;
	return nth;
}

static uint32_t root_find(
	const struct own_set *set, const struct operations *n, uint32_t object)
{
	uint32_t nth = nth_of(n, object);

	for (uint32_t i = 1; i <= set->roots; i++)
		if (set->root[i].address == n->object[object].address &&
			set->root[i].nth == nth)
			return set->root[i].node;
	return OWN_NONE;
}

static uint32_t root_add(
	struct own_set *set, const struct operations *n, uint32_t object)
{
	uint32_t node = root_find(set, n, object);

	if (node || set->roots == OWN_ROOTS)
		return node;
	node = node_new(set);
	if (node)
		set->root[++set->roots] = (struct own_root){
			n->object[object].address, nth_of(n, object), node};
	return node;
}

/* False: no room.  Behind what neither returns nor waits nothing is known. */
static bool add_object(
	struct own_set *set, const struct operations *n, uint32_t object)
{
	uint32_t node = root_add(set, n, object), before = set->nodes;

	for (uint32_t i = 0; i < n->ops && node; i++) {
		const struct noted_op *op = &n->op[i];
		uint32_t label;

		if (op->object != object)
			continue;
		if (op->end == LINEAR_PENDING)
			break;
		label = label_add(set, op, op->end == LINEAR_RETURNED);
		node = label == UNKNOWN ? OWN_NONE
					: child_add(set, node, label);
	}
	set->histories += set->nodes > before;
	return node != OWN_NONE;
}

void own_add(struct own_set *set, const struct operations *n)
{
	if (n->too_many)
		set->full = 1;
	for (uint32_t i = 0; i < n->objects; i++)
		if (!n->object[i].spec[0] && !add_object(set, n, i))
			set->full = 1;
}

/* --- steps ------------------------------------------------------------------
 */

static void begin(struct linear_state *s, value initial)
{
	s->word[0] = initial;
	s->words = 1;
}

/* Does the edge to this node fit? */
static bool fits(const struct linear_op *op, uint32_t node)
{
	uint32_t label = used->node[node].label;
	const struct own_label *l = &used->label[label];

	return op->end == LINEAR_PENDING ? l->returned && l->call == op->name
					 : label == op->name;
}

static bool waits(const struct linear_state *s, const struct linear_op *op)
{
	for (size_t i = 0; i < s->words; i++)
		if (child(used, (uint32_t)s->word[i], op->name))
			return true;
	return false;
}

static enum linear_step step(struct linear_state *s, const struct linear_op *op)
{
	static value next[STATE_WORDS(NOTED_OPS)]; /* stacks may be small */
	size_t n = 0, room = s->words + 2;

	if (op->end == LINEAR_BLOCKED)
		return waits(s, op) ? STEP_WAITS : STEP_UNFIT;
	if (room > STATE_WORDS(NOTED_OPS))
		room = STATE_WORDS(NOTED_OPS);
	for (size_t i = 0; i < s->words; i++) {
		uint32_t node = used->node[s->word[i]].first;

		for (; node; node = used->node[node].next) {
			if (!fits(op, node))
				continue;
			if (n == room) {
				too_large = true;
				return STEP_UNFIT;
			}
			next[n++] = node;
		}
	}
	if (!n)
		return STEP_UNFIT;
	memcpy(s->word, next, n * sizeof *next);
	s->words = n;
	return STEP_FITS;
}

static bool pure(const struct linear_op *op)
{
	(void)op;
	return false;
}

static const struct linear_name names[] = {
	{NULL, NULL, 0, RESULT_NOTHING, false},
};

static const struct linear_spec own = {
	.name = "own",
	.what = "the test's own operations, each made whole",
	.names = names,
	.by_thread = true,
	.initial = true,
	.begin = begin,
	.step = step,
	.pure = pure,
};

/* --- in the words of a history ----------------------------------------------
 */

bool own_object(
	const struct operations *n, uint32_t object, struct linear_object *out)
{
	if (!used || used->task != OWN_JUDGE || n->object[object].spec[0])
		return false;
	*out = (struct linear_object){&own, root_find(used, n, object)};
	return true;
}

bool own_is(const struct linear_object *o)
{
	return o->spec == &own;
}

bool own_operation(const struct noted_op *from, struct linear_op *op)
{
	if (!used)
		return false;
	op->name = label_find(used, from, from->end == LINEAR_RETURNED);
	return true;
}
