/* SPDX-License-Identifier: MIT */
#include "cli/linear/clients.h"

#include <stdio.h>
#include <string.h>

int clients_begin(struct clients *c, const struct client_table *table,
	uint64_t most_ops, uint64_t most_threads, struct err *err)
{
	if (most_ops < 1 || most_ops > CLIENT_OPS)
		return fail(err, ERR_USAGE,
			"'--operations' is 1 to %d, the operations of a "
			"client, not %llu" SC(655),
			CLIENT_OPS, (unsigned long long)most_ops);
	if (most_threads < 1 || most_threads > CLIENT_THREADS)
		return fail(err, ERR_USAGE,
			"'--threads' is 1 to %d, the threads of a client, not "
			"%llu" SC(655),
			CLIENT_THREADS, (unsigned long long)most_threads);
	*c = (struct clients){.table = table,
		.most_ops = (unsigned)most_ops,
		.most_threads = (unsigned)most_threads};
	return OK;
}

/* --- one operation ----------------------------------------------------------
 */

static unsigned values_of(const struct client_table *t, unsigned set)
{
	return t->set[set].kind == VALUES_FRESH ? 1 : t->set[set].n;
}

/* The values of that set that operations before number i have: how many fresh
 * or alike ones, which are numbered as they occur. */
static unsigned values_used(const struct clients *c, unsigned set, unsigned i,
	const struct client_op *here, unsigned arguments)
{
	unsigned most = 0;

	for (unsigned k = 0; k <= i; k++) {
		const struct client_op *op = k < i ? &c->op[k] : here;
		const struct client_action *a = &c->table->action[op->action];
		unsigned n = k < i ? a->arguments : arguments;

		for (unsigned j = 0; j < n; j++)
			if (a->set[j] == set && op->value[j] + 1u > most)
				most = op->value[j] + 1u;
	}
	return most;
}

/* The way number `way` to call an operation, as number i.  1: there is one; 0:
 * it is for another client; -1: there are no more. */
static int call(struct clients *c, unsigned i, int way)
{
	const struct client_table *t = c->table;
	struct client_op *op = &c->op[i];
	unsigned left = (unsigned)way, ways = 0;
	unsigned a;

	for (a = 0; a < t->actions; a++) {
		ways = 1;
		for (unsigned j = 0; j < t->action[a].arguments; j++)
			ways *= values_of(t, t->action[a].set[j]);
		if (left < ways)
			break;
		left -= ways;
	}
	if (a == t->actions)
		return -1;
	*op = (struct client_op){.action = (uint8_t)a};
	for (unsigned j = 0; j < t->action[a].arguments; j++) {
		unsigned set = t->action[a].set[j];
		unsigned used;

		ways /= values_of(t, set);
		op->value[j] = (uint8_t)(left / ways);
		left %= ways;
		if (t->set[set].kind == VALUES_LISTED)
			continue;
		used = values_used(c, set, i, op, j);
		if (t->set[set].kind == VALUES_FRESH)
			op->value[j] = (uint8_t)used;
		else if (op->value[j] > used)
			return 0;
	}
	return 1;
}

static unsigned thread_of(const struct clients *c, unsigned i)
{
	unsigned t = 0;

	while (i >= c->length[t])
		i -= c->length[t++];
	return t;
}

/* All operations of its role are of one thread. */
static bool roles_fit(const struct clients *c, unsigned i)
{
	const struct client_action *all = c->table->action;
	unsigned role = all[c->op[i].action].role;

	for (unsigned k = 0; role && k < i; k++)
		if (all[c->op[k].action].role == role &&
			thread_of(c, k) != thread_of(c, i))
			return false;
	return true;
}

/* --- is it the first of those that are the same? ----------------------------
 */

/* Values of each set, by their old number: the new one + 1. */
struct anew {
	uint8_t name[CLIENT_SETS][CLIENT_OPS * CLIENT_ARGUMENTS];
	uint8_t used[CLIENT_SETS];
};

static uint8_t named(struct anew *n, unsigned set, uint8_t value)
{
	if (!n->name[set][value])
		n->name[set][value] = ++n->used[set];
	return (uint8_t)(n->name[set][value] - 1);
}

/* < 0: with its threads in this order, and its values numbered anew, it comes
 * before itself. */
static int compare(const struct clients *c, const unsigned *order)
{
	const struct client_table *t = c->table;
	unsigned from[CLIENT_THREADS] = {0}, at = 0;
	struct anew n;

	memset(&n, 0, sizeof n);
	for (unsigned k = 1; k < c->threads; k++)
		from[k] = from[k - 1] + c->length[k - 1];
	for (unsigned k = 0; k < c->threads; k++)
		for (unsigned i = 0; i < c->length[order[k]]; i++, at++) {
			const struct client_op *a = &c->op[from[order[k]] + i];
			const struct client_op *b = &c->op[at];

			if (a->action != b->action)
				return a->action - b->action;
			for (unsigned j = 0; j < t->action[a->action].arguments;
				j++) {
				unsigned set = t->action[a->action].set[j];
				uint8_t v = a->value[j];

				if (t->set[set].kind != VALUES_LISTED)
					v = named(&n, set, v);
				if (v != b->value[j])
					return v - b->value[j];
			}
		}
	return 0;
}

/* Tries all orders that exchange threads of one length. */
static bool is_first(const struct clients *c, unsigned *order, unsigned k)
{
	if (k == c->threads)
		return compare(c, order) >= 0;
	for (unsigned t = 0; t < c->threads; t++) {
		bool taken = c->length[t] != c->length[k];

		for (unsigned i = 0; i < k; i++)
			taken |= order[i] == t;
		order[k] = t;
		if (!taken && !is_first(c, order, k + 1))
			return false;
	}
	return true;
}

static bool wanted(const struct clients *c)
{
	unsigned order[CLIENT_THREADS];

	return c->table->threads_differ || is_first(c, order, 0);
}

/* --- how many operations the threads have -----------------------------------
 */

/* The rest after thread t, as much as possible in front.  False: it does not
 * fit: a thread has at most as many as the one before it, and at least one. */
static bool spread(struct clients *c, unsigned t, unsigned rest)
{
	bool differ = c->table->threads_differ;

	for (; t < c->threads; t++) {
		unsigned behind = differ ? 0 : c->threads - 1 - t, n;

		if (rest < behind)
			return false;
		n = rest - behind;
		if (!differ && t && n > c->length[t - 1])
			n = c->length[t - 1];
		if (!differ && !n)
			return false;
		c->length[t] = n;
		rest -= n;
	}
	return !rest;
}

/* The next lengths of as many threads. */
static bool next_lengths(struct clients *c)
{
	unsigned rest = 0;

	for (unsigned t = c->threads; t-- > 0; rest += c->length[t]) {
		unsigned old = c->length[t];

		while (c->length[t] > 0) {
			c->length[t]--;
			if (spread(c, t + 1, rest + old - c->length[t]))
				return true;
		}
		c->length[t] = old;
	}
	return false;
}

static bool next_shape(struct clients *c)
{
	bool differ = c->table->threads_differ;

	if (c->ops && next_lengths(c))
		return true;
	if (!differ && c->ops && c->threads < c->most_threads &&
		c->threads < c->ops) {
		c->threads++;
	} else {
		if (c->ops == c->most_ops)
			return false;
		c->ops++;
		c->threads = differ ? c->most_threads : 1;
	}
	return spread(c, 0, c->ops);
}

/* The next ways from operation i on. */
static bool next_ways(struct clients *c, unsigned i)
{
	for (;;) {
		int is = call(c, i, ++c->way[i]);

		if (is < 0) {
			if (i-- == 0)
				return false;
			continue;
		}
		if (!is || !roles_fit(c, i))
			continue;
		if (i + 1 < c->ops)
			c->way[++i] = -1;
		else if (wanted(c))
			return true;
	}
}

bool clients_next(struct clients *c)
{
	bool more = c->ops && next_ways(c, c->ops - 1);

	while (!more) {
		if (!next_shape(c))
			return false;
		c->way[0] = -1;
		more = next_ways(c, 0);
	}
	c->number++;
	return true;
}

unsigned client_callers(const struct clients *c)
{
	unsigned n = 0;

	for (unsigned t = 0; t < c->threads; t++)
		n += c->length[t] > 0;
	return n;
}

static long long value_at(
	const struct client_table *t, unsigned set, uint8_t value)
{
	return t->set[set].kind == VALUES_FRESH ? value + 1
						: t->set[set].value[value];
}

void client_say(const struct clients *c, char *out, size_t size)
{
	FILE *f = fmemopen(out, size, "w");
	unsigned i = 0;

	out[0] = '\0';
	if (!f)
		return;
	for (unsigned t = 0; t < c->threads; t++) {
		if (t)
			fputs(c->length[t - 1] ? " |" : "|", f);
		for (unsigned k = 0; k < c->length[t]; k++, i++) {
			const struct client_action *a =
				&c->table->action[c->op[i].action];

			fprintf(f, "%s%s", k ? ", " : t ? " " : "", a->name);
			for (unsigned j = 0; j < a->arguments; j++)
				fprintf(f, "%s%lld", j ? "," : "(",
					value_at(c->table, a->set[j],
						c->op[i].value[j]));
			if (a->arguments)
				fputc(')', f);
		}
	}
	fclose(f);
}
