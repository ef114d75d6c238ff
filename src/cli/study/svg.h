/* SPDX-License-Identifier: MIT */
/* svg.h - a picture, and an axis of powers of ten */
#ifndef CLI_STUDY_SVG_H
#define CLI_STUDY_SVG_H

#include <stdio.h>

enum svg_anchor {
	SVG_LEFT,
	SVG_MIDDLE,
	SVG_RIGHT
};

/* A logarithmic scale from 1 to `last`, at `from` and `to` of the picture. */
struct svg_log {
	double last, from, to;
};

void svg_begin(FILE *out, int width, int height, const char *title);
void svg_end(FILE *out);
void svg_text(FILE *out, double x, double y, enum svg_anchor anchor,
	const char *fmt, ...) __attribute__((format(printf, 5, 6)));
void svg_line(FILE *out, double x, double y, double to_x, double to_y,
	const char *colour);
double svg_at(const struct svg_log *l, double value);
/* Ticks at powers of ten, with numbers: at the bottom of a plot from `top` to
 * `bottom`; on the left of one from `left` to `right`. */
void svg_log_below(
	FILE *out, const struct svg_log *l, double top, double bottom);
void svg_log_beside(
	FILE *out, const struct svg_log *l, double left, double right);
/* The colour and the dashes of technique number i. */
const char *svg_colour(size_t i);
const char *svg_dashes(size_t i);

#endif
