/* SPDX-License-Identifier: MIT */
/* messages.h - the codes of messages, and what they mean
 *
 * From base/messages.def.  Who prints a bug, a hole or a scope puts its code
 * behind it; errors have theirs in their text (SC in base/err.h).
 *
 * Memory   all static.
 */
#ifndef REPORT_MESSAGES_H
#define REPORT_MESSAGES_H

#include "channel/channel.h"

enum message_kind {
	MESSAGE_IS_BUG,
	MESSAGE_IS_HOLE,
	MESSAGE_IS_SCOPE,
	MESSAGE_IS_ERROR
};

struct message {
	unsigned number; /* "SC%u" */
	enum message_kind kind;
	const char *name; /* in JSON; NULL: an error has none */
	const char *text; /* the sentence, or what errors have in common */
	const char *explanation;
};

/* In the order of their numbers; NULL: there are no more. */
const struct message *message_at(unsigned i);

const struct message *message_of_bug(enum bug_kind kind);
const struct message *message_of_caveat(enum caveat which);
/* By its number; NULL: there is none. */
const struct message *message_numbered(unsigned number);

#endif
