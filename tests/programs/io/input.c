/* SPDX-License-Identifier: MIT */
/* input: standard input is empty, or the file of --stdin, read from its start
 * by every execution
 *
 * check: --exhaustive
 * verdict: verified
 * states: none
 * native: sc
 *
 * check: --exhaustive --stdin {dir}/input.txt
 * verdict: verified
 * states: hello,world
 */
#include "test.h"

static atomic_int x;

static void *work(void *unused)
{
	atomic_fetch_add(&x, 1);
	return NULL;
}

int main(void)
{
	pthread_t t = start(work, NULL);
	char line[20] = "", rest[20] = "";

	atomic_fetch_add(&x, 1);
	assert(!isatty(0) && !isatty(1));
	if (!fgets(line, sizeof line, stdin)) {
		finish(t);
		printf("none\n");
		return 0;
	}
	line[strcspn(line, "\n")] = 0;
	assert(scanf("%19s", rest) == 1);
	assert(getchar() == '\n' && getchar() == EOF);
	finish(t);
	printf("%s,%s\n", line, rest);
	return 0;
}
