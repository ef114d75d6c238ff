/* SPDX-License-Identifier: MIT */
/* nothing_read: no bytes are read from an empty pipe, or written to one that
 * nobody reads or that is full, at once and without an error
 *
 * check: --exhaustive
 * verdict: verified
 * native: sc
 */
#include "test.h"

#include <sys/uio.h>

int main(void)
{
	int ends[2], gone[2];
	char byte[4096] = {0};
	struct iovec none[2] = {{byte, 0}, {byte, 0}};

	assert(pipe(ends) == 0 && pipe(gone) == 0);
	assert(read(ends[0], byte, 0) == 0);
	assert(readv(ends[0], none, 2) == 0);
	close(gone[0]);
	assert(write(gone[1], byte, 0) == 0);
	assert(writev(gone[1], none, 2) == 0);
	for (int i = 0; i < 16; i++)
		assert(write(ends[1], byte, sizeof byte) == sizeof byte);
	assert(write(ends[1], byte, 0) == 0);
	return 0;
}
