/* SPDX-License-Identifier: MIT */
/* objects.c - a counter whose operations are what the arguments say
 * (objects.py)
 *
 * An argument for each thread, such as "r0=L0R1;a2=L0S0;": read is a load of
 * cell 0, to which cell 1 is added; add(2) a load of cell 0 and a store of that
 * plus 2.  "-" before them: nobody is told of operations; "=": nor what the
 * object is, but of those.
 */
#include <pthread.h>
#include <scarp/linearize.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_long cell[2];
static int untold;

static long perform(const char *steps, long by)
{
	long r = 0;

	for (; *steps != ';'; steps += 2) {
		atomic_long *c = &cell[steps[1] - '0'];

		if (steps[0] == 'L')
			r = atomic_load(c);
		else if (steps[0] == 'R')
			r += atomic_load(c);
		else if (steps[0] == 'A')
			r = atomic_fetch_add(c, by);
		else
			atomic_store(c, r + by);
	}
	return r;
}

static void *thread(void *argument)
{
	const char *at = argument;

	while (*at) {
		long by = at[1] - '0', got;

		if (untold)
			perform(at + 3, by);
		else if (at[0] == 'r')
			SCARP_OPERATION(cell, "read", got = perform(at + 3, by),
				(), SCARP_NUMBER(got));
		else if (at[0] == 'f')
			SCARP_OPERATION(cell, "fetch_add",
				got = perform(at + 3, by), (SCARP_NUMBER(by)),
				SCARP_NUMBER(got));
		else
			SCARP_OPERATION(cell, "add", perform(at + 3, by),
				(SCARP_NUMBER(by)), SCARP_NOTHING);
		while (*at++ != ';')
			;
	}
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t t[4];

	int unsaid = argc > 1 && argv[1][0] == '=';

	untold = argc > 1 && argv[1][0] == '-';
	argc -= untold + unsaid;
	argv += untold + unsaid;
	if (!unsaid)
		scarp_specification(cell, "counter");
	for (int i = 1; i < argc && i <= 4; i++)
		pthread_create(&t[i - 1], NULL, thread, argv[i]);
	for (int i = 1; i < argc && i <= 4; i++)
		pthread_join(t[i - 1], NULL);
	return 0;
}
