/* SPDX-License-Identifier: MIT */
/* tracer.h - which bytes a call touches, natively
 *
 * The memory lies in pages that nobody may touch.  An access ends in a signal,
 * which tells the address and whether it is a write; the instruction is then
 * made alone, and the pages are closed again.  What the kernel touches fails
 * with EFAULT instead: trace_kernel() asks for that, a page for each piece.
 */
#ifndef BORDER_TRACER_H
#define BORDER_TRACER_H

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

enum {
	TRAP_FLAG = 0x100,
	WRITES = 2, /* of a page fault's error code */
};

static char *traced;
static size_t traced_bytes;
static unsigned char touched[1 << 16];
static int failed; /* the error number that a call had as its result */

static void close_pages(int protection)
{
	mprotect(traced, traced_bytes, protection);
}

static void on_fault(int number, siginfo_t *info, void *context)
{
	ucontext_t *at = context;
	size_t offset = (size_t)((char *)info->si_addr - traced);

	(void)number;
	if (offset >= traced_bytes)
		_exit(99);
	touched[offset] |= at->uc_mcontext.gregs[REG_ERR] & WRITES ? 2 : 1;
	close_pages(PROT_READ | PROT_WRITE);
	at->uc_mcontext.gregs[REG_EFL] |= TRAP_FLAG;
}

static void on_step(int number, siginfo_t *info, void *context)
{
	ucontext_t *at = context;

	(void)number;
	(void)info;
	at->uc_mcontext.gregs[REG_EFL] &= ~(long)TRAP_FLAG;
	close_pages(PROT_NONE);
}

static void trace_begin(char *memory, size_t bytes)
{
	static char stack[64 << 10];
	stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
	struct sigaction fault = {
		.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
	struct sigaction step = {
		.sa_sigaction = on_step, .sa_flags = SA_SIGINFO | SA_ONSTACK};

	sigaltstack(&other, NULL);
	sigaction(SIGSEGV, &fault, NULL);
	sigaction(SIGTRAP, &step, NULL);
	traced = memory;
	traced_bytes = bytes;
	close_pages(PROT_NONE);
}

/* One line: the number of each byte at which an access began, with a w where
 * one was a write. */
static void trace_end(void)
{
	close_pages(PROT_READ | PROT_WRITE);
	printf("touched");
	for (size_t i = 0; i < traced_bytes; i++)
		if (touched[i])
			printf(" %zu%s", i, touched[i] & 2 ? "w" : "");
	printf("\n");
	fflush(stdout);
	_exit(0);
}

/* May the kernel not touch a page (none), or not write to it (read), or what
 * has changed there: byte 0 if the call fails, or the first one that is
 * another. */
static void trace_kernel(char *memory, void (*fill)(void), void (*call)(void),
	int piece, char how)
{
	static char before[4096];
	char *page = memory + 4096 * piece;

	fill();
	memcpy(before, page, sizeof before);
	if (how != 'c')
		mprotect(page, 4096, how == 'n' ? PROT_NONE : PROT_READ);
	errno = 0;
	call();
	mprotect(page, 4096, PROT_READ | PROT_WRITE);
	printf("touched");
	for (size_t i = 0; i < sizeof before; i++)
		if (how == 'c' && page[i] != before[i]) {
			printf(" %zu", i);
			break;
		}
	if (how != 'c' && (errno == EFAULT || failed == EFAULT))
		printf(" 0");
	printf("\n");
	fflush(stdout);
	_exit(0);
}

#endif
