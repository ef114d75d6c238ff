/* SPDX-License-Identifier: MIT */
/* library_state: what libc keeps or writes for the test is rewound as well
 *
 * strtok's position, qsort's and snprintf's output, errno of strtol.
 *
 * check: --exhaustive
 * verdict: verified
 * states: a;b;1,2,3;text=6;34
 * native: sc
 */
#include "test.h"

static char words[] = "a b";
static int numbers[] = {3, 1, 2};
static char text[16];
static atomic_int x;

static int compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static void *work(void *unused)
{
	atomic_fetch_add(&x, 1);
	return NULL;
}

int main(void)
{
	pthread_t t = start(work, NULL);
	char *first, *second;
	int length, why;

	atomic_fetch_add(&x, 1);
	assert(strlen(words) == 3 && numbers[0] == 3 && text[0] == 0);
	first = strtok(words, " ");
	second = strtok(NULL, " ");
	qsort(numbers, 3, sizeof *numbers, compare);
	length = snprintf(text, sizeof text, "text=%d", 6);
	assert(length == 6);
	errno = 0;
	strtol("99999999999999999999", NULL, 10);
	why = errno;
	finish(t);
	printf("%s;%s;%d,%d,%d;%s;%d\n", first, second, numbers[0], numbers[1],
		numbers[2], text, why);
	return 0;
}
