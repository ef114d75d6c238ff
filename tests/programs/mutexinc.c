/* SPDX-License-Identifier: MIT */
/* mutexinc: N threads, each R times lock/inc/unlock of one mutex
 *
 * The code is not this project's to change; states_mutexinc.c prints the final
 * state.  Numbers: tests/oracle.
 *
 * sources: states_mutexinc.c
 *
 * check: --exhaustive --reduce none
 * oracle: N=2
 * verdict: verified
 * native: sc
 *
 * check: --exhaustive --reduce none
 * oracle: N=3
 * verdict: verified
 * native: sc
 *
 * check: --exhaustive --reduce optimal
 * flags: -DN=6
 * verdict: verified
 * executions: 720
 * blocked: 0
 *
 * check: --exhaustive --reduce optimal
 * flags: -DN=3 -DR=3
 * verdict: verified
 * executions: 1680
 * blocked: 0
 * modes: checkpoint restart
 *
 * check: --exhaustive --reduce source
 * flags: -DN=6
 * verdict: verified
 * executions: 720
 * modes: checkpoint restart
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
#ifndef N
#define N 5
#endif
#ifndef R
#define R 1
#endif
pthread_mutex_t m;
int c;
void *th(void *p)
{
	for (int k = 0; k < R; k++) {
		pthread_mutex_lock(&m);
		c++;
		pthread_mutex_unlock(&m);
	}
	return NULL;
}
int main(void)
{
	pthread_t t[N];
	pthread_mutex_init(&m, NULL);
	for (int i = 0; i < N; i++)
		pthread_create(&t[i], NULL, th, NULL);
	for (int i = 0; i < N; i++)
		pthread_join(t[i], NULL);
	assert(c == N * R);
	return 0;
}
