/* SPDX-License-Identifier: MIT */
/* part_written: a turn that writes a byte and reads the word around it has read
 * what others have written, too
 *
 * U puts 1 into the second byte once: T leaves when it meets that.  (Nobody
 * knows that it waits for it, so it goes round for ever before U does.)
 *
 * check: --exhaustive --turns erased --max-steps 300
 * verdict: partial
 * holes: step_limit
 * exit: 0
 * native: sc
 */
#include "test.h"

static union {
	atomic_uint word;
	_Atomic unsigned char byte[4];
} x;

static void *wait_for(void *unused)
{
	unsigned met;

	do {
		atomic_store(&x.byte[0], 1);
		met = atomic_load(&x.word);
		atomic_store(&x.byte[0], 0);
	} while (!(met >> 8));
	return unused;
}

static void *put(void *unused)
{
	atomic_store(&x.byte[1], 1);
	return unused;
}

int main(void)
{
	pthread_t t = start(wait_for, NULL), u = start(put, NULL);

	finish(t);
	finish(u);
	printf("%x\n", atomic_load(&x.word));
	return 0;
}
