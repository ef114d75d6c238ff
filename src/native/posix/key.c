/* SPDX-License-Identifier: MIT */
/* key.c - pthread keys: values per thread, destructors at a thread's end
 *
 * Keys made before the first execution (by constructors of libraries) are real
 * ones and keep their numbers; ours start above them.  A key's number is
 * (creator, n-th) folded into one counter: creation is no decision point, and
 * programs that create keys in racing threads see numbers in their order.
 */
#include "native/footprint.h"
#include "native/rt.h"
#include "native/spin.h"
#include "native/thread.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

enum {
	KEYS = 1024,
	FIRST = 2048
};

struct key {
	void (*destructor)(void *);
	uint32_t used;
	uint32_t life; /* values set for an earlier life do not count */
};

/* Rewound through the undo log. */
static struct key keys[KEYS];

static struct key *key_of(pthread_key_t k)
{
	k -= FIRST;
	shared_read(keys);
	return k < KEYS && keys[k].used ? &keys[k] : 0;
}

/* Values and the lives they were set for. */
struct value {
	void *value;
	uint64_t life;
};

static struct value *value_of(struct thread *t, pthread_key_t k, bool make)
{
	if (!t->specific) {
		struct value *all;

		if (!make)
			return 0;
		all = (struct value *)(void *)arena_words(
			KEYS * sizeof(struct value) / 4, 0);
		thread_rare(t)->specific = (void **)(void *)all;
	}
	return (struct value *)(void *)t->specific + (k - FIRST);
}

EXPORT int pthread_key_create(pthread_key_t *out, void (*destructor)(void *))
{
	if (!controlled())
		return REAL(pthread_key_create)(out, destructor);
	for (unsigned i = 0; i < KEYS; i++)
		if (!keys[i].used) {
			shared_write(keys);
			spin_abandon();
			undo_save(&keys[i], sizeof keys[i]);
			keys[i].used = 1;
			keys[i].life++;
			keys[i].destructor = destructor;
			access_write(out, sizeof *out, CALLER);
			*out = FIRST + i;
			return 0;
		}
	return EAGAIN;
}

EXPORT int pthread_key_delete(pthread_key_t k)
{
	struct key *key;

	if (!controlled())
		return REAL(pthread_key_delete)(k);
	key = key_of(k);
	if (!key)
		return k < FIRST ? 0 : EINVAL;
	shared_write(keys);
	spin_abandon();
	undo_save(key, sizeof *key);
	key->used = 0;
	return 0;
}

EXPORT int pthread_setspecific(pthread_key_t k, const void *value)
{
	struct key *key;
	struct value *v;

	if (!controlled())
		return REAL(pthread_setspecific)(k, value);
	key = key_of(k);
	if (!key)
		return k < FIRST ? REAL(pthread_setspecific)(k, value) : EINVAL;
	v = value_of(rt.self, k, true);
	if (v->value != value || v->life != key->life)
		spin_abandon();
	undo_save(v, sizeof *v);
	v->value = (void *)value;
	v->life = key->life;
	return 0;
}

EXPORT void *pthread_getspecific(pthread_key_t k)
{
	struct key *key;
	struct value *v;

	if (!controlled())
		return REAL(pthread_getspecific)(k);
	key = key_of(k);
	if (!key)
		return k < FIRST ? REAL(pthread_getspecific)(k) : 0;
	v = value_of(rt.self, k, false);
	return v && v->life == key->life ? v->value : 0;
}

void keys_run_destructors(void)
{
	for (int round = 0;
		rt.self->specific && round < PTHREAD_DESTRUCTOR_ITERATIONS;
		round++) {
		bool again = false;

		for (pthread_key_t k = FIRST; k < FIRST + KEYS; k++) {
			struct key *key = key_of(k);
			struct value *v = value_of(rt.self, k, false);
			void *value = v->value;

			if (!key || !value || v->life != key->life)
				continue;
			undo_save(v, sizeof *v);
			v->value = 0;
			if (key->destructor) {
				key->destructor(value);
				again = true;
			}
		}
		if (!again)
			return;
	}
}
