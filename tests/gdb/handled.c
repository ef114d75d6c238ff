/* SPDX-License-Identifier: MIT */
/* handled.c - the test handles a fault of its own, and fails later */
#include <assert.h>
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>

static sigjmp_buf back;
static int faults;

static void on_fault(int number)
{
	faults++;
	siglongjmp(back, number);
}

int main(void)
{
	int *volatile nowhere = NULL;

	signal(SIGSEGV, on_fault);
	if (sigsetjmp(back, 1) == 0)
		*nowhere = 1;
	assert(faults == 2);
}
