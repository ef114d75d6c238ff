/* SPDX-License-Identifier: MIT */
#include "report/messages.h"

/* Two rows of one number do not compile. */
__attribute__((unused)) static void numbers_differ(unsigned number)
{
	switch (number) {
#define MESSAGE_BUG(number, name, explanation) case number:
#define MESSAGE_CAVEAT(number, name, explanation) case number:
#define MESSAGE_ERROR(number, text, explanation) case number:
#include "base/messages.def"
#undef MESSAGE_BUG
#undef MESSAGE_CAVEAT
#undef MESSAGE_ERROR
	default:
		break;
	}
}

enum row {
#define MESSAGE_BUG(number, name, explanation) ROW_##number,
#define MESSAGE_CAVEAT(number, name, explanation) ROW_##number,
#define MESSAGE_ERROR(number, text, explanation) ROW_##number,
#include "base/messages.def"
#undef MESSAGE_BUG
#undef MESSAGE_CAVEAT
#undef MESSAGE_ERROR
	ROWS
};

/* Their own texts are added when they are looked at. */
static struct message table[ROWS] = {
#define MESSAGE_BUG(number, name, explanation)                                 \
	{number, MESSAGE_IS_BUG, #name, NULL, explanation},
#define MESSAGE_CAVEAT(number, name, explanation)                              \
	{number, MESSAGE_IS_HOLE, #name, NULL, explanation},
#define MESSAGE_ERROR(number, text, explanation)                               \
	{number, MESSAGE_IS_ERROR, NULL, text, explanation},
#include "base/messages.def"
#undef MESSAGE_BUG
#undef MESSAGE_CAVEAT
#undef MESSAGE_ERROR
};

/* 1 + its row; the first bug is none. */
static const unsigned row_of_bug[BUG_COUNT] = {
#define MESSAGE_BUG(number, name, explanation) [BUG_##name] = 1 + ROW_##number,
#define MESSAGE_CAVEAT(number, name, explanation)
#define MESSAGE_ERROR(number, text, explanation)
#include "base/messages.def"
#undef MESSAGE_BUG
#undef MESSAGE_CAVEAT
#undef MESSAGE_ERROR
};

static const unsigned row_of_caveat[CAVEAT_COUNT] = {
#define MESSAGE_BUG(number, name, explanation)
#define MESSAGE_CAVEAT(number, name, explanation)                              \
	[CAVEAT_##name] = 1 + ROW_##number,
#define MESSAGE_ERROR(number, text, explanation)
#include "base/messages.def"
#undef MESSAGE_BUG
#undef MESSAGE_CAVEAT
#undef MESSAGE_ERROR
};

/* A row for each: one that is missing does not compile. */
enum {
	BUGS_TOLD = 0
#define MESSAGE_BUG(number, name, explanation) +1
#define MESSAGE_CAVEAT(number, name, explanation)
#define MESSAGE_ERROR(number, text, explanation)
#include "base/messages.def"
#undef MESSAGE_BUG
#undef MESSAGE_CAVEAT
		,
	CAVEATS_TOLD = 0
#define MESSAGE_BUG(number, name, explanation)
#define MESSAGE_CAVEAT(number, name, explanation) +1
#include "base/messages.def"
#undef MESSAGE_BUG
#undef MESSAGE_CAVEAT
#undef MESSAGE_ERROR
};
_Static_assert((int)BUGS_TOLD == (int)BUG_COUNT - 1,
	"a kind of bug has no row in base/messages/bugs.def");
_Static_assert((int)CAVEATS_TOLD == (int)CAVEAT_COUNT,
	"a caveat has no row in base/messages/holes.def or scopes.def");

static void add_texts(void)
{
	if (table[0].text)
		return;
	for (unsigned i = 1; i < BUG_COUNT; i++)
		table[row_of_bug[i] - 1].text = bug_info[i].text;
	for (unsigned i = 0; i < CAVEAT_COUNT; i++) {
		struct message *m = &table[row_of_caveat[i] - 1];

		m->text = caveat_info[i].sentence;
		if (caveat_info[i].kind == CAVEAT_KIND_SCOPE)
			m->kind = MESSAGE_IS_SCOPE;
	}
}

const struct message *message_at(unsigned i)
{
	add_texts();
	return i < ROWS ? &table[i] : NULL;
}

const struct message *message_of_bug(enum bug_kind kind)
{
	unsigned row = kind < BUG_COUNT ? row_of_bug[kind] : 0;

	return row ? message_at(row - 1) : NULL;
}

const struct message *message_of_caveat(enum caveat which)
{
	return message_at(row_of_caveat[which] - 1);
}

const struct message *message_numbered(unsigned number)
{
	for (unsigned i = 0; message_at(i); i++)
		if (message_at(i)->number == number)
			return message_at(i);
	return NULL;
}
