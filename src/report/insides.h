/* SPDX-License-Identifier: MIT */
/* insides.h - rows of what C++'s library keeps for itself
 *
 * std::thread hands what it is to call to the new thread in a block of its own,
 * and std::function has one for what it holds: that one thread wrote there and
 * another one reads it says nothing to who reads a report.  What the user's
 * function takes out of a std::function stays.  The counts of a std::shared_ptr
 * are its own as well, until somebody asks for one.
 */
#ifndef REPORT_INSIDES_H
#define REPORT_INSIDES_H

#include "report/names.h"
#include "report/sequence.h"

/* But for what the failure is about. */
void insides_hide(struct sequence *s, struct names *n);

#endif
