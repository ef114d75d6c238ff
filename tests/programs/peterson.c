/* SPDX-License-Identifier: MIT */
/* peterson: Peterson, seq_cst (MO can be overridden), R rounds
 *
 * The code is not this project's to change; states_peterson.c prints the final
 * state.  Numbers: tests/oracle.
 *
 * sources: states_peterson.c
 *
 * check: --exhaustive --reduce none
 * oracle: R=1
 * verdict: verified
 * native: sc
 *
 * check: --exhaustive --reduce optimal --turns all
 * oracle: R=1
 * verdict: verified
 * blocked: 0
 *
 * check: --exhaustive --reduce optimal
 * oracle: R=1
 * verdict: verified
 * compilers: gcc
 * last_round: 4
 *
 * check: --exhaustive --reduce source --turns all
 * oracle: R=1
 * verdict: verified
 * compilers: gcc
 * last_round: 32
 * (tests/oracle/turns.py; clang copies first turns of loops)
 *
 * check: --strategy random --max-executions 10000
 * verdict: partial
 * exit: 0
 * executions: 10000
 */
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
#include <stddef.h>
#ifndef R
#define R 1
#endif
#ifndef MO
#define MO memory_order_seq_cst
#endif
atomic_int f0, f1, turn;
int c;
#define LD(v) atomic_load_explicit(&v, MO)
#define ST(v, k) atomic_store_explicit(&v, k, MO)
void *p0(void *p)
{
	for (int r = 0; r < R; r++) {
		ST(f0, 1);
		ST(turn, 1);
		while (LD(f1) && LD(turn) == 1)
			;
		c++;
		ST(f0, 0);
	}
	return NULL;
}
void *p1(void *p)
{
	for (int r = 0; r < R; r++) {
		ST(f1, 1);
		ST(turn, 0);
		while (LD(f0) && LD(turn) == 0)
			;
		c++;
		ST(f1, 0);
	}
	return NULL;
}
int main(void)
{
	pthread_t A, B;
	atomic_init(&f0, 0);
	atomic_init(&f1, 0);
	atomic_init(&turn, 0);
	pthread_create(&A, NULL, p0, NULL);
	pthread_create(&B, NULL, p1, NULL);
	pthread_join(A, NULL);
	pthread_join(B, NULL);
	assert(c == 2 * R);
	return 0;
}
