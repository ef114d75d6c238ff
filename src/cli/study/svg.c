/* SPDX-License-Identifier: MIT */
#include "cli/study/svg.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

#include "cli/formats/escape.h"

void svg_begin(FILE *out, int width, int height, const char *title)
{
	fprintf(out,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" "
		"height=\"%d\" viewBox=\"0 0 %d %d\" "
		"font-family=\"sans-serif\" "
		"font-size=\"13\" role=\"img\">\n<title>",
		width, height, width, height);
	escape_xml(title, out);
	fprintf(out,
		"</title>\n<rect width=\"%d\" height=\"%d\" "
		"fill=\"#ffffff\"/>\n",
		width, height);
	svg_text(out, 12, 22, SVG_LEFT, "%s", title);
}

void svg_end(FILE *out)
{
	fputs("</svg>\n", out);
}

void svg_text(FILE *out, double x, double y, enum svg_anchor anchor,
	const char *fmt, ...)
{
	static const char *const name[] = {"start", "middle", "end"};
	va_list list;
	char *text;

	va_start(list, fmt);
	if (vasprintf(&text, fmt, list) < 0)
		text = NULL;
	va_end(list);
	fprintf(out,
		"<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" "
		"fill=\"#222222\">",
		x, y, name[anchor]);
	escape_xml(text ? text : "", out);
	fputs("</text>\n", out);
	free(text);
}

void svg_line(FILE *out, double x, double y, double to_x, double to_y,
	const char *colour)
{
	fprintf(out,
		"<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" "
		"stroke=\"%s\"/>\n",
		x, y, to_x, to_y, colour);
}

double svg_at(const struct svg_log *l, double value)
{
	double whole = log10(l->last > 1 ? l->last : 10);

	return l->from +
	       (l->to - l->from) * log10(value < 1 ? 1 : value) / whole;
}

void svg_log_below(
	FILE *out, const struct svg_log *l, double top, double bottom)
{
	for (double x = 1; x <= l->last * 1.0001; x *= 10) {
		svg_line(out, svg_at(l, x), top, svg_at(l, x), bottom,
			"#e2e2e2");
		svg_text(out, svg_at(l, x), bottom + 18, SVG_MIDDLE, "%.0f", x);
	}
}

void svg_log_beside(
	FILE *out, const struct svg_log *l, double left, double right)
{
	for (double y = 1; y <= l->last * 1.0001; y *= 10) {
		svg_line(out, left, svg_at(l, y), right, svg_at(l, y),
			"#e2e2e2");
		svg_text(out, left - 8, svg_at(l, y) + 4, SVG_RIGHT, "%.0f", y);
	}
}

/* After Okabe and Ito, who chose them for the colour-blind; yellow, which no
 * line on white should have, is darker. */
const char *svg_colour(size_t i)
{
	static const char *const colour[] = {"#0072b2", "#d55e00", "#009e73",
		"#cc79a7", "#000000", "#56b4e9", "#e69f00", "#8a7a00"};

	return colour[i % (sizeof colour / sizeof colour[0])];
}

const char *svg_dashes(size_t i)
{
	static const char *const dashes[] = {"none", "7 3", "2 3", "9 3 2 3"};

	/* With the colour a pair that comes again after 32. */
	return dashes[(i / 2 + i / 8) % (sizeof dashes / sizeof dashes[0])];
}
