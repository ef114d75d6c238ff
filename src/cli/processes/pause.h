/* SPDX-License-Identifier: MIT */
/* pause.h - ctrl-Z: the test processes stop with the command, and go on with it
 *
 * They are in process groups of their own, so that a terminal's ctrl-Z does not
 * reach them. The time that passes meanwhile is nobody's: no budget, no hang.
 */
#ifndef CLI_PAUSE_H
#define CLI_PAUSE_H

#include <stdint.h>

struct crew;

/* From now on SIGTSTP only raises a flag (unless it is ignored); until
 * pause_forget, after which it does again what it did before. */
void pause_catch(void);
void pause_forget(void);

/* If it was raised: stops the processes and the command, and comes back when
 * that was continued. */
void pause_if_asked(const struct crew *crew);

/* How long the command has been stopped by all of these. */
uint64_t pause_ns(void);

#endif
