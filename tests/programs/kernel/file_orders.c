/* SPDX-License-Identifier: MIT */
/* file_orders: who reads what another wrote to a file comes after what that did
 * before
 *
 * check: --exhaustive
 * verdict: verified
 * races: none
 * states: 0 1
 */
#include "test.h"

#include <sys/mman.h>

static int file, data;

static void *writer(void *unused)
{
	data = 1;
	assert(pwrite(file, "a", 1, 0) == 1);
	return NULL;
}

int main(void)
{
	char byte = 0;
	pthread_t t;
	int seen = 0;

	file = memfd_create("file", 0);
	assert(pwrite(file, "-", 1, 0) == 1);
	t = start(writer, NULL);
	assert(pread(file, &byte, 1, 0) == 1);
	if (byte == 'a')
		seen = data;
	finish(t);
	printf("%d\n", seen);
	return 0;
}
