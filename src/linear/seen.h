/* SPDX-License-Identifier: MIT */
/* seen.h - rows of words, each kept once
 *
 * The memory of a search.  Rows are kept and compared whole: two that have one
 * hash are two.  A row is known by a number that stays.
 */
#ifndef LINEAR_SEEN_H
#define LINEAR_SEEN_H

#include <stddef.h>
#include <stdint.h>

enum seen_answer {
	SEEN_NEW,
	SEEN_BEFORE,
	SEEN_FULL, /* that would be more memory than is allowed, or there is */
};

struct seen {
	int64_t *word; /* each row: its length, then it */
	size_t words, room;
	size_t *slot; /* hash table of places in word; 0: free */
	size_t slots, rows;
	size_t bytes_max;
};

void seen_begin(struct seen *s, size_t bytes_max);
void seen_end(struct seen *s);

/* `row` is the number of the row if it is new. */
enum seen_answer seen_add(
	struct seen *s, const int64_t *word, size_t words, size_t *row);

/* Valid until something is added. */
static inline const int64_t *seen_row(
	const struct seen *s, size_t row, size_t *words)
{
	*words = (size_t)s->word[row];
	return &s->word[row + 1];
}

#endif
