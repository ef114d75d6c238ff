/* SPDX-License-Identifier: MIT */
#include "native/posix/set.h"
#include "native/spin.h"

#include <string.h>

uint32_t set_find(const struct object *o, uint32_t word)
{
	uint32_t *words = set_words(o);
	uint32_t i = 0;

	while (i < o->a && words[i] < word)
		i++;
	return i;
}

static void grow(struct object *o)
{
	uint32_t room = o->b ? 2 * o->b : 4;
	uint32_t index;
	uint32_t *words = arena_words(room, &index);

	if (o->a)
		memcpy(words, set_words(o), o->a * sizeof *words);
	o->e = index;
	o->b = room;
}

/* Words i and above are about to move. */
static uint32_t *changing(struct object *o, uint32_t i, uint32_t n)
{
	uint32_t *words = set_words(o);

	undo_save(words + i, (n - i) * sizeof *words);
	return words;
}

void set_insert(struct object *o, uint32_t word)
{
	uint32_t i = set_find(o, word);
	uint32_t *words;

	object_touch(o);
	spin_object(&o->a, sizeof o->a, true);
	if (o->a == o->b)
		grow(o);
	words = changing(o, i, o->a + 1);
	memmove(words + i + 1, words + i, (o->a - i) * sizeof *words);
	words[i] = word;
	o->a++;
}

void set_remove(struct object *o, uint32_t word)
{
	uint32_t i = set_find(o, word);
	uint32_t *words;

	if (i == o->a || set_words(o)[i] != word)
		return;
	object_touch(o);
	spin_object(&o->a, sizeof o->a, true);
	words = changing(o, i, o->a);
	memmove(words + i, words + i + 1, (o->a - i - 1) * sizeof *words);
	o->a--;
}

void set_clear(struct object *o)
{
	object_touch(o);
	spin_object(&o->a, sizeof o->a, true);
	o->a = 0;
}
