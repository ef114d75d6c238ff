/* SPDX-License-Identifier: MIT */
/* plots.h - what a study found out, as pictures (SVG without a script)
 *
 * Colours are told apart by who sees few of them, and lines by their dashes,
 * too.  Nothing in a picture depends on time.
 */
#ifndef CLI_STUDY_PLOTS_H
#define CLI_STUDY_PLOTS_H

#include "cli/study/study.h"

/* Of two or three techniques: which programs each finds in most of its runs. */
void plot_venn(const struct study *s, const struct study_group *g, FILE *out);
/* Of all: programs found within so many schedules. */
void plot_found(const struct study *s, FILE *out);
/* Of two: schedules to the first bug, a point for each program. */
void plot_scatter(
	const struct study *s, const struct study_group *g, FILE *out);

#endif
