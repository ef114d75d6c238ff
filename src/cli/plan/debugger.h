/* SPDX-License-Identifier: MIT */
/* debugger.h - a recorded execution under a debugger: `scarp replay --gdb`
 *
 * This process becomes gdb, with our script (src/gdb/scarp-gdb.py) and the
 * schedule.  Each time that gdb starts the program it starts `scarp replay
 * --become` instead, which becomes the test with a channel of its own: so
 * descriptors, environment and addresses are those of every other replay.
 */
#ifndef CLI_DEBUGGER_H
#define CLI_DEBUGGER_H

#include <stdint.h>

#include "base/err.h"
#include "channel/config.h"

/* Comes back only when there is no gdb that will do (ERR_UNSUPPORTED), or it
 * cannot be started.  `until`: the step to stop before; 0: at the failure.
 * `more` are gdb's own options, NULL-terminated. */
int debugger_gdb(const char *schedule, uint64_t until, bool full, char **more,
	struct err *err);

/* What the shell that gdb starts us with has changed is as it was. */
void debugger_surroundings(void);
/* "end", "event:N" or "access:N", where --become is to stop: N is that of
 * --steps.  ERR_USAGE. */
int debugger_stop(
	const char *where, struct channel_config *config, struct err *err);

#endif
