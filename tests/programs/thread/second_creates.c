/* SPDX-License-Identifier: MIT */
/* second_creates: of three threads the second one to add creates a thread
 *
 * Which one that is differs, and so do the numbers of what they create: in
 * most executions some number below the highest is nobody's.
 *
 * check: --exhaustive
 * verdict: verified
 * states: x=3,y=2,z=1
 * races: none
 * native: sc
 */
#include <stdatomic.h>

#include "test.h"

static atomic_int x, y, z;

static void *created(void *unused)
{
	atomic_fetch_add(&y, 1);
	atomic_fetch_add(&y, 1);
	return NULL;
}

static void *adds(void *unused)
{
	if (atomic_fetch_add(&x, 1) == 1) {
		pthread_t t = start(created, NULL);

		atomic_load(&y);
		atomic_fetch_add(&z, 1);
		finish(t);
	} else {
		atomic_load(&y);
	}
	return NULL;
}

int main(void)
{
	pthread_t t[3];

	for (int i = 0; i < 3; i++)
		t[i] = start(adds, NULL);
	for (int i = 0; i < 3; i++)
		finish(t[i]);
	printf("x=%d,y=%d,z=%d\n", x, y, z);
	return 0;
}
