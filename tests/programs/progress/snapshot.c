/* SPDX-License-Identifier: MIT */
/* snapshot: a wait-free snapshot of two words, after Afek, Attiya, Dolev,
 * Gafni, Merritt and Shavit (1993): who collects twice the same has a snapshot,
 * and who sees a writer move twice takes the one that it made.  Bounded, and no
 * more.
 *
 * Steps by hand: a collect is two loads.  The other thread updates once, so
 * that of three collects two are the same: 6 loads, and an update has a store
 * behind its scan: 7.
 *
 * check: --exhaustive --progress
 * verdict: partial
 * holes: progress_bounded operations_unspecified
 * says: no operation took more than 7 steps alone
 */
#include <pthread.h>
#include <scarp/linearize.h>
#include <stdatomic.h>
#include <stddef.h>

struct cell {
	int value, view[2];
};

static struct cell made[2][2];
static _Atomic(struct cell *) word[2];
static int object;

static void collect(struct cell *to[2])
{
	to[0] = atomic_load(&word[0]);
	to[1] = atomic_load(&word[1]);
}

static void scan(int view[2])
{
	struct cell *old[2], *now[2];
	int moved[2] = {0, 0};

	collect(old);
	for (;;) {
		collect(now);
		if (old[0] == now[0] && old[1] == now[1]) {
			view[0] = now[0]->value;
			view[1] = now[1]->value;
			return;
		}
		for (int i = 0; i < 2; i++) {
			if (old[i] != now[i] && moved[i]++) {
				view[0] = now[i]->view[0];
				view[1] = now[i]->view[1];
				return;
			}
			old[i] = now[i];
		}
	}
}

static void update(int i)
{
	struct cell *c = &made[i][1];

	scan(c->view);
	c->value = 1;
	atomic_store(&word[i], c);
}

static void *first(void *unused)
{
	SCARP_OPERATION(
		&object, "update", update(0), (SCARP_NUMBER(0)), SCARP_NOTHING);
	return unused;
}

static void *second(void *unused)
{
	SCARP_OPERATION(
		&object, "update", update(1), (SCARP_NUMBER(1)), SCARP_NOTHING);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	atomic_store(&word[0], &made[0][0]);
	atomic_store(&word[1], &made[1][0]);
	pthread_create(&a, NULL, first, NULL);
	pthread_create(&b, NULL, second, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
