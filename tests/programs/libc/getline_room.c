/* SPDX-License-Identifier: MIT */
/* getline_room: getline reads where its line lies and how long that may be, and
 * makes room, before it finds that there is no line
 *
 * check: --exhaustive
 * flags: -DCHANGES="room=100"
 * verdict: verified
 * states: 100
 * races: some
 *
 * check: --exhaustive
 * flags: -DCHANGES="line=other"
 * verdict: verified
 * states: 200
 * races: some
 *
 * check: --exhaustive
 * flags: -DCHANGES="(void)0" -DEMPTY
 * verdict: verified
 * states: 120
 * races: none
 */
#include "test.h"

#include <stdlib.h>

static char *line;
static char other[200];
static size_t room = 200;

static void *changes(void *arg)
{
	CHANGES;
	return arg;
}

int main(void)
{
	char *first = malloc(room);
	pthread_t t;

#ifndef EMPTY
	line = first;
#endif
	t = start(changes, NULL);
	assert(getline(&line, &room, stdin) == -1 && line);
	finish(t);
	printf("%zu\n", room);
	if (line != first && line != other)
		free(line);
	free(first);
	return 0;
}
