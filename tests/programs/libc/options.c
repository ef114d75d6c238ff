/* SPDX-License-Identifier: MIT */
/* options: getopt and getopt_long, in every execution from the beginning
 *
 * args is what is given; the line is what was found, and the words that are
 * left, which come last.
 *
 * check: --exhaustive
 * args: one -a two -b 3 --flag --number=7 --other 8 -- -c
 * verdict: verified
 * states: a_3:b3_6:flag:n7_8:o8_10:one:two:-c
 *
 * A word of which it prints that it is wrong.
 *
 * check: --exhaustive
 * args: -x --what
 * verdict: verified
 * states: ?_2:?_3:
 * native: prints anything
 */
#include "test.h"

#include <getopt.h>
#include <stdarg.h>

static char line[200];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *unused)
{
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
	return unused;
}

static void say(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(
		line + strlen(line), sizeof line - strlen(line), format, args);
	va_end(args);
}

int main(int argc, char **argv)
{
	int flag = 0, at = -1, c;
	const struct option list[] = {{"flag", no_argument, &flag, 5},
		{"number", required_argument, NULL, 'n'},
		{"other", required_argument, NULL, 'o'}, {0}};
	pthread_t t;

	while ((c = getopt_long(argc, argv, "ab:", list, &at)) != -1)
		if (c)
			say("%c%s_%d:", c, optarg ? optarg : "", optind);
		else
			say("%s:", flag == 5 ? list[at].name : "no flag");
	for (; optind < argc; optind++)
		say("%s%s", argv[optind], optind + 1 < argc ? ":" : "");
	t = start(add, NULL);
	add(NULL);
	finish(t);
	printf("%s\n", line);
	return 0;
}
