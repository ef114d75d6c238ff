/* SPDX-License-Identifier: MIT */
/* show.h - where a check is told, while it goes on and at its end */
#ifndef CLI_SHOW_H
#define CLI_SHOW_H

#include <stdio.h>

#include "cli/show/feed.h"
#include "cli/show/status.h"

struct show {
	FILE *out; /* text for people: stdout, or stderr with --json - */
	struct status status;
	struct feed feed;
	const char *strategy; /* of the search that runs */
};

#endif
