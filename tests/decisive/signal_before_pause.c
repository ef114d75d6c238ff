/* SPDX-License-Identifier: MIT */
/* signal_before_pause - a signal comes between the look whether it was there
 * and the wait for it
 */
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t got;

static void note(int unused)
{
	(void)unused;
	got = 1;
}

static void *tell(void *who)
{
	pthread_kill(*(pthread_t *)who, SIGUSR1); /* decisive: first */
	return NULL;
}

int main(void)
{
	pthread_t t, self = pthread_self();

	signal(SIGUSR1, note);
	pthread_create(&t, NULL, tell, &self);
	if (!got)
		pause(); /* decisive: second */
	pthread_join(t, NULL);
	return 0;
}
