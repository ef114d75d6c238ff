/* SPDX-License-Identifier: MIT */
/* outcome.h - what a finished check or replay says
 *
 * outcome_verdict  verdict, caveats, and how far it came
 * outcome_reports  findings and failures
 * outcome_json     the machine's copy, where --json says
 *
 * `any` is a sound channel, as processes_channel() finds it, or NULL.
 */
#ifndef CLI_OUTCOME_H
#define CLI_OUTCOME_H

#include "cli/words/options.h"
#include "report/result.h"

#include <stdio.h>

void outcome_verdict(const struct options *o, const struct result *r,
	const struct channel *any, FILE *out);
void outcome_reports(const struct options *o, const struct result *r,
	const struct channel *any, bool interrupted, FILE *out);

/* Before a search that takes long: can the file be written?  ERR_USAGE. */
int outcome_json_possible(const char *path, struct err *err);
/* False: the file could not be written (said on standard error). */
bool outcome_json(
	const char *path, const struct result *r, const struct channel *any);

#endif
