/* SPDX-License-Identifier: MIT */
/* sections.h - who shows something done under a lock shows where that was taken
 * and given back
 */
#ifndef REPORT_SECTIONS_H
#define REPORT_SECTIONS_H

#include "report/sequence.h"

void sections_show(struct sequence *s, const struct channel *c);

#endif
