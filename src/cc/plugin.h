/* SPDX-License-Identifier: MIT */
/* plugin.h - the compiler plugin that belongs to the compiler
 *
 * A plugin fits one build of a compiler.  Those that scarp's own build found
 * lie in lib/scarp/plugin/VERSION/; for another compiler the plugin is built at
 * its first use, from the source in lib/scarp/plugin/source/, into the user's
 * cache.  VERSION is what the compiler says of itself.
 *
 * Cost     one run of `COMPILER --version` for each command line.
 */
#ifndef CC_PLUGIN_H
#define CC_PLUGIN_H

#include "cc/request.h"
#include "cc/resources.h"

/* Sets r->plugin to the plugin's file; it stays NULL when nothing is compiled,
 * --no-plugin was given, or the compiler cannot be run.  ERR_USAGE when there
 * is none and none can be built: the text says what to install. */
int plugin_find(
	struct request *r, const struct resources *from, struct err *err);

#endif
