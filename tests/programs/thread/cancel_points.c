/* SPDX-License-Identifier: MIT */
/* cancel_points: calls that never wait are cancellation points, too
 *
 * The thread is asked before it may be: its call, which is the first that glibc
 * asks at, does nothing.
 *
 * check: --exhaustive --expect-exit 33
 * flags: -DCALL="fprintf(stderr,\"x\")"
 * verdict: verified
 * native: sc
 *
 * check: --exhaustive --expect-exit 33
 * flags: -DCALL="perror(NULL)"
 * verdict: verified
 * native: sc
 *
 * check: --exhaustive --expect-exit 33
 * flags: -DCALL="dprintf(2,\"x\")"
 * verdict: verified
 * native: sc
 *
 * check: --exhaustive --expect-exit 33
 * flags: -DCALL="write(1,\"x\",1)"
 * verdict: verified
 * native: sc
 *
 * check: --exhaustive --expect-exit 33
 * flags: -DCALL="putchar(120);fflush(stdout)"
 * verdict: verified
 *
 * check: --exhaustive --expect-exit 33
 * flags: -DCALL="open(\"/dev/null\",O_RDONLY)"
 * verdict: verified
 * native: sc
 *
 * check: --exhaustive --expect-exit 33
 * flags: -DCALL="close(pipes[0])"
 * verdict: verified
 * native: sc
 *
 * check: --exhaustive --expect-exit 33
 * flags: -DCALL="getchar()"
 * verdict: verified
 * native: sc
 *
 * check: --exhaustive --expect-exit 33
 * flags: -DCALL="getrandom(&number,4,0)"
 * verdict: verified
 * native: sc
 *
 * check: --exhaustive --expect-exit 33
 * flags: -DCALL="msync(page,4096,MS_SYNC)"
 * verdict: verified
 * native: sc
 *
 * check: --exhaustive --expect-exit 33
 * flags: -DCALL="for(int i=0;i<4097;i++)putchar(120)"
 * verdict: verified
 * native: prints anything
 *
 * check: --exhaustive --expect-exit 33
 * flags: -DCALL="AT_ONCE;putchar(120)"
 * verdict: verified
 *
 * check: --exhaustive --expect-exit 33
 * flags: -DCALL="BY_LINE;puts(\"xx\")"
 * verdict: verified
 *
 * check: --exhaustive --expect-exit 44
 * flags: -DCALL="for(int i=0;i<4096;i++)putchar(120)"
 * verdict: verified
 * native: prints anything
 *
 * check: --exhaustive --expect-exit 44
 * flags: -DCALL="BY_LINE;printf(\"xx\");getentropy(&number,4)"
 * verdict: partial
 * holes: assumed_random
 *
 * check: --exhaustive --expect-exit 44
 * flags: -DCALL="fflush(stdout);dup(pipes[0]);fileno(stdin)"
 * verdict: verified
 * native: sc
 */
#include "test.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <semaphore.h>

#define BY_LINE setvbuf(stdout, NULL, _IOLBF, 0)
#define AT_ONCE setvbuf(stdout, NULL, _IONBF, 0)

static sem_t asked;
static int pipes[2], number;
static char page[4096] __attribute__((aligned(4096)));

static void *called(void *unused)
{
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
	sem_wait(&asked);
	pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
	CALL;
	return NULL;
}

int main(void)
{
	pthread_t t;

	assert(pipe(pipes) == 0);
	sem_init(&asked, 0, 0);
	t = start(called, NULL);
	pthread_cancel(t);
	sem_post(&asked);
	return finish(t) == PTHREAD_CANCELED ? 33 : 44;
}
