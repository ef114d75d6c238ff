/* SPDX-License-Identifier: MIT */
/* The words of a command line, one a line. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cli/words/options.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
	WORDS = 64
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1), *at = text, *word;
	char *argv[WORDS + 2] = {(char *)"check"};
	struct options o;
	struct err err = {OK, ""};
	int argc = 1;

	memcpy(text, data, size);
	text[size] = '\0';
	while (argc <= WORDS && (word = strsep(&at, "\n")))
		argv[argc++] = word;
	options_default(&o);
	if (options_parse(&o, argc, argv, size % 8 ? CHECK : REPLAY, &err) ==
		OK) {
		if (o.rest < 1 || o.rest > argc)
			abort();
		if (options_judge(&o, &err) == OK &&
			(!o.strategy || o.jobs < 1 || o.jobs > 256 ||
				o.max_steps < 1))
			abort();
		options_misplaced(argv + o.rest, argc - o.rest, CHECK);
	}
	if (err.code != OK && !err.text[0])
		abort();
	free(text);
	return 0;
}
