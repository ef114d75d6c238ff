/* SPDX-License-Identifier: MIT */
/* plot_found.c - programs found within so many schedules, by technique */
#include <math.h>
#include <stdlib.h>

#include "cli/study/plots.h"
#include "cli/study/sum.h"
#include "cli/study/svg.h"

enum {
	LEFT = 60,
	RIGHT = 640,
	TOP = 44,
	BOTTOM = 400,
	WIDTH = 800,
	HEIGHT = 450,
	LEGEND = 18 /* a line of it */
};

struct curve {
	const struct study *s;
	struct svg_log x;
	double most;
};

static double height(const struct curve *c, double found)
{
	return BOTTOM - (BOTTOM - TOP) * found / c->most;
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

/* A step at each number of schedules within which something is found. */
static void line(const struct curve *c, size_t technique, FILE *out)
{
	const struct study *s = c->s;
	double *at = malloc((s->cells + 1) * sizeof *at), found = 0;
	size_t n = 0;

	for (size_t i = 0; at && i < s->cells; i++)
		if (s->cell[i].technique == technique &&
			s->cell[i].outcome == CELL_FOUND)
			at[n++] = (double)s->cell[i].first;
	qsort(at, n, sizeof *at, by_value);
	fprintf(out,
		"<path fill=\"none\" stroke=\"%s\" stroke-width=\"2\" "
		"stroke-dasharray=\"%s\" d=\"M%d %.1f",
		svg_colour(technique), svg_dashes(technique), LEFT,
		height(c, 0));
	for (size_t i = 0; i < n; i++) {
		double next;

		if (i + 1 < n && at[i + 1] == at[i])
			continue;
		next = study_found_within(s, technique, at[i]);
		fprintf(out, " L%.1f %.1f L%.1f %.1f", svg_at(&c->x, at[i]),
			height(c, found), svg_at(&c->x, at[i]),
			height(c, next));
		found = next;
	}
	fprintf(out, " L%d %.1f\"/>\n", RIGHT, height(c, found));
	free(at);
}

static void axes(const struct curve *c, FILE *out)
{
	double step = c->most > 50   ? 10
		      : c->most > 20 ? 5
		      : c->most > 8  ? 2
				     : 1;

	svg_log_below(out, &c->x, TOP, BOTTOM);
	for (double y = 0; y <= c->most; y += step) {
		svg_line(out, LEFT, height(c, y), RIGHT, height(c, y),
			"#e2e2e2");
		svg_text(out, LEFT - 8, height(c, y) + 4, SVG_RIGHT, "%.0f", y);
	}
	svg_line(out, LEFT, BOTTOM, RIGHT, BOTTOM, "#222222");
	svg_line(out, LEFT, TOP, LEFT, BOTTOM, "#222222");
	svg_text(out, (LEFT + RIGHT) / 2.0, BOTTOM + 40, SVG_MIDDLE,
		"schedules");
}

void plot_found(const struct study *s, FILE *out)
{
	struct curve c = {s, {(double)study_longest(s), LEFT, RIGHT},
		(double)study_buggy(s)};
	int rows = (int)s->suite.techniques;
	int height_all = TOP + LEGEND * rows + 20;

	if (c.most < 1)
		c.most = 1;
	svg_begin(out, WIDTH, height_all > HEIGHT ? height_all : HEIGHT,
		"Programs whose bug is found within so many schedules (mean "
		"over the seeds)");
	axes(&c, out);
	for (size_t t = 0; t < s->suite.techniques; t++) {
		double y = TOP + 10 + LEGEND * (double)t;

		line(&c, t, out);
		fprintf(out,
			"<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" "
			"stroke=\"%s\" stroke-width=\"2\" "
			"stroke-dasharray=\"%s\"/>\n",
			RIGHT + 12, y, RIGHT + 44, y, svg_colour(t),
			svg_dashes(t));
		svg_text(out, RIGHT + 50, y + 4, SVG_LEFT, "%.16s %.1f",
			s->suite.technique[t].name,
			study_found_within(s, t, c.x.last));
	}
	svg_end(out);
}
