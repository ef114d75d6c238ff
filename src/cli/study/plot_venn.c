/* SPDX-License-Identifier: MIT */
/* plot_venn.c - whose bugs are found by whom
 *
 * Two or three circles of one size: their regions are numbers, not areas.
 */
#include "cli/formats/escape.h"
#include "cli/study/plots.h"
#include "cli/study/sum.h"
#include "cli/study/svg.h"

enum {
	WIDTH = 460,
	HEIGHT = 400,
	RADIUS = 105
};

struct spot {
	double x, y;
};

/* By the number of sets, and which of them (bits). */
static const struct spot centre[2][GROUP_MAX] = {
	{{175, 190}, {285, 190}, {0, 0}}, {{175, 165}, {285, 165}, {230, 255}}};
static const struct spot region[2][8] = {
	{{0, 0}, {130, 195}, {330, 195}, {230, 195}},
	{{0, 0}, {135, 145}, {325, 145}, {230, 125}, {230, 315}, {165, 220},
		{295, 220}, {230, 195}}};
static const struct spot label[2][GROUP_MAX] = {
	{{110, 75}, {350, 75}, {0, 0}}, {{105, 55}, {355, 55}, {230, 380}}};

static unsigned found_by(
	const struct study *s, const struct study_group *g, size_t program)
{
	unsigned bits = 0;

	for (unsigned i = 0; i < g->n; i++)
		bits |= (unsigned)study_finds(s, program, g->technique[i]) << i;
	return bits;
}

static unsigned count(
	const struct study *s, const struct study_group *g, unsigned bits)
{
	unsigned n = 0;

	for (size_t p = 0; p < s->suite.programs; p++)
		n += s->suite.program[p].buggy && found_by(s, g, p) == bits;
	return n;
}

/* The number, and who they are as its tooltip. */
static void tell(const struct study *s, const struct study_group *g,
	unsigned bits, struct spot at, const char *before, FILE *out)
{
	fputs("<g><title>", out);
	for (size_t p = 0; p < s->suite.programs; p++)
		if (s->suite.program[p].buggy && found_by(s, g, p) == bits) {
			escape_xml(s->suite.program[p].name, out);
			fputc(' ', out);
		}
	fputs("</title>", out);
	svg_text(out, at.x, at.y, bits ? SVG_MIDDLE : SVG_RIGHT, "%s%u", before,
		count(s, g, bits));
	fputs("</g>\n", out);
}

void plot_venn(const struct study *s, const struct study_group *g, FILE *out)
{
	int kind = g->n == GROUP_MAX;
	struct spot corner = {WIDTH - 12, HEIGHT - 12};

	svg_begin(out, WIDTH, HEIGHT, "Programs whose bug most runs find");
	for (unsigned i = 0; i < g->n; i++)
		fprintf(out,
			"<circle cx=\"%.0f\" cy=\"%.0f\" r=\"%d\" fill=\"%s\" "
			"fill-opacity=\"0.18\" stroke=\"%s\" "
			"stroke-width=\"2\"/>\n",
			centre[kind][i].x, centre[kind][i].y, RADIUS,
			svg_colour(i), svg_colour(i));
	for (unsigned i = 0; i < g->n; i++) {
		unsigned all = 0;

		for (size_t p = 0; p < s->suite.programs; p++)
			all += s->suite.program[p].buggy &&
			       study_finds(s, p, g->technique[i]);
		svg_text(out, label[kind][i].x, label[kind][i].y, SVG_MIDDLE,
			"%.30s: %u", s->suite.technique[g->technique[i]].name,
			all);
	}
	for (unsigned bits = 1; bits < 1u << g->n; bits++)
		tell(s, g, bits, region[kind][bits], "", out);
	tell(s, g, 0, corner, "none of them: ", out);
	svg_end(out);
}
