/* SPDX-License-Identifier: MIT */
/* undeclared: library functions that nobody declares
 *
 * gcc knows their types all the same, so that a pointer stays whole and sqrt
 * returns no int. Each thread copies into a block of its own, above 4 GiB as
 * all of the heap, and adds 1 to a sum without a lock: 1 or 2. LEAK: what is
 * called must not go, as it does natively when its result is not used; LATE:
 * nor where it is declared behind. EARLY: what is declared or defined here is
 * another function. SIGN: what no library has is an instruction. BARE: with
 * these flags gcc knows no functions natively, and they return int.
 *
 * compilers: gcc
 * flags: -w
 *
 * check: --exhaustive
 * verdict: verified
 * races: some
 * states: 1 2
 *
 * check: --exhaustive
 * flags: -w -O0 -std=gnu89
 * verdict: verified
 * races: some
 * states: 1 2
 *
 * check: --exhaustive --leak-check
 * flags: -w -DLEAK
 * modes: checkpoint
 * verdict: bug leak
 *
 * check: --exhaustive
 * flags: -w -DEARLY
 * modes: checkpoint
 * verdict: verified
 *
 * check: --exhaustive --leak-check
 * flags: -w -DLEAK -DLATE
 * modes: checkpoint
 * verdict: bug leak
 *
 * check: --exhaustive
 * flags: -w -DSIGN -O1
 * modes: checkpoint
 * verdict: verified
 *
 * check: --exhaustive
 * flags: -w -DSIGN -O1 -std=gnu89
 * modes: checkpoint
 * verdict: verified
 *
 * check: --exhaustive
 * flags: -w -DBARE -fno-builtin
 * modes: checkpoint
 * verdict: verified
 *
 * check: --exhaustive
 * flags: -w -DBARE -fno-builtin-malloc
 * modes: checkpoint
 * verdict: verified
 *
 * check: --exhaustive
 * flags: -w -DBARE -ffreestanding
 * modes: checkpoint
 * verdict: verified
 */
#include <assert.h>
#include <pthread.h>

static int sum;
static char text[] = "text";

#ifdef EARLY
extern unsigned long strlen(const char *) __asm__("seven");

unsigned long seven(const char *unused)
{
	return unused ? 7 : 0;
}

extern inline __attribute__((gnu_inline, always_inline)) int abs(int n)
{
	return n + 1;
}
#endif

__attribute__((unused)) static char *last(char *in)
{
	extern char *strrchr(const char *, int);

	return strrchr(in, 't');
}

static void *add(void *unused)
{
#if defined(BARE)
	assert(sizeof malloc(8) == sizeof(int));
#elif defined(LEAK)
	malloc(8);
#elif defined(EARLY)
	assert(strlen(text) == 7 && abs((int)strlen(text)) == 8);
#elif defined(SIGN)
	volatile float x = -1;
	volatile double y = 1;

	assert(signbit(x) && !signbit(y) && signbitf(x));
#else
	char *block = malloc(sizeof text), *dot;

	memcpy(block, text, sizeof text);
	assert(last(block) == block + 3 && strrchr(block, 't') == block + 3);
	dot = strchr(block, 'x');
	assert(dot == block + 2 && memcmp(block, text, sizeof text) == 0);
	assert(strlen(block) == (unsigned long)sqrt(16));
	sum += strcmp(dot, "xt") + 1;
	free(block);
#endif
	return unused;
}

#ifdef LATE
extern void *malloc(unsigned long);
#endif

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, add, 0);
	pthread_create(&b, 0, add, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	printf("%d\n", sum);
	return 0;
}
