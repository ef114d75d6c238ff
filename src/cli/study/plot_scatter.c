/* SPDX-License-Identifier: MIT */
/* plot_scatter.c - schedules to the first bug by two techniques
 *
 * A point for each program, at the medians; programs at one place are one
 * point, as large as they are many.  What a technique does not find in most of
 * its runs lies beyond the limit, in a strip of its own.
 */
#include <math.h>

#include "cli/formats/escape.h"
#include "cli/study/plots.h"
#include "cli/study/sum.h"
#include "cli/study/svg.h"

enum {
	LEFT = 70,
	RIGHT = 500,
	TOP = 44,
	BOTTOM = 474,
	EDGE = 24,   /* from the axes to 1: points are not on the numbers */
	MISSED = 50, /* behind the end of the axis */
	STRIP = 25,  /* half of where the missed ones lie */
	WIDTH = 520,
	HEIGHT = 530
};

struct scatter {
	const struct study *s;
	size_t across, up;
	struct svg_log x, y;
};

/* 0: missed */
static uint64_t first(const struct scatter *p, size_t program, size_t technique)
{
	return study_sum(p->s, program, technique).first;
}

static double place(const struct svg_log *l, uint64_t at)
{
	double out = l->to > l->from ? MISSED : -MISSED;

	return at ? svg_at(l, (double)at) : l->to + out;
}

static bool drawn(const struct scatter *p, size_t program)
{
	return p->s->suite.program[program].buggy &&
	       study_sum(p->s, program, p->across).runs &&
	       study_sum(p->s, program, p->up).runs;
}

/* All at the place of `program`, if it is the first of them. */
static void point(const struct scatter *p, size_t program, FILE *out)
{
	uint64_t x = first(p, program, p->across), y = first(p, program, p->up);
	unsigned n = 0;

	for (size_t q = 0; q < p->s->suite.programs; q++)
		if (drawn(p, q) && first(p, q, p->across) == x &&
			first(p, q, p->up) == y) {
			if (q < program)
				return;
			n++;
		}
	fprintf(out,
		"<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\" "
		"fill-opacity=\"0.55\" stroke=\"#333333\"><title>",
		place(&p->x, x), place(&p->y, y), 3 + 2 * sqrt(n),
		svg_colour(x && y ? 0 : 1));
	for (size_t q = program; q < p->s->suite.programs; q++)
		if (drawn(p, q) && first(p, q, p->across) == x &&
			first(p, q, p->up) == y) {
			escape_xml(p->s->suite.program[q].name, out);
			fputc(' ', out);
		}
	fputs("</title></circle>\n", out);
	if (n > 1)
		svg_text(out, place(&p->x, x), place(&p->y, y) + 4, SVG_MIDDLE,
			"%u", n);
}

static void axes(const struct scatter *p, FILE *out)
{
	const char *across = p->s->suite.technique[p->across].name;
	const char *up = p->s->suite.technique[p->up].name;

	svg_log_below(out, &p->x, TOP, BOTTOM);
	svg_log_beside(out, &p->y, LEFT, RIGHT);
	svg_line(out, p->x.from, p->y.from, p->x.to, p->y.to, "#999999");
	svg_line(out, p->x.to + STRIP, TOP, p->x.to + STRIP, BOTTOM, "#bbbbbb");
	svg_line(out, LEFT, p->y.to - STRIP, RIGHT, p->y.to - STRIP, "#bbbbbb");
	svg_line(out, LEFT, BOTTOM, RIGHT, BOTTOM, "#222222");
	svg_line(out, LEFT, TOP, LEFT, BOTTOM, "#222222");
	svg_text(out, p->x.to + MISSED, BOTTOM + 18, SVG_MIDDLE, "missed");
	svg_text(out, LEFT - 8, p->y.to - MISSED + 4, SVG_RIGHT, "missed");
	svg_text(out, (LEFT + RIGHT) / 2.0, BOTTOM + 40, SVG_MIDDLE,
		"schedules of %.40s", across);
	fprintf(out, "<g transform=\"translate(18 %.1f) rotate(-90)\">",
		(TOP + BOTTOM) / 2.0);
	svg_text(out, 0, 0, SVG_MIDDLE, "schedules of %.40s", up);
	fputs("</g>\n", out);
}

void plot_scatter(const struct study *s, const struct study_group *g, FILE *out)
{
	double last = (double)study_longest(s);
	struct scatter p = {s, g->technique[0], g->technique[1],
		{last, LEFT + EDGE, RIGHT - STRIP - MISSED},
		{last, BOTTOM - EDGE, TOP + STRIP + MISSED}};
	char title[160];

	snprintf(title, sizeof title,
		"Schedules to the first bug, %.40s and %.40s",
		s->suite.technique[p.across].name,
		s->suite.technique[p.up].name);
	svg_begin(out, WIDTH, HEIGHT, title);
	axes(&p, out);
	for (size_t q = 0; q < s->suite.programs; q++)
		if (drawn(&p, q))
			point(&p, q, out);
	svg_end(out);
}
