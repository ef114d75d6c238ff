/* SPDX-License-Identifier: MIT */
/* post.h - messages of parts of a search, from channel to channel
 *
 * A part's outbox goes to the end of its owner's inbox, in order, as soon as
 * that may be touched; until then it stays where it is, and the part keeps what
 * else it has to say.  So no message is ever anywhere but in a channel, and a
 * state file that is written while all stand still has all of them.
 */
#ifndef CLI_POST_H
#define CLI_POST_H

#include <stdbool.h>

#include "base/err.h"
#include "channel/channel.h"

struct crew;

/* Owners are channels of this crew. */
int post_begin(const struct crew *crew, struct err *err);
/* Whatever can be delivered now. */
int post_tick(struct crew *crew, struct err *err);
/* Waits for a message that is there, or for room that is there. */
bool post_wakes(const struct channel *c);
/* Nothing is on its way to it or from it. */
bool post_empty(const struct channel *c);

#endif
