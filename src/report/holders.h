/* SPDX-License-Identifier: MIT */
/* holders.h - rows that a row needs: a thread arrives and waits, another holds
 * what it waits for
 *
 * Goes through the items as story.c goes through its rows.
 */
#ifndef REPORT_HOLDERS_H
#define REPORT_HOLDERS_H

#include "report/sequence.h"

/* Who arrived at an operation that was made later, and is a row: so is that. */
void holders_arrivals(struct sequence *s, const struct channel *c);
/* A lock of which the rows say who holds it was taken in a row. */
void holders_show(struct sequence *s, const struct channel *c);

#endif
