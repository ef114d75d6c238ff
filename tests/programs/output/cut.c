/* SPDX-License-Identifier: MIT */
/* cut: the execution that was to say what others print did not end
 *
 * In the first one nobody has set the flag before the loop is over: that takes
 * more steps than are allowed, other orders do not.
 *
 * native: prints anything
 * check: --exhaustive --same-output --max-steps 20
 * verdict: partial
 * holes: output_unknown step_limit
 */
#include "test.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int flag;

static int is_set(void)
{
	int is;

	pthread_mutex_lock(&mutex);
	is = flag;
	pthread_mutex_unlock(&mutex);
	return is;
}

static void *look(void *unused)
{
	(void)unused;
	for (int i = 0; i < 20; i++)
		if (is_set())
			break;
	return NULL;
}

static void *set(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&mutex);
	flag = 1;
	pthread_mutex_unlock(&mutex);
	return NULL;
}

int main(void)
{
	pthread_t a = start(look, NULL), b = start(set, NULL);

	finish(a);
	finish(b);
	printf("%d\n", flag);
	return 0;
}
