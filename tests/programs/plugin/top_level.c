/* SPDX-License-Identifier: MIT */
/* top_level.c - code that assembly outside of functions makes
 *
 * Directives alone make none.
 *
 * check: --exhaustive
 * verdict: partial
 * holes: unannounced unseen_stores
 * fallback: fork
 * modes: checkpoint
 * says: assembly outside of functions (
 * says: top_level.c)
 *
 * check: --exhaustive
 * flags: -DDIRECTIVES
 * verdict: verified
 */
#include <pthread.h>

static int x;

#ifdef DIRECTIVES
__asm__(".globl other_name\n\t.set other_name, nothing\n"
	".pushsection .rodata\n\t.long 17\n\t.popsection");
static void increase(int *p)
{
	__atomic_add_fetch(p, 1, __ATOMIC_SEQ_CST);
}
#else
void increase(int *p);
__asm__(".globl increase\n"
	"increase:\n\tincl (%rdi)\n\tret\n");
#endif

void *nothing(void *unused)
{
	increase(&x);
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, nothing, NULL);
	increase(&x);
	pthread_join(t, NULL);
	return x == 0;
}
