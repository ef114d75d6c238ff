/* SPDX-License-Identifier: MIT */
/* start.h - from the start of the process to the first execution
 *
 * Who comes first differs: what `scarp cc` linked begins in its constructor
 * table (entry/linked.c), a program that was not built by scarp in the runtime
 * that was loaded before its libraries (entry/preloaded.c).  Both say what
 * main_run does, the main thread of every execution.
 */
#ifndef NATIVE_START_H
#define NATIVE_START_H

#include <stdbool.h>

/* With a channel it never returns: reserves memory, lends main's slot, and
 * drives executions.  Without one, nothing was done. */
void start_under_control(int argc, char **argv, char **envp);

/* Will it have a channel? */
bool start_comes(char **envp);

/* Says so and ends the process: scarp's own set-up failed. */
void start_die(const char *text) __attribute__((noreturn));

#endif
