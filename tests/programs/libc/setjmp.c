/* SPDX-License-Identifier: MIT */
/* setjmp: the buffer is rewound with the execution; jumps stay in their thread
 *
 * The buffers are static: an execution that found one changed would fail in
 * the first assertion.
 *
 * check: --exhaustive
 * verdict: verified
 * states: 1:7,2:8
 * native: sc
 */
#include "test.h"
#include <setjmp.h>

static jmp_buf buffer[2];
static sigjmp_buf with_mask;
static atomic_int x;

static void leave(int n)
{
	atomic_fetch_add(&x, 1);
	longjmp(buffer[n], 7 + n);
}

static void untouched(const void *p, size_t size)
{
	for (size_t i = 0; i < size; i++)
		assert(((const char *)p)[i] == 0);
}

static void *work(void *number)
{
	int n = (int)(intptr_t)number;
	int rc;

	untouched(&buffer[n], sizeof buffer[n]);
	rc = setjmp(buffer[n]);
	if (rc == 0)
		leave(n);
	return (void *)(intptr_t)rc;
}

int main(void)
{
	pthread_t t;
	int one, two;

	untouched(&with_mask, sizeof with_mask);
	t = start(work, (void *)1);
	one = (int)(intptr_t)work((void *)0);
	two = (int)(intptr_t)finish(t);
	if (sigsetjmp(with_mask, 1) == 0)
		siglongjmp(with_mask, 1);
	assert(atomic_load(&x) == 2);
	printf("1:%d,2:%d\n", one, two);
	return 0;
}
