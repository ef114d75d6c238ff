/* SPDX-License-Identifier: MIT */
/* ending.h - ctrl-C while what was found is being written
 *
 * By then the search is over, the schedule is saved and the verdict is told.
 * A long report needs seconds, and a pipe that nobody reads needs for ever: a
 * signal ends the command, with a sentence on standard error.  No file is left
 * half written (new_file.h).
 */
#ifndef CLI_ENDING_H
#define CLI_ENDING_H

/* From now on ctrl-C (and SIGTERM, SIGHUP) ends the command with this exit
 * code.  schedule: of the first bug; "": there is none. */
void ending_by_signal(const char *schedule, int exit_code);

#endif
