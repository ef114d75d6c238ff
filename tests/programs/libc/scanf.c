/* SPDX-License-Identifier: MIT */
/* scanf: every conversion stores just its size, what did not match stores
 * nothing, and all of it goes back
 *
 * check: --exhaustive
 * verdict: verified
 * states: 7,-2,300,5000000000,255,1.5,2.5,word,wor,abc,z,12:5
 * native: sc
 */
#include "test.h"

static struct {
	signed char hh, hh_guard;
	short h, h_guard;
	int i, i_guard;
	long l, l_guard;
	unsigned x;
	float f, f_guard;
	double d;
	char s[8], width[4], set[4], c, c_guard;
	int n, unmatched;
} v;
static atomic_int x;

static void *work(void *unused)
{
	atomic_fetch_add(&x, 1);
	return NULL;
}

int main(void)
{
	pthread_t t = start(work, NULL);
	char *made = NULL;
	int got;

	assert(v.hh == 0 && v.l == 0 && v.s[0] == 0 && v.n == 0);
	v.hh_guard = 1;
	v.h_guard = v.i_guard = v.l_guard = 1;
	v.f_guard = 1;
	v.c_guard = 1;
	v.unmatched = 9;
	atomic_fetch_add(&x, 1);
	got = sscanf("7 -2 300 5000000000 0xff 1.5 2.5 word word abcd zq 12",
		"%hhd %hd %i %ld %x %f %lf %7s %3s%*s %3[a-c]%*c %c%*c %n%*d "
		"%d",
		&v.hh, &v.h, &v.i, &v.l, &v.x, &v.f, &v.d, v.s, v.width, v.set,
		&v.c, &v.n, &v.unmatched);
	assert(got == 11 && v.unmatched == 9);
	assert(v.hh_guard == 1 && v.h_guard == 1 && v.i_guard == 1);
	assert(v.l_guard == 1 && v.f_guard == 1 && v.c_guard == 1);
	assert(sscanf("5", "%d", &v.unmatched) == 1 && v.unmatched == 5);
	assert(sscanf("", "%d", &got) == EOF);
	assert(sscanf("made", "%ms", &made) == 1 && strcmp(made, "made") == 0);
	free(made);
	finish(t);
	printf("%d,%d,%d,%ld,%u,%g,%g,%s,%s,%s,%c,12:%d\n", v.hh, v.h, v.i, v.l,
		v.x, v.f, v.d, v.s, v.width, v.set, v.c, v.unmatched);
	return 0;
}
