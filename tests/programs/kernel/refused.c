/* SPDX-License-Identifier: MIT */
/* refused: calls that would change the process behind scarp's back end the run
 * with an error that names them and the line; by number as well
 *
 * check: --exhaustive
 * verdict: error
 * args: sbrk
 * says: the test calls 'sbrk', which scarp does not support
 * says: refused.c:140
 *
 * check: --exhaustive
 * verdict: error
 * args: chroot
 * says: the test calls 'chroot', which scarp does not support
 *
 * check: --exhaustive
 * verdict: error
 * args: munmap
 * native: exits -11
 * says: the test calls 'munmap of memory that the test did not map', which
 *
 * check: --exhaustive
 * verdict: error
 * args: mprotect
 * native: exits -11
 * says: 'mprotect of memory that the test did not map or allocate', which
 *
 * check: --exhaustive
 * verdict: error
 * args: limit
 * says: 'setrlimit of another limit than RLIMIT_NOFILE, CORE and STACK', which
 *
 * check: --exhaustive
 * verdict: error
 * args: fixed
 * says: the test calls 'mmap with MAP_FIXED outside of what the test mapped'
 *
 * check: --exhaustive
 * verdict: error
 * args: brk
 * says: the test calls 'syscall' with number 12 (brk), which scarp does not
 *
 * check: --exhaustive
 * verdict: error
 * args: acct
 * says: the test calls 'syscall' with number 163 (acct), which scarp does not
 *
 * check: --exhaustive
 * verdict: error
 * args: watch
 * says: 'inotify_add_watch (the test's files change in memory, of which the
 *
 * check: --exhaustive
 * verdict: error
 * args: semget
 * says: 'semget (the kernel keeps System V's semaphores, which are not
 *
 * check: --exhaustive
 * verdict: error
 * args: msgget
 * says: 'msgget (the kernel keeps System V's messages, which are not rewound;
 *
 * check: --exhaustive
 * verdict: error
 * args: freopen
 * says: 'freopen (a stream stays what it was opened as; fopen opens another)'
 *
 * check: --exhaustive
 * verdict: error
 * args: freopen64
 * says: 'freopen (a stream stays what it was opened as; fopen opens another)'
 *
 * check: --exhaustive
 * verdict: error
 * args: wscanf
 * says: 'wscanf or fwscanf (fgetws reads a line, and swscanf looks into it)'
 *
 * check: --exhaustive
 * verdict: error
 * args: putc
 * says: the test calls 'putc to a stream of wide characters', which scarp does
 *
 * check: --exhaustive
 * verdict: error
 * args: getc
 * says: 'a call that reads bytes from a stream of wide characters', which
 *
 * check: --exhaustive
 * verdict: error
 * args: letter
 * says: 'output of a wide character that the locale "C" does not have', which
 *
 * check: --exhaustive
 * verdict: error
 * args: wseek
 * says: 'fseek or ftell of a stream of open_wmemstream', which scarp does not
 *
 * check: --exhaustive
 * verdict: error
 * args: printf
 * says: 'printf to a standard stream whose descriptor was replaced', which
 */
#include "test.h"

#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/syscall.h>
#include <wchar.h>

static int data[4096];

int main(int argc, char **argv)
{
	struct rlimit limit = {1 << 30, 1 << 30};
	const char *what = argv[1];
	wchar_t wide[8], *text;
	size_t n;
	int p[2];

	assert(sbrk(0) != (void *)-1); /* only asks */
	if (strcmp(what, "semget") == 0) {
		semctl(semget(IPC_PRIVATE, 1, 0600), 0, IPC_RMID);
	} else if (strcmp(what, "msgget") == 0) {
		msgctl(msgget(IPC_PRIVATE, 0600), IPC_RMID, NULL);
	} else if (strcmp(what, "chroot") == 0) {
		(void)!chroot("/");
	} else if (strcmp(what, "munmap") == 0) {
		munmap((void *)((uintptr_t)data & ~4095ul), 4096);
	} else if (strcmp(what, "mprotect") == 0) {
		mprotect((void *)((uintptr_t)data & ~4095ul), 4096, PROT_READ);
	} else if (strcmp(what, "limit") == 0) {
		setrlimit(RLIMIT_AS, &limit);
	} else if (strcmp(what, "fixed") == 0) {
		mmap((void *)0x700000000000, 4096, PROT_READ,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	} else if (strcmp(what, "sbrk") == 0) {
		sbrk(4096);
	} else if (strcmp(what, "brk") == 0) {
		syscall(SYS_brk, 0);
	} else if (strcmp(what, "watch") == 0) {
		inotify_add_watch(0, ".", IN_CREATE);
	} else if (strcmp(what, "freopen") == 0) {
		(void)!freopen("/dev/null", "w", stdout);
	} else if (strcmp(what, "freopen64") == 0) {
		(void)!freopen64("/dev/null", "r", stdin);
	} else if (strcmp(what, "wscanf") == 0) {
		wscanf(L"%ls", wide);
	} else if (strcmp(what, "putc") == 0) {
		fwide(stdout, 1);
		putchar('x');
	} else if (strcmp(what, "getc") == 0) {
		getwchar();
		getchar();
	} else if (strcmp(what, "letter") == 0) {
		putwchar(0x20ac);
	} else if (strcmp(what, "wseek") == 0) {
		fseek(open_wmemstream(&text, &n), 0, SEEK_SET);
	} else if (strcmp(what, "acct") == 0) {
		syscall(SYS_acct, 0);
	} else {
		assert(pipe(p) == 0 && dup2(p[1], 1) == 1);
		printf("where?\n");
	}
	return 0;
}
