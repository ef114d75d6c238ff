/* setup: a race that was seen in one order alone, whose earlier access is made
 * by an initialiser or whose later one by a destroyer, is held back
 *
 * Atomics that order nothing keep the other order away.  Each object is made
 * (M), used (U, V) and done away with (E): M comes before U, and V before E, in
 * every execution; the second object is made and emptied by functions with
 * other names.  Of the earlier access the functions that its instruction is in
 * are known, inlined ones too: object_init is, into main.  Of the later one the
 * stack is: object_destroy calls what does it.
 *
 * What only a directive names is held back by any search; names count where
 * searches of their own would be made of a race.
 *
 * check:
 * verdict: verified
 * pair: write M1, read U1, setup, one order
 * pair: read V1, write E1, setup, one order
 * pair: write M2, read U2, one, one order
 * pair: read V2, write E2, one, one order
 * says: the earlier one is in object_init, an initialiser by its name
 * says: the later one is in object_destroy, a destroyer by its name
 *
 * check: --maximal
 * verdict: verified
 * pair: write M1, read U1, one, one order
 * pair: read V1, write E1, one, one order
 * pair: write M2, read U2, one, one order
 * pair: read V2, write E2, one, one order
 * silent: held back
 *
 * check: --exhaustive --initialiser pour --destroyer drain
 * verdict: verified
 * pair: write M1, read U1, one, one order
 * pair: read V1, write E1, one, one order
 * pair: write M2, read U2, setup, one order
 * pair: read V2, write E2, setup, one order
 * says: the earlier one is in pour, an initialiser
 * says: the later one is in drain, a destroyer
 * silent: by its name
 *
 * check: --initialiser pour
 * verdict: verified
 * pair: write M1, read U1, setup, one order
 * pair: read V1, write E1, setup, one order
 * pair: write M2, read U2, setup, one order
 * pair: read V2, write E2, one, one order
 *
 * An initialiser is none later on, nor a destroyer before.
 *
 * check: --exhaustive --destroyer object_init --initialiser object_destroy
 * verdict: verified
 * pair: write M1, read U1, one, one order
 * pair: read V1, write E1, one, one order
 * pair: write M2, read U2, one, one order
 * pair: read V2, write E2, one, one order
 */
#include "test.h"

struct object {
	volatile int size, used;
};

static struct object object, other;
static atomic_int made, used;

static inline __attribute__((always_inline)) void object_init(struct object *o)
{
	o->size = 4; /* M1 */
}

static __attribute__((noinline)) void pour(struct object *o)
{
	o->size = 4; /* M2 */
}

static __attribute__((noinline)) void clear(struct object *o)
{
	o->used = 0; /* E1 */
}

static __attribute__((noinline)) void object_destroy(struct object *o)
{
	clear(o);
	(void)o->size;
}

static __attribute__((noinline)) void drain(struct object *o)
{
	o->used = 0; /* E2 */
	(void)o->size;
}

static void *use(void *unused)
{
	if (!atomic_load_explicit(&made, memory_order_relaxed))
		return unused;
	(void)object.size; /* U1 */
	(void)other.size;  /* U2 */
	(void)object.used; /* V1 */
	(void)other.used;  /* V2 */
	atomic_store_explicit(&used, 1, memory_order_relaxed);
	return unused;
}

int main(void)
{
	pthread_t t = start(use, NULL);

	object_init(&object);
	pour(&other);
	atomic_store_explicit(&made, 1, memory_order_relaxed);
	if (atomic_load_explicit(&used, memory_order_relaxed)) {
		object_destroy(&object);
		drain(&other);
	}
	finish(t);
	return 0;
}
