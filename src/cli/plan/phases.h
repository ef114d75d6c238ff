/* SPDX-License-Identifier: MIT */
/* phases.h - where the code of initialisers and destroyers lies, for test
 * processes that ask (native/phase.h)
 *
 * Who they are is a matter of names: detect/phase_name.h.  The first answer
 * reads the debug information of the test, so nobody asks before there is a
 * race.  If they are more than there is room for, none is told: then no race is
 * held back but for those of directives.
 */
#ifndef CLI_PHASES_H
#define CLI_PHASES_H

#include "channel/channel.h"

/* Answers if the process asks.  `known` is of the search, zeros to begin with.
 */
void phases_answer(
	struct channel_phases *known, const char *program, struct channel *c);
/* If it is known, a process that is yet to be started need not ask. */
void phases_give(const struct channel_phases *known, struct channel *c);

#endif
