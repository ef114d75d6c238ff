/* SPDX-License-Identifier: MIT */
/* values.c - values of all sorts pass from T1 to main, which fails
 *   values    as their types say
 *   full      instead, T1 overflows its stack
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum color {
	RED,
	GREEN = 7,
	BLUE = -2
};
struct pair {
	uint64_t first, second;
};

static unsigned all_ones;
static uint8_t octet;
static int minus;
static double real;
static float small;
static bool truth;
static enum color color;
static int *leads;
static struct {
	unsigned low : 3;
	unsigned high : 5;
	signed sign : 8;
	enum color hue : 16;
} f;
static struct {
	char before;
	unsigned only : 8;
} lone;
static _Alignas(16) struct pair pair;
static _Alignas(16) unsigned __int128 wide;
static volatile int depth;

static void *writes(void *x)
{
	struct pair two = {3, (uint64_t)&octet};
	unsigned __int128 much = (unsigned __int128)1 << 64 | 5;

	all_ones = -1;
	octet = 200;
	minus = -5;
	real = 0.1;
	small = 2.5f;
	truth = true;
	color = BLUE;
	leads = x;
	f.high = 9;
	f.sign = -3;
	lone.only = 130;
	__atomic_store(&pair, &two, __ATOMIC_SEQ_CST);
	__atomic_store(&wide, &much, __ATOMIC_SEQ_CST);
	return NULL;
}

static int deeper(int n)
{
	volatile char frame[1000];

	frame[0] = (char)n;
	depth = n;
	return deeper(n + 1) + frame[0];
}

static void *overflows(void *unused)
{
	return (void *)(intptr_t)deeper(0);
}

int main(int argc, char **argv)
{
	int local = 4;
	struct pair two;
	unsigned __int128 much;
	pthread_t t;
	bool full = argc > 1 && strcmp(argv[1], "full") == 0;

	pthread_create(&t, NULL, full ? overflows : writes, &local);
	pthread_join(t, NULL);
	__atomic_load(&pair, &two, __ATOMIC_SEQ_CST);
	__atomic_load(&wide, &much, __ATOMIC_SEQ_CST);
	assert(!(all_ones && octet && minus && real != 0 && small != 0 &&
		 truth && color && leads && *leads && f.high == 9 && f.sign &&
		 lone.only));
	return 0;
}
