/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "cli/cli.h"

int replay_main(int argc, char **argv)
{
	fprintf(stderr, "scarp: replay is not built yet\n");
	return EXIT_UNSUPPORTED;
}
