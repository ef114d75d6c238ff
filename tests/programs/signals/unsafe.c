/* SPDX-License-Identifier: MIT */
/* unsafe: a handler calls what is not async-signal-safe, in the middle of such
 * a call of the thread that it came to
 *
 * CODE is what the thread does, HANDLER what the handler does. Of one family:
 *
 * check: --exhaustive
 * flags: -DCODE=free(malloc(1)) -DHANDLER=free(malloc(1))
 * verdict: bug unsafe_in_handler
 * replays: 1
 * says: the call that was interrupted
 *
 * check: --exhaustive --reduce none
 * flags: -DCODE=free(malloc(1)) -DHANDLER=free(malloc(1))
 * verdict: bug unsafe_in_handler
 *
 * check: --exhaustive
 * flags: -DCODE=free(strdup(text)) -DHANDLER=keep=realloc(keep,9)
 * verdict: bug unsafe_in_handler
 *
 * check: --exhaustive
 * flags: -DCODE=puts(text) -DHANDLER=printf(text)
 * verdict: bug unsafe_in_handler
 * says: a call on stdout
 *
 * check: --exhaustive
 * flags: -DCODE=(sum+=rand()) -DHANDLER=srand(1)
 * verdict: bug unsafe_in_handler
 * says: the state of random()
 *
 * check: --exhaustive
 * flags: -DCODE=setenv(name,text,1) -DHANDLER=(sum+=getenv(name)!=NULL)
 * verdict: bug unsafe_in_handler
 *
 * Asked not to look:
 *
 * check: --exhaustive --unsafe-handlers
 * flags: -DCODE=puts(text) -DHANDLER=free(malloc(printf(text)))
 * verdict: verified
 *
 * Of two families; what is safe; what interrupts nothing; what takes care.
 *
 * check: --exhaustive
 * flags: -DCODE=free(malloc(1)) -DHANDLER=printf(text)
 * verdict: verified
 *
 * check: --exhaustive
 * flags: -DCODE=fputs(text,stderr) -DHANDLER=puts(text)
 * verdict: verified
 *
 * check: --exhaustive
 * flags: -DCODE=puts(text) -DHANDLER=(sum+=write(1,text,1))
 * verdict: verified
 *
 * check: --exhaustive
 * flags: -DCODE=free(malloc(1)) -DHANDLER=sem_post(&sem)
 * verdict: verified
 *
 * check: --exhaustive
 * flags: -DCODE=(sum+=getenv(name)!=NULL) -DHANDLER=(sum+=getenv(name)!=NULL)
 * verdict: verified
 *
 * check: --exhaustive
 * flags: -DCODE=umask(0) -DHANDLER=umask(0)
 * verdict: verified
 *
 * check: --exhaustive
 * flags: -DCODE=sum++ -DHANDLER=free(malloc(1))
 * verdict: verified
 *
 * check: --exhaustive
 * flags: -DCODE=free(malloc(1)) -DHANDLER=free(malloc(1)) -DRAISES
 * verdict: verified
 *
 * check: --exhaustive
 * flags: -DCODE=free(malloc(1)) -DHANDLER=free(malloc(1)) -DBLOCKS
 * verdict: verified
 *
 * check: --exhaustive
 * flags: -DCODE=free(malloc(1)) -DHANDLER=if(!busy)free(malloc(1)) -DBUSY
 * verdict: verified
 */
#include "test.h"

#include <semaphore.h>
#include <signal.h>
#include <sys/stat.h>

static sem_t sem;
static const char text[] = "a", name[] = "A";
static void *keep;
static long sum;
static volatile sig_atomic_t busy;

static void handle(int number)
{
	HANDLER;
}

static void blocks(int how)
{
#ifdef BLOCKS
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(how, &set, NULL);
#endif
}

static void *works(void *unused)
{
#ifdef RAISES
	free(malloc(1));
	raise(SIGUSR1);
#endif
	blocks(SIG_BLOCK);
#ifdef BUSY
	busy = 1;
#endif
	CODE;
#ifdef BUSY
	busy = 0;
#endif
	blocks(SIG_UNBLOCK);
	return NULL;
}

int main(void)
{
	pthread_t t;

	sem_init(&sem, 0, 0);
	signal(SIGUSR1, handle);
	t = start(works, NULL);
#ifndef RAISES
	assert(pthread_kill(t, SIGUSR1) == 0);
#endif
	finish(t);
	(void)keep;
	return 0;
}
