/* SPDX-License-Identifier: MIT */
/* two_objects: operations of different objects have no order between them that
 * anybody asks for.  One trace.
 *
 * check: --exhaustive
 * verdict: verified
 * executions: 1
 */
#include <pthread.h>
#include <scarp/linearize.h>
#include <stddef.h>

static int object[2];

static void *reader(void *mine)
{
	SCARP_OPERATION(mine, "read", (void)0, (), SCARP_NUMBER(0));
	return NULL;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		scarp_specification(&object[i], "register");
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, reader, &object[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
