/* SPDX-License-Identifier: MIT */
/* foreign_beside: what is written to a descriptor of the kernel's is read, and
 * another thread stores it
 *
 * check: --exhaustive
 * modes: fork
 * default: fork
 * verdict: partial
 * holes: file_writes
 * races: some
 */
#include "test.h"

#include <fcntl.h>
#include <unistd.h>

static char text[8] = "text";

static void *stores(void *arg)
{
	text[1] = 'a';
	return arg;
}

int main(void)
{
	int file = open("/proc/self/oom_score_adj", O_WRONLY);
	pthread_t t = start(stores, NULL);

	assert(write(file, text, 4) == -1);
	assert(close(file) == 0); /* the rewind audit sees one that is left */
	finish(t);
	return 0;
}
