/* SPDX-License-Identifier: MIT */
/* under_sc.h - is a bug right where stores are seen at once?
 *
 * The order in which a bug's threads made their steps is followed once more, as
 * far as it can be, by sequential consistency.  Where that ends without a
 * failure the report may say that the late store made it fail (report/late.h).
 */
#ifndef CLI_UNDER_SC_H
#define CLI_UNDER_SC_H

#include "cli/processes/processes.h"
#include "cli/words/options.h"
#include "report/result.h"

/* Of each bug that came again, if the options look for what does not fail
 * (--shrink). */
void under_sc(struct processes *all, const struct options *o, struct result *r);

#endif
