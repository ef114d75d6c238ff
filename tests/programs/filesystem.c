/* SPDX-License-Identifier: MIT */
/* filesystem: Flanagan/Godefroid POPL'05 filesystem; mutexes. classic: 2^(N-13)
 * traces for N>13
 *
 * The code is not this project's to change; states_filesystem.c prints the
 * final state.  Numbers: tests/oracle.
 *
 * sources: states_filesystem.c
 *
 * check: --exhaustive --reduce none
 * oracle: N=2
 * verdict: verified
 * native: sc
 *
 * check: --exhaustive --reduce optimal
 * flags: -DN=16
 * verdict: verified
 * executions: 8
 * blocked: 0
 *
 * check: --exhaustive --reduce source
 * flags: -DN=16
 * verdict: verified
 * executions: 8
 * modes: checkpoint restart
 *
 * check: --strategy random --max-executions 10000
 * verdict: partial
 * exit: 0
 * executions: 10000
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#ifndef N
#define N 14
#endif
#define NB 26
#define NI 32
pthread_mutex_t li[NI], lb[NB];
int inode[NI], busy[NB];
int arg[N];
void *th(void *p)
{
	int tid = *(int *)p, i = tid % NI;
	pthread_mutex_lock(&li[i]);
	if (inode[i] == 0) {
		int b = (i * 2) % NB;
		for (int k = 0; k < 10; k++) {
			pthread_mutex_lock(&lb[b]);
			if (!busy[b]) {
				busy[b] = 1;
				inode[i] = b + 1;
				pthread_mutex_unlock(&lb[b]);
				break;
			}
			pthread_mutex_unlock(&lb[b]);
			b = (b + 1) % NB;
		}
	}
	pthread_mutex_unlock(&li[i]);
	return NULL;
}
int main(void)
{
	pthread_t t[N];
	for (int i = 0; i < NI; i++)
		pthread_mutex_init(&li[i], NULL);
	for (int i = 0; i < NB; i++)
		pthread_mutex_init(&lb[i], NULL);
	for (int i = 0; i < N; i++) {
		arg[i] = i;
		pthread_create(&t[i], NULL, th, &arg[i]);
	}
	for (int i = 0; i < N; i++)
		pthread_join(t[i], NULL);
	return 0;
}
