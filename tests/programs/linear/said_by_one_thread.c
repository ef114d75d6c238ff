/* SPDX-License-Identifier: MIT */
/* said_by_one_thread: what the object is, one thread says when the other one
 * may have called an operation of it already: what that returned is not judged,
 * and the verdict says so, though nothing is wrong.  Said before the threads
 * begin, it is, and 7 from an empty stack is.
 *
 * check: --exhaustive
 * args: late
 * verdict: partial
 * holes: operations_unspecified
 * check: --exhaustive
 * args: early
 * verdict: bug not_linearizable
 */
#include <pthread.h>
#include <scarp/linearize.h>
#include <stddef.h>
#include <string.h>

static int stack, late;

static void *pops(void *unused)
{
	SCARP_OPERATION(&stack, "pop", (void)0, (),
		late ? SCARP_EMPTY : SCARP_NUMBER(7));
	return unused;
}

static void *says(void *unused)
{
	if (late)
		scarp_specification(&stack, "stack");
	SCARP_OPERATION(&stack, "pop", (void)0, (), SCARP_EMPTY);
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t a, b;

	late = argc > 1 && strcmp(argv[1], "late") == 0;
	if (!late)
		scarp_specification(&stack, "stack");
	pthread_create(&a, NULL, pops, NULL);
	pthread_create(&b, NULL, says, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
