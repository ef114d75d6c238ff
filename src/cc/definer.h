/* SPDX-License-Identifier: MIT */
/* definer.h - which input of a link a function came from
 *
 * For functions without debug information: the executable knows their names
 * only.  Libraries that were named by -l are not looked for.
 *
 * Cost     reads the symbols of the inputs anew for each question: it is asked
 *          for code that scarp did not compile, and not more than
 *          DEFINER_QUESTIONS times.
 */
#ifndef CC_DEFINER_H
#define CC_DEFINER_H

#include "cc/args.h"

enum {
	DEFINER_QUESTIONS = 64
};

/* Writes "part.o" or "libparts.a(part.o)", without directories; false when no
 * object file or archive among the arguments defines `function`. */
bool definer_find(
	const struct args *line, const char *function, char *out, size_t n);

#endif
