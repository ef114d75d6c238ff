/* SPDX-License-Identifier: MIT */
#include "report/covered.h"

#include "report/sentence.h"

enum {
	LEAST = 100 /* executions before anything is said of the unseen */
};

#define NEARLY_ALL 0.99

double covered_most(const struct covered *c)
{
	double most = c->order.unseen + 2 * c->order.error;
	double least = 3 / (double)c->executions; /* what says nothing of it */

	most = most > least ? most : least;
	return most < 1 ? most : 1;
}

static void one_in(char *out, size_t size, double probability)
{
	double n = 1 / probability;
	char amount[32];

	sentence_amount(amount, sizeof amount, n);
	if (n < 10)
		snprintf(out, size, "%.0f in 100", 100 * probability);
	else
		snprintf(out, size, "1 in %s", amount);
}

static void print_unseen(const struct covered *c, FILE *out)
{
	char about[48], most[48];

	if (c->executions < LEAST)
		return;
	one_in(most, sizeof most, covered_most(c));
	if (c->order.once < 1) {
		fprintf(out,
			"  unseen: little: fewer than %s executions would "
			"show another order, an estimate\n",
			most);
		return;
	}
	if (c->order.unseen > NEARLY_ALL) {
		fprintf(out,
			"  unseen: nearly every execution would show another "
			"order, an estimate\n");
		return;
	}
	one_in(about, sizeof about, c->order.unseen);
	fprintf(out,
		"  unseen: about %s executions would show another order "
		"(hardly more than %s), an estimate\n",
		about, most);
}

void covered_print(const struct samples *s, FILE *out)
{
	char orders[32], locks[32], pairs[32];
	struct covered c;

	if (!s || !s->executions)
		return;
	c = shown_count(s);
	sentence_amount(orders, sizeof orders, c.order.kinds);
	sentence_amount(locks, sizeof locks, c.lock_order.kinds);
	sentence_amount(pairs, sizeof pairs, c.pairs.kinds);
	fprintf(out,
		"  seen: %s%s order%s of operations, %s%s of locks, %s%s "
		"pair%s of places that meet\n",
		c.order.exact ? "" : "about ", orders,
		c.order.kinds == 1 ? "" : "s",
		c.lock_order.exact ? "" : "about ", locks,
		c.pairs.exact ? "" : "about ", pairs,
		c.pairs.kinds == 1 ? "" : "s");
	print_unseen(&c, out);
}

static json_t *kinds(const struct species_count *s)
{
	json_t *one = json_object();

	json_object_set_new(one, "seen", json_real(s->kinds));
	json_object_set_new(one, "once", json_real(s->once));
	json_object_set_new(one, "exact", json_boolean(s->exact));
	json_object_set_new(one, "new", json_real(s->unseen));
	json_object_set_new(one, "error", json_real(s->error));
	json_object_set_new(one, "more", json_real(s->more));
	return one;
}

json_t *json_covered(const struct samples *s)
{
	struct covered c;
	json_t *one;

	if (!s || !s->executions)
		return json_null();
	c = shown_count(s);
	one = json_object();
	json_object_set_new(
		one, "executions", json_integer((json_int_t)c.executions));
	json_object_set_new(one, "partly", json_integer((json_int_t)c.partly));
	json_object_set_new(one, "orders", kinds(&c.order));
	json_object_set_new(one, "lock_orders", kinds(&c.lock_order));
	json_object_set_new(one, "pairs", kinds(&c.pairs));
	json_object_set_new(one, "new_at_most", json_real(covered_most(&c)));
	return one;
}
