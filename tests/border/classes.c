/* SPDX-License-Identifier: MIT */
/* classes.c - what scarp's tables say of the names on standard input
 *
 * NAME CLASS a line: nothing, announced, reads, writes, unknown.
 */
#include <stdio.h>
#include <string.h>

#include "channel/known.h"

int main(void)
{
	static const char *const word[] = {[TOUCHES_NOTHING] = "nothing",
		[TOUCHES_ANNOUNCED] = "announced",
		[TOUCHES_READS] = "reads",
		[TOUCHES_WRITES] = "writes",
		[TOUCHES_UNKNOWN] = "unknown"};
	char name[4096];

	while (fgets(name, sizeof name, stdin)) {
		name[strcspn(name, "\n")] = 0;
		printf("%s %s\n", name, word[touches(name)]);
	}
}
