/* SPDX-License-Identifier: MIT */
/* unannounced.c - inline assembly that may touch any memory (plugin/holes.h)
 *
 * A turn of a loop that makes it may have changed something, and nobody would
 * know; nor could a trial be taken back.
 */
#include "base/path.h"
#include "native/coarse.h"
#include "native/rewinding/trial.h"
#include "native/rt.h"

#include <string.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

/* "WHAT (FILE:LINE)"; once for a process, since some make it in each turn. */
static void tell(const char *line)
{
	const char *at = strchr(line, '(');
	char file[96];

	if (rt.channel->caveats[CAVEAT_unannounced])
		return;
	path_fit(at ? at + 1 : "", file, sizeof file);
	caveat(CAVEAT_unannounced, "%.*s%s%s", at ? (int)(at - line) : 80, line,
		at ? "(" : "", file);
}

EXPORT void __scarp_unannounced(const char *line)
{
	if (!controlled())
		return;
	trial_stops(TRIAL_GIVEN_UP);
	tell(line);
	coarse_unannounced();
}
