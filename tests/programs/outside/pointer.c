/* SPDX-License-Identifier: MIT */
/* pointer.c - called by a pointer that the program's data has
 *
 * check: --exhaustive
 * flags: -fPIE -pie
 * verdict: partial
 * holes: unseen_calls
 * says: wcsxfrm (pointer.c:22)
 * modes: fork
 */
#include <pthread.h>
#include <wchar.h>

static wchar_t text[8] = L"12";
size_t (*convert[2])(wchar_t *, const wchar_t *, size_t) = {wcsxfrm, wcsxfrm};
static volatile int which;
static int sum;

static void *reader(void *unused)
{
	(void)unused;
	sum += (int)convert[which](NULL, text, 0);
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, reader, NULL);
	pthread_join(t, NULL);
	return sum != 2;
}
