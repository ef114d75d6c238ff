/* SPDX-License-Identifier: MIT */
/* exchanger: the first of two leaves an offer, the second takes it and leaves
 * its own value there.  Broken: 1 who takes it does not ask whether somebody
 * else has, 2 who offered takes it back without asking, 3 the value is left
 * before the offer is taken.
 *
 * args: 'exchange(1) | exchange(2)'
 * check: --exhaustive
 * verdict: verified
 * check: --exhaustive --model tso
 * verdict: verified
 */
#include <scarp/clients.h>
#include <stdatomic.h>

#ifndef BROKEN
#define BROKEN 0
#endif

struct offer {
	long long value;
	_Atomic long long got; /* 0: nothing yet */
};

static _Atomic(struct offer *) slot;

static struct scarp_value take(struct offer *o, long long value)
{
	struct offer *is = o;

	if (BROKEN == 3)
		atomic_store(&o->got, value);
	if (BROKEN == 1)
		atomic_store(&slot, NULL);
	else if (!atomic_compare_exchange_strong(&slot, &is, NULL))
		return SCARP_EMPTY; /* it is not worth another try */
	atomic_store(&o->got, value);
	return SCARP_NUMBER(o->value);
}

static struct scarp_value exchange(void *object, const long long *argument)
{
	struct offer *mine = malloc(sizeof *mine), *other = NULL;

	mine->value = argument[0];
	atomic_init(&mine->got, 0);
	if (!atomic_compare_exchange_strong(&slot, &other, mine))
		return take(other, argument[0]);
	other = mine;
	if (BROKEN == 2) {
		if (!atomic_load(&mine->got)) {
			atomic_store(&slot, NULL);
			return SCARP_EMPTY;
		}
	} else if (!atomic_load(&mine->got) &&
		   atomic_compare_exchange_strong(&slot, &other, NULL)) {
		return SCARP_EMPTY; /* nobody came */
	}
	while (!atomic_load(&mine->got))
		;
	return SCARP_NUMBER(atomic_load(&mine->got));
}

static const struct scarp_action actions[] = {
	{"exchange", exchange, {&scarp_fresh}, 0},
	{NULL, NULL, {NULL}, 0},
};

static const struct scarp_clients exchanger = {
	"exchanger", NULL, NULL, actions, 0};

SCARP_CLIENTS(exchanger)
