/* SPDX-License-Identifier: MIT */
/* help.c - `scarp help [subcommand or topic]`: printed from the tables */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/options.h"

int help_main(int argc, char **argv)
{
	if (argc < 2) {
		main_usage();
		return EXIT_GOOD;
	}
	if (strcmp(argv[1], "check") == 0) {
		printf("usage: scarp check [option]... program "
		       "[argument]...\n\n");
		options_print(CHECK);
		return EXIT_GOOD;
	}
	fprintf(stderr, "scarp: no topic '%s'\n", argv[1]);
	return EXIT_USAGE;
}
