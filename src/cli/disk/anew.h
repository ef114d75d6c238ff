/* SPDX-License-Identifier: MIT */
/* anew.h - the files of a bug whose schedule was made simpler
 *
 *     bug-N.schedule    the simpler one
 *     bug-N.schedule.1  what it was before (.2: before the second time)
 *     bug-N.txt, .html  anew, where they were
 *     check.json        the entry of the bug, and nothing else
 *
 * Each takes the place of the old one in one step, the schedule first: whoever
 * is killed in between has the simpler schedule and a report on the old one.
 */
#ifndef CLI_ANEW_H
#define CLI_ANEW_H

#include "replay/schedule_file.h"
#include "report/result.h"

/* r->found[0] was read from `path` as `s`; where it is now is in its
 * schedule_path and html_path.  `kept`: the name of the old schedule. */
int anew_save(struct result *r, const struct schedule *s, const char *path,
	char *kept, size_t size, struct err *err);

#endif
