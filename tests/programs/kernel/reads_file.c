/* SPDX-License-Identifier: MIT */
/* reads_file: a file that is opened for reading alone needs no fork mode; each
 * execution reads it from its start
 *
 * The file is this program's source.  Two threads read two bytes each from one
 * open file: each byte once.  Main joins the first one before the other, whose
 * read has 2 places; what main itself reads comes before.
 *
 * check: --exhaustive
 * verdict: verified
 * states: a=SP,b=DX a=DX,b=SP
 * native: sc
 */
#include "test.h"

#include <fcntl.h>

static int file;
static char part[2][3];

static void *reads(void *arg)
{
	assert(read(file, arg, 2) == 2);
	return NULL;
}

int main(void)
{
	char begin[4] = "";

	file = open(__FILE__, O_RDONLY);
	assert(file == 3);
	assert(read(file, begin, 3) == 3 && begin[2] == ' ');
	pthread_t t = start(reads, part[0]), u = start(reads, part[1]);

	finish(t);
	finish(u);
	printf("a=%s,b=%s\n", part[0], part[1]);
	return 0;
}
