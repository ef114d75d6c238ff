/* SPDX-License-Identifier: MIT */
/* linearize.c - `scarp linearize --history FILE`: does anything explain it?
 * Of a test, all_clients.h.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/linear/all_clients.h"
#include "cli/linear/answer.h"
#include "report/picture.h"
#include "report/why.h"
#include "cli/processes/machine.h"
#include "cli/words/cli.h"
#include "cli/words/near.h"
#include "cli/words/options.h"

enum {
	STEPS = 200000000, /* a minute or so */
	WIDTH = 80,
	WIDTH_MAX = 1000,
};

struct order {
	struct options o;
	const struct linear_spec *spec;
	enum linear_condition condition;
	struct linear_limits limits;
};

static int find_spec(struct order *order, struct err *err)
{
	const char *name = order->o.spec;
	struct near near;
	char hint[64], list[300] = "";

	if (!name)
		return OK;
	order->spec = linear_spec_named(name);
	if (order->spec)
		return OK;
	near = near_to(name, strlen(name));
	for (unsigned i = 0; linear_spec_at(i); i++) {
		near_try(&near, linear_spec_at(i)->name);
		snprintf(list + strlen(list), sizeof list - strlen(list),
			"%s%s", i ? ", " : "", linear_spec_at(i)->name);
	}
	near_say(&near, "", hint, sizeof hint);
	return fail(err, ERR_USAGE,
		"no specification '%.60s'%s%s there is: %s" SC(409), name, hint,
		near_then(hint), list);
}

static int find_condition(struct order *order, struct err *err)
{
	const char *name = order->o.condition;

	for (int i = 0; name && i < LINEAR_CONDITIONS; i++)
		if (strcmp(name, linear_condition_name[i]) == 0) {
			order->condition = i;
			return OK;
		}
	if (!name)
		return OK;
	return fail(err, ERR_USAGE,
		"no condition '%.60s'; there is: %s, %s, %s, %s" SC(409), name,
		linear_condition_name[0], linear_condition_name[1],
		linear_condition_name[2], linear_condition_name[3]);
}

static int judge(struct order *order, int argc, char **argv, struct err *err)
{
	struct options *o = &order->o;

	if (o->rest < argc)
		return fail(err, ERR_USAGE,
			"'scarp linearize' takes no '%.60s': a recorded "
			"history is named by '--history %.60s'" SC(411),
			argv[o->rest], argv[o->rest]);
	if (!o->history)
		return fail(err, ERR_USAGE,
			"'scarp linearize' wants a history: --history FILE, or "
			"a test with operations, by its path "
			"('scarp help linearize')" SC(411));
	if (o->given.threads || o->given.operations)
		return fail(err, ERR_USAGE,
			"'--%s' is about the clients of a test, and a recorded "
			"history has its own" SC(658),
			o->given.threads ? "threads" : "operations");
	order->limits.steps = o->given.limit ? o->limit : STEPS;
	order->limits.memory = o->given.memory
				       ? (size_t)o->memory << 20
				       : (size_t)machine_available() / 2;
	if (o->given.memory && (!o->memory || o->memory > 1 << 24))
		return fail(err, ERR_USAGE,
			"'--memory' is 1 to 16777216 MiB, not %llu" SC(410),
			(unsigned long long)o->memory);
	if (find_spec(order, err))
		return err->code;
	return find_condition(order, err);
}

int answer_width(void)
{
	const char *columns = getenv("COLUMNS");
	struct winsize w;

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) == 0 && w.ws_col > 1)
		return w.ws_col;
	if (columns && atoi(columns) > 1)
		return atoi(columns) < WIDTH_MAX ? atoi(columns) : WIDTH_MAX;
	return WIDTH;
}

/* "queue q", "map m, key 3" */
static void say_where(const struct recorded *r, const struct linear_verdict *v,
	char *out, size_t size)
{
	const char *name = r->objects.name[v->object];
	char key[64];
	int n = snprintf(out, size, "%s%s%.60s",
		r->history.object[v->object].spec->name, *name ? " " : "",
		name);

	if (v->key == VALUE_NONE)
		return;
	recorded_value(r, v->key, key, sizeof key);
	snprintf(out + n, size - (size_t)n, ", key %s", key);
}

static void print_wrong(const struct recorded *r,
	const struct linear_verdict *v, enum linear_condition condition)
{
	char where[200], why[600];
	uint32_t object = r->history.op[v->core[0]].object;
	bool one = true;

	for (size_t i = 0; i < v->cores; i++)
		one &= r->history.op[v->core[i]].object == object;
	say_where(r, v, where, sizeof where);
	printf("not %s: nothing explains %s%zu of %zu operation%s (%s)\n",
		linear_condition_word[condition], v->cores == 1 ? "even " : "",
		v->cores, r->history.ops, r->history.ops == 1 ? "" : "s",
		one ? where : "several objects");
	picture_print(r, v, answer_width(), stdout);
	why_say(r, v, condition, why, sizeof why);
	printf("no order explains it: %s\n", why);
}

static int print(const struct recorded *r, const struct linear_verdict *v,
	const struct order *order, FILE *out)
{
	char where[200];

	switch (v->answer) {
	case LINEAR_EXPLAINED:
		fprintf(out, "%s: an order explains all %zu operation%s\n",
			linear_condition_word[order->condition], r->history.ops,
			r->history.ops == 1 ? "" : "s");
		return EXIT_GOOD;
	case LINEAR_WRONG:
		print_wrong(r, v, order->condition);
		return EXIT_BUG;
	default:
		break;
	}
	say_where(r, v, where, sizeof where);
	fprintf(out,
		v->answer == LINEAR_NO_STEPS
			? "unknown: no answer after %llu steps (%s); --limit N "
			  "allows more, 0 any number\n"
			: "unknown: no answer within the memory that there is "
			  "after %llu steps (%s); --memory MIB allows more\n",
		(unsigned long long)v->steps, where);
	return EXIT_UNPROVEN;
}

static bool goes_on(const struct linear_op *a, const struct linear_op *b)
{
	return a->thread == b->thread && a->end == LINEAR_PENDING &&
	       b->call > a->call;
}

/* Who went on while a call was pending made what follows before or after it:
 * there is no order of that thread to go by. */
static int has_orders(const struct recorded *r, struct err *err)
{
	const struct linear_history *h = &r->history;

	for (size_t i = 0; i < h->ops; i++)
		for (size_t k = 0; h->op[i].end == LINEAR_PENDING && k < h->ops;
			k++)
			if (goes_on(&h->op[i], &h->op[k]))
				return fail(err, ERR_USAGE,
					"%.180s:%u: %.60s calls again while "
					"its call in line %u is pending, and "
					"sequential consistency goes by the "
					"order of each thread: give what "
					"follows another thread" SC(441),
					r->path, r->op[h->op[k].id].call_line,
					recorded_thread(r, h->op[k].thread),
					r->op[h->op[i].id].call_line);
	return OK;
}

static int run(struct order *order, struct err *err)
{
	struct linear_verdict v = {0};
	struct recorded r;
	int code = EXIT_GOOD;

	recorded_read(&r, order->o.history, order->spec, err);
	if (!err->code && order->condition == LINEAR_SEQUENTIAL)
		has_orders(&r, err);
	if (!err->code) {
		linear_check(&r.history, order->condition, LINEAR_ANY,
			&order->limits, &v);
		if (order->o.json)
			answer_write(
				&r, &v, order->condition, order->o.json, err);
		if (!order->o.json || strcmp(order->o.json, "-") != 0)
			code = print(&r, &v, order, stdout);
		else
			code = v.answer == LINEAR_EXPLAINED ? EXIT_GOOD
			       : v.answer == LINEAR_WRONG   ? EXIT_BUG
							    : EXIT_UNPROVEN;
		if (v.doubt) {
			fprintf(stderr,
				"scarp: two ways to judge this history "
				"disagree: a fault in scarp, please "
				"report it with the history" SC(508) "\n");
			code = EXIT_FAULT;
		}
	}
	linear_verdict_free(&v);
	recorded_free(&r);
	if (!err->code && (fflush(stdout) != 0 || ferror(stdout)))
		fail(err, ERR_IO, "cannot write to standard output" SC(432));
	return err->code ? cli_fail(err) : code;
}

int linearize_main(int argc, char **argv)
{
	struct order order = {.condition = LINEAR_LINEARIZABLE};
	struct err err = {OK, ""};

	options_default(&order.o);
	if (options_parse(&order.o, argc, argv, LINEARIZE | CHECK, &err))
		return cli_fail(&err);
	if (!order.o.help && all_clients_wanted(&order.o, argc, argv))
		return all_clients_main(argc, argv);
	options_default(&order.o);
	if (options_parse(&order.o, argc, argv, LINEARIZE, &err))
		return cli_fail(&err);
	if (order.o.help)
		return help_main(2, (char *[]){"help", "linearize", NULL});
	if (judge(&order, argc, argv, &err))
		return cli_fail(&err);
	return run(&order, &err);
}
