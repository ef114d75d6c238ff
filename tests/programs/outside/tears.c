/* SPDX-License-Identifier: MIT */
/* tears.c - a copy of three bytes is made in one piece, and natively in two
 *
 * So is a string that is read byte by byte.  Where one byte alone is written
 * meanwhile, there is nothing to divide, unless others may see the first bytes
 * stored and write the next in answer.
 *
 * check: --exhaustive
 * flags: -DREADS=memcpy(to,text,3)
 * verdict: partial
 * holes: may_tear
 *
 * check: --exhaustive
 * flags: -DREADS=sink=atoi(text)
 * verdict: partial
 * holes: may_tear
 *
 * check: --exhaustive
 * flags: -DREADS=sink=strcmp(text,to)
 * verdict: partial
 * holes: may_tear
 *
 * check: --exhaustive
 * flags: -DREADS=memcpy(own,text,3) -DONE
 * verdict: verified
 *
 * check: --exhaustive
 * flags: -DREADS=memcpy(to,text,3) -DONE
 * verdict: partial
 * holes: may_tear
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char text[8] = "11", to[8];
static volatile int sink __attribute__((unused));

static void *writer(void *unused)
{
	(void)unused;
	text[0] = '2';
#ifndef ONE
	text[1] = '2';
#endif
	return NULL;
}

static void *reader(void *unused)
{
	char own[8] __attribute__((unused));

	(void)unused;
	READS;
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, writer, NULL);
	pthread_create(&b, NULL, reader, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return to[7];
}
