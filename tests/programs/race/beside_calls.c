/* SPDX-License-Identifier: MIT */
/* beside_calls: what a call is given, and what it fills in, while another
 * thread stores there or looks
 *
 * verdict: verified
 * races: some
 * holes: may_tear
 *
 * check: --exhaustive
 * flags: -DCALL=pthread_timedjoin_np(ended,NULL,&until)
 *
 * check: --exhaustive
 * flags: -DCALL=poll(&asked,1,0) -DTOUCH=(asked.events=0)
 *
 * check: --exhaustive
 * flags: -DCALL=posix_memalign(&result,16,8) -DTOUCH=(seen=result)
 *
 * check: --exhaustive
 * flags: -DCALL='setenv("A","2",1)' -DTOUCH=(seen=environ[0])
 *
 * check: --exhaustive
 * flags: -DCALL=fputws(wide,stdout) -DTOUCH=(wide[1]=97)
 */
#include "test.h"

#include <poll.h>
#include <stdlib.h>
#include <wchar.h>

#ifndef TOUCH
#define TOUCH (until.tv_nsec = 0)
#endif

static struct timespec until = {1, 0};
static struct pollfd asked = {.fd = -1, .events = POLLIN};
static void *result, *volatile seen;
static wchar_t wide[] = L"text";
static char entry[] = "A=1";
static pthread_t ended;

static void *nothing(void *arg)
{
	return arg;
}

static void *touches(void *arg)
{
	TOUCH;
	return arg;
}

int main(void)
{
	pthread_t t;

	(void)asked, (void)result, (void)seen, (void)wide;
	clearenv();
	putenv(entry);
	ended = start(nothing, NULL);
	t = start(touches, NULL);
	CALL;
	finish(t);
	free(result);
	return 0;
}
