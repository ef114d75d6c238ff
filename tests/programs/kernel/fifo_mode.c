/* SPDX-License-Identifier: MIT */
/* fifo_mode: a pipe with a name has the mode that the umask leaves at that
 * moment
 *
 * check: --exhaustive
 * verdict: verified
 * states: mode=644 mode=666
 * native: prints anything
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * states: mode=644 mode=666
 * native: prints anything
 */
#include "test.h"

#include <sys/stat.h>

static void *change(void *unused)
{
	umask(0);
	return unused;
}

int main(void)
{
	struct stat st;
	pthread_t t;

	umask(022);
	unlink("scarp_fifo_mode");
	t = start(change, NULL);
	assert(mkfifo("scarp_fifo_mode", 0666) == 0);
	finish(t);
	assert(stat("scarp_fifo_mode", &st) == 0);
	printf("mode=%o\n", st.st_mode & 0777);
	assert(unlink("scarp_fifo_mode") == 0);
	return 0;
}
