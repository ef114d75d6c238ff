/* SPDX-License-Identifier: MIT */
/* configure.h - what every test process of a check is told, whatever its task
 */
#ifndef CLI_CONFIGURE_H
#define CLI_CONFIGURE_H

#include "cli/processes/processes.h"
#include "cli/words/options.h"

void configure(struct channel_config *config, const struct options *o,
	const struct processes *all);

#endif
