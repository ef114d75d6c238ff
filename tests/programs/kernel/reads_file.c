/* SPDX-License-Identifier: MIT */
/* reads_file: a file that is opened for reading alone needs no fork mode; each
 * execution reads it from its start
 *
 * The file is this program's source.  Three threads read two bytes each from
 * one open file: each byte once, in 6 orders; what main itself reads comes
 * before. Main joins them one after the other: in r1 j1 j2 j3 there are 3
 * places before j2 for r2, and then 5 before j3 for r3.
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * executions: 15
 * states: SP,DX,-L SP,-L,DX DX,SP,-L DX,-L,SP -L,SP,DX -L,DX,SP
 * native: sc
 */
#include "test.h"

#include <fcntl.h>

static int file;
static char part[3][3];

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
	pthread_t t = start(reads, part[0]), u = start(reads, part[1]),
		  v = start(reads, part[2]);

	finish(t);
	finish(u);
	finish(v);
	printf("%s,%s,%s\n", part[0], part[1], part[2]);
	return 0;
}
