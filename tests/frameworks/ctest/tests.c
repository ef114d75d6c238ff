/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../counter.h"

static int same(const char *name, const char *value)
{
	const char *now = getenv(name);

	return now ? value && strcmp(now, value) == 0 : !value;
}

int main(int argc, char **argv)
{
	if (strcmp(argv[1], "right") == 0)
		return counter_locked() != 2;
	if (strcmp(argv[1], "racy") == 0)
		return counter_racy() != 2;
	if (strcmp(argv[1], "environment") == 0)
		return !(argc == 3 && strcmp(argv[2], "two words") == 0 &&
			 same("WORD", "a bc") && same("LIST", "1:2") &&
			 same("GONE", NULL) && same("BACK", "1") &&
			 access(getenv("MADE"), F_OK) == 0 &&
			 access("CMakeLists.txt", F_OK) == 0 &&
			 counter_locked() == 2);
	if (strcmp(argv[1], "skips") == 0)
		return 77;
	if (strcmp(argv[1], "skips_late") == 0)
		return counter_racy() == 2 ? 0 : 77;
	return 1;
}
