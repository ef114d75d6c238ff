/* SPDX-License-Identifier: MIT */
/* finish.h - what is done to a linked file
 *
 * A shared library loses its dependency on the stub, whose only use was to
 * satisfy --no-undefined: at run time the executable defines the hooks.  An
 * executable gets its inventory filled in.
 */
#ifndef CC_FINISH_H
#define CC_FINISH_H

#include "cc/request.h"
#include "cc/resources.h"

/* The linker succeeded.  A missing or special output is no error. */
int finish(
	const struct request *r, const struct resources *from, struct err *err);

#endif
