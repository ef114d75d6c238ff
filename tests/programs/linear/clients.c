/* SPDX-License-Identifier: MIT */
/* clients: threads with some operations each, that share nothing.  As many
 * traces as there are relations "had returned when the other was called": of
 * all orders of calls and returns that keep each thread's, by brute force over
 * these.  One, where they are judged.
 *
 * check: --exhaustive
 * args: 2 2
 * verdict: verified
 * executions: 1
 * check: --exhaustive --model tso
 * args: 3 2
 * verdict: verified
 * executions: 1
 * check: --exhaustive --history executed
 * args: 2 1
 * verdict: verified
 * executions: 6
 * check: --exhaustive --history executed
 * args: 2 2
 * verdict: verified
 * executions: 19
 * check: --exhaustive --reduce source --history executed
 * args: 2 1 1
 * verdict: verified
 * executions: 64
 * check: --exhaustive --model tso --history executed
 * args: 3 2
 * verdict: verified
 * executions: 45
 */
#include <pthread.h>
#include <scarp/linearize.h>
#include <stddef.h>
#include <stdlib.h>

static int object;

static void *client(void *operations)
{
	for (int n = atoi(operations); n > 0; n--)
		SCARP_OPERATION(&object, "read", (void)0, (), SCARP_NUMBER(0));
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t t[4];

	scarp_specification(&object, "register");
	for (int i = 1; i < argc && i <= 4; i++)
		pthread_create(&t[i - 1], NULL, client, argv[i]);
	for (int i = 1; i < argc && i <= 4; i++)
		pthread_join(t[i - 1], NULL);
	return 0;
}
