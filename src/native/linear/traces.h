/* SPDX-License-Identifier: MIT */
/* traces.h - one execution of a trace stands for the histories of all of them
 *
 * Calls and returns of operations are transitions.  If they depended on each
 * other, each order of them would be a trace.  Where a search makes an
 * execution of each trace, and knows what comes before what in all of them,
 * they need not: which orders there are is then found out from that one
 * (linear/possible.h), and an execution with one that nothing explains is a
 * schedule to be replayed (docs/design/027-linearizability.md).
 *
 * Where that cannot be done, all orders are executed: the search begins anew
 * (coarse_histories()).
 */
#ifndef NATIVE_LINEAR_TRACES_H
#define NATIVE_LINEAR_TRACES_H

#include "linear/noted.h"

struct linear_limits;
struct linear_verdict;
struct noted_history;

/* A round begins; its search is there. */
void histories_init(void);

/* Are they judged?  Then a return is OP_operation_end. */
extern bool histories_judged;

/* The step that the running thread makes calls, or returns from, an operation
 * of `noted`. */
void histories_called(uint32_t op);
void histories_returned(uint32_t op);

/* `made` is the history of the execution in progress, which is explained, and
 * it ends well.  Returns if all others of its trace are explained, or the
 * search begins anew.  Else `made` and *as become those of an execution that
 * has one that is not, *verdict is why, and the next bug shows there. */
bool histories_explained(struct noted_history *made, struct operations *as,
	const struct linear_limits *limits, struct linear_verdict *verdict);

#endif
