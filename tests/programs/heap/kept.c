/* SPDX-License-Identifier: MIT */
/* kept: what the C library keeps for itself is no leak of the test's, and what
 * it gave away is; one class of keepers a check
 *
 * Most of them run in fork mode, where an execution ends with its process: what
 * they keep lies in the heap of that execution, and nobody meets it again.
 *
 * modes: fork
 *
 * check: --exhaustive --leak-check
 * flags: -DKEEP=tzset()
 * verdict: verified
 *
 * check: --exhaustive --leak-check
 * flags: -DKEEP=localtime(&now)
 * verdict: verified
 *
 * check: --exhaustive --leak-check
 * flags: -DKEEP=setlocale(LC_ALL,utf8)
 * modes: checkpoint restart fork
 * verdict: partial
 * holes: unseen_calls
 *
 * check: --exhaustive --leak-check
 * flags: -DKEEP=dlerror_kept()
 * verdict: partial
 * holes: unseen_calls
 * default: fork
 *
 * check: --exhaustive --leak-check
 * flags: -DKEEP=dlclose(dlopen(libm,RTLD_NOW))
 * verdict: partial
 * holes: unseen_calls
 * default: fork
 *
 * check: --exhaustive --leak-check
 * flags: -DKEEP=iconv_close(iconv_open(utf16,utf8_code))
 * verdict: partial
 * holes: unseen_calls
 * default: fork
 *
 * check: --exhaustive --leak-check
 * flags: -DKEEP=getpwnam(root)
 * verdict: verified
 *
 * check: --exhaustive --leak-check
 * flags: -DKEEP=textdomain(root)
 * verdict: verified
 *
 * check: --exhaustive --leak-check
 * flags: -DKEEP=backtrace(frames,4)
 * verdict: partial
 * holes: unseen_calls
 * default: fork
 *
 * check: --exhaustive --leak-check
 * flags: -DKEEP=strerror_l(99999,LC_GLOBAL_LOCALE)
 * verdict: partial
 * holes: unseen_calls
 * default: fork
 *
 * The text of an unknown error hangs on the thread's control block: the audit
 * sees that, and goes on in fork mode.
 *
 * check: --exhaustive --leak-check
 * flags: -DKEEP=strerror(99999)
 * modes: checkpoint restart
 * fallback: fork
 * verdict: verified
 *
 * check: --exhaustive --leak-check
 * flags: -DKEEP=strsignal(200)
 * modes: checkpoint restart
 * fallback: fork
 * verdict: verified
 *
 * These keep nothing, in any mode.
 *
 * check: --exhaustive --leak-check
 * flags: -DKEEP=atexit(nothing)
 * modes: checkpoint restart fork
 * verdict: verified
 *
 * check: --exhaustive --leak-check
 * flags: -DKEEP=qsort(many,5000,4,compare)
 * modes: checkpoint restart fork
 * verdict: verified
 *
 * check: --exhaustive --leak-check
 * flags: -DKEEP=print_much()
 * modes: checkpoint restart fork
 * verdict: partial
 * holes: unseen_calls
 *
 * check: --exhaustive --leak-check
 * flags: -DKEEP=(setenv(root,utf8,1),getenv(root))
 * modes: checkpoint restart fork
 * races: none
 * verdict: verified
 *
 * check: --exhaustive --leak-check
 * flags: -DKEEP=use_key()
 * modes: checkpoint restart fork
 * verdict: verified
 *
 * And these give it away.
 *
 * check: --exhaustive --leak-check
 * flags: -DKEEP=realpath(slash,NULL)
 * verdict: bug leak
 *
 * check: --exhaustive --leak-check
 * flags: -DKEEP=getcwd(NULL,0)
 * modes: checkpoint restart fork
 * verdict: bug leak
 *
 * check: --exhaustive --leak-check
 * flags: -DKEEP=strdup(root)
 * modes: checkpoint restart fork
 * verdict: bug leak
 *
 * check: --exhaustive --leak-check
 * flags: -DKEEP=newlocale(LC_ALL_MASK,utf8,(locale_t)0)
 * verdict: bug leak
 *
 * check: --exhaustive --leak-check
 * flags: -DKEEP=opendir(slash)
 * verdict: bug leak
 */
#include "test.h"
#include <dirent.h>
#include <dlfcn.h>
#include <execinfo.h>
#include <iconv.h>
#include <libintl.h>
#include <locale.h>
#include <pwd.h>

char root[] = "root", utf8[] = "C.UTF-8", libm[] = "libm.so.6", slash[] = "/";
char utf16[] = "UTF-16", utf8_code[] = "UTF-8";
time_t now;
void *frames[4];
int many[5000];

static atomic_int x;

__attribute__((unused)) static void nothing(void)
{
}

__attribute__((unused)) static int compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

__attribute__((unused)) static int dlerror_kept(void)
{
	dlsym(RTLD_DEFAULT, "no_such_name");
	return 0;
}

__attribute__((unused)) static int print_much(void)
{
	static char text[9000];

	return snprintf(
		text, sizeof text, "%2$.*3$f %1$a %1$8000g", 1.5, 2.5, 5000);
}

__attribute__((unused)) static int use_key(void)
{
	pthread_key_t key;

	pthread_key_create(&key, free);
	pthread_setspecific(key, malloc(4));
	free(pthread_getspecific(key));
	return pthread_key_delete(key);
}

static void *look(void *unused)
{
	atomic_fetch_add(&x, 1);
	return NULL;
}

int main(void)
{
	pthread_t t = start(look, NULL);

	(void)(KEEP);
	atomic_fetch_add(&x, 1);
	(void)(KEEP);
	finish(t);
	return 0;
}
