/* SPDX-License-Identifier: MIT */
/* dot.c - the steps of a bug as a graph: a box for each thread, an arrow for
 * each step that comes behind another
 *
 * Of the steps those that the report shows, and those that order threads.
 */
#include <stdlib.h>

#include "cli/formats/escape.h"
#include "cli/formats/formats.h"

enum {
	NODES_MOST = 400 /* no picture has room for more */
};

struct graph {
	const json_t *bug, *steps;
	FILE *out;
	bool *node; /* of each step */
	size_t count;
};

static void want(struct graph *g, const json_t *at)
{
	if (json_is_integer(at) && json_integer_value(at) >= 0 &&
		(size_t)json_integer_value(at) < g->count)
		g->node[json_integer_value(at)] = true;
}

static void choose(struct graph *g)
{
	const json_t *one, *at;
	size_t i, k;

	json_array_foreach(g->steps, i, one)
	{
		const json_t *after = json_object_get(one, "after");

		g->node[i] |= is_true(one, "shown") || json_array_size(after);
		json_array_foreach(after, k, at)
		{
			want(g, at);
		}
	}
}

/* The first quarter and the last ones stay; how many go. */
static size_t thin(struct graph *g)
{
	size_t nodes = 0, seen = 0, gone = 0;

	for (size_t i = 0; i < g->count; i++)
		nodes += g->node[i];
	for (size_t i = 0; nodes > NODES_MOST && i < g->count; i++)
		if (g->node[i] && seen++ >= NODES_MOST / 4 &&
			nodes - seen >= NODES_MOST - NODES_MOST / 4) {
			g->node[i] = false;
			gone++;
		}
	return gone;
}

static void label(struct graph *g, const char *text)
{
	fputc('"', g->out);
	escape_dot(text, g->out);
	fputc('"', g->out);
}

static void node(struct graph *g, size_t i, const json_t *step)
{
	char place[300], text[700];
	const char *what = text_of(step, "text");

	place_of(frame_of(g->bug, step), place, sizeof place);
	snprintf(text, sizeof text, "%s%s%s", what, *place ? "\n" : "", place);
	text_whole(text);
	fprintf(g->out, "\t\ts%zu [label=", i);
	label(g, text);
	fprintf(g->out, "%s];\n",
		is_true(step, "failed")	   ? ", style=filled, fillcolor=salmon"
		: is_true(step, "blocked") ? ", style=dotted"
					   : "");
}

static bool is_of(const json_t *step, const char *thread)
{
	const char *t = text_of(step, "thread");

	while (*t && *t == *thread)
		t++, thread++;
	return *t == *thread;
}

/* Its steps, each behind the one before. */
static void cluster(struct graph *g, size_t n, const json_t *thread)
{
	const char *name = text_of(thread, "thread");
	size_t i, last = g->count;
	const json_t *one;

	fprintf(g->out, "\tsubgraph cluster_%zu {\n\t\tlabel=", n);
	label(g, text_of(thread, "name"));
	fprintf(g->out, ";\n");
	json_array_foreach(g->steps, i, one)
	{
		if (!g->node[i] || !is_of(one, name))
			continue;
		node(g, i, one);
		if (last < g->count)
			fprintf(g->out, "\t\ts%zu -> s%zu;\n", last, i);
		last = i;
	}
	fprintf(g->out, "\t}\n");
}

static void arrows(struct graph *g, const char *key, const char *style)
{
	const json_t *one, *from;
	size_t i, k;

	json_array_foreach(g->steps, i, one)
		json_array_foreach(json_object_get(one, key), k, from)
	{
		json_int_t at = json_integer_value(from);

		if (g->node[i] && at >= 0 && (size_t)at < g->count &&
			g->node[at])
			fprintf(g->out,
				"\ts%lld -> s%zu [%s, constraint=true];\n",
				(long long)at, i, style);
	}
}

static void title(struct graph *g, size_t gone)
{
	const json_t *one, *notes = json_object_get(
				   json_object_get(g->bug, "trace"), "notes");
	size_t i;

	fprintf(g->out, "\tlabel=\"");
	escape_dot(text_of(g->bug, "title"), g->out);
	if (gone)
		fprintf(g->out, "\\n%zu steps are left out", gone);
	json_array_foreach(notes, i, one)
	{
		fprintf(g->out, "\\n");
		escape_dot(json_string_value(one) ? json_string_value(one) : "",
			g->out);
	}
	fprintf(g->out, "\";\n");
}

static void write(const struct document *d, size_t n, FILE *out)
{
	struct graph g = {.bug = document_bug(d), .out = out};
	const json_t *one;
	size_t i, gone;

	g.steps = steps_of(g.bug);
	g.count = json_array_size(g.steps);
	g.node = calloc(g.count + 1, sizeof *g.node);
	if (!g.node)
		return;
	choose(&g);
	gone = thin(&g);
	fprintf(out, "digraph scarp {\n\tnode [shape=box, "
		     "fontname=\"monospace\"];\n\tlabelloc=t;\n");
	title(&g, gone);
	json_array_foreach(
		json_object_get(json_object_get(g.bug, "trace"), "threads"), i,
		one)
	{
		cluster(&g, i, one);
	}
	arrows(&g, "after", "color=blue");
	arrows(&g, "after_data", "color=red, style=dashed");
	fprintf(out, "}\n");
	free(g.node);
}

const struct format format_dot = {.name = "dot",
	.what = "the steps of a bug as a graph for graphviz: what comes behind "
		"what",
	.write = write};
