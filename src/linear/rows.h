/* SPDX-License-Identifier: MIT */
/* rows.h - rows of words, each kept once
 *
 * The memory of a search.  Rows are kept and compared whole: two that have one
 * hash are two.  A row is known by a number that stays.
 */
#ifndef LINEAR_ROWS_H
#define LINEAR_ROWS_H

#include <stddef.h>
#include <stdint.h>

enum rows_answer {
	ROWS_NEW,
	ROWS_BEFORE,
	ROWS_FULL, /* that would be more memory than is allowed, or there is */
};

struct rows {
	int64_t *word; /* each row: its length, then it */
	size_t words, room;
	size_t *slot; /* hash table of places in word; 0: free */
	size_t slots, rows;
	size_t bytes_max;
};

void rows_begin(struct rows *s, size_t bytes_max);
void rows_end(struct rows *s);

/* `row` is the number of the row if it is new. */
enum rows_answer rows_add(
	struct rows *s, const int64_t *word, size_t words, size_t *row);

/* Valid until something is added. */
static inline const int64_t *rows_row(
	const struct rows *s, size_t row, size_t *words)
{
	*words = (size_t)s->word[row];
	return &s->word[row + 1];
}

#endif
