/* SPDX-License-Identifier: MIT */
/* closed: fclose of a standard stream closes its descriptor, whose number
 * another thread may get
 *
 * check: --exhaustive
 * verdict: verified
 * states: a
 * native: sc
 *
 * check: --exhaustive
 * flags: -DBESIDE
 * verdict: verified
 * states: 0 3
 * native: sc
 */
#include "test.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static int number;

static void *opens(void *arg)
{
	number = open("/dev/null", O_RDONLY);
	return arg;
}

int main(void)
{
#ifdef BESIDE
	pthread_t t = start(opens, NULL);

	assert(fclose(stdin) == 0);
	finish(t);
	assert(number == 0 || number == 3);
	printf("%d", number);
#else
	printf("a");
	assert(fclose(stdout) == 0);
	assert(write(1, "b", 1) == -1 && errno == EBADF);
	opens(NULL);
	assert(number == 1);
	assert(fclose(stderr) == 0 && fclose(stdin) == 0);
	opens(NULL);
	assert(number == 0);
#endif
	return 0;
}
