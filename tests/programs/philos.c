/* SPDX-License-Identifier: MIT */
/* philos: N dining philosophers, mutex forks, ordered (no deadlock). -DBUG:
 * left-then-right, deadlocks. ROUNDS meals each
 *
 * The code is not this project's to change; states_philos.c prints the final
 * state.  Numbers: tests/oracle.
 *
 * sources: states_philos.c
 *
 * check: --exhaustive --reduce none
 * oracle: N=2
 * verdict: verified
 * native: sc
 *
 * check: --exhaustive --reduce none --stop-after 0
 * oracle: N=2 BUG=1
 * verdict: bug deadlock
 *
 * check: --exhaustive --reduce optimal
 * flags: -DN=4 -DROUNDS=2
 * verdict: verified
 * executions: 786
 * blocked: 0
 *
 * check: --exhaustive --reduce source
 * flags: -DN=4 -DROUNDS=2
 * verdict: verified
 * executions: 786
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
#define N 4
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif
pthread_mutex_t f[N];
int meals[N];
int id[N];
void *ph(void *p)
{
	int i = *(int *)p, l = i, r = (i + 1) % N;
#ifndef BUG
	if (l > r) {
		int z = l;
		l = r;
		r = z;
	}
#endif
	for (int k = 0; k < ROUNDS; k++) {
		pthread_mutex_lock(&f[l]);
		pthread_mutex_lock(&f[r]);
		meals[i]++;
		pthread_mutex_unlock(&f[r]);
		pthread_mutex_unlock(&f[l]);
	}
	return NULL;
}
int main(void)
{
	pthread_t t[N];
	for (int i = 0; i < N; i++) {
		pthread_mutex_init(&f[i], NULL);
		id[i] = i;
	}
	for (int i = 0; i < N; i++)
		pthread_create(&t[i], NULL, ph, &id[i]);
	for (int i = 0; i < N; i++)
		pthread_join(t[i], NULL);
	return 0;
}
