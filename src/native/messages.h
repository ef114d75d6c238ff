/* SPDX-License-Identifier: MIT */
/* messages.h - what the parts of a reduced search tell each other
 *
 * A part asks things of the search that it was cut off from (search_send,
 * docs/design/011-splitting.md).  Between executions what it has to say goes to
 * channel->outbox, when the command has taken what was there before; the
 * command puts it into the inbox of the owner's channel, who hears it between
 * executions as well.  Both lie in channels, so they are part of what is kept.
 *
 * Cost     a few loads an execution, when there is nothing.
 */
#ifndef NATIVE_MESSAGES_H
#define NATIVE_MESSAGES_H

#include "native/rt.h"

/* Out and in.  What would come in the middle of an execution stays. */
void messages_exchange(void);
/* Out alone. */
void messages_send(void);
/* There is something to say that is in no outbox yet. */
bool messages_left(void);

#endif
