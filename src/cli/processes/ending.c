/* SPDX-License-Identifier: MIT */
#include "cli/processes/ending.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "base/err.h"

static char sentence[900];
static int sentence_length, exit_with;

static void end(int number)
{
	(void)number;
	(void)!write(STDERR_FILENO, sentence, (size_t)sentence_length);
	_exit(exit_with);
}

void ending_by_signal(const char *schedule, int exit_code)
{
	struct sigaction action = {.sa_handler = end};

	sentence_length = snprintf(sentence, sizeof sentence,
		"\nscarp: interrupted while the report was written, which is "
		"not whole%s%s" SC(515) "\n",
		*schedule ? "; the failure is kept: scarp replay " : "",
		schedule);
	exit_with = exit_code;
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
}
