/* SPDX-License-Identifier: MIT */
/* info_cleared - a text is looked at twice, and taken away between the two
 */
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static _Atomic(const char *) info = "sorting";
static size_t shown;

static void *show(void *unused)
{
	if (atomic_load(&info))			    /* decisive: first */
		shown = strlen(atomic_load(&info)); /* decisive: third */
	return unused;
}

static void *finish(void *unused)
{
	atomic_store(&info, NULL); /* decisive: second */
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, show, NULL);
	pthread_create(&b, NULL, finish, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return shown > 7;
}
