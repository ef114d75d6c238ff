/* setup_released: a race with an initialiser whose other order was seen is like
 * any other one, and so is one that was completed outside of a destroyer, too
 *
 * T1 makes an object while T2 looks at it: each comes first in some execution.
 * Two others are done away with after they were used (V2), both by clear: one
 * of them in a destroyer, and then the second one elsewhere.
 *
 * check:
 * verdict: verified
 * pair: write M1, read U1, both, benign here
 * pair: read V2, write E2, one, one order
 * silent: held back
 */
#include "test.h"

struct object {
	volatile int size, used;
};

static struct object object, two[2];
static atomic_int used;

static __attribute__((noinline)) void object_init(struct object *o)
{
	o->size = 4; /* M1 */
}

static __attribute__((noinline)) void clear(struct object *o)
{
	o->used = 0; /* E2 */
}

static __attribute__((noinline)) void object_destroy(struct object *o)
{
	clear(o);
	(void)o->size;
}

static void *make(void *unused)
{
	object_init(&object);
	if (atomic_load_explicit(&used, memory_order_relaxed)) {
		object_destroy(&two[0]);
		clear(&two[1]);
	}
	return unused;
}

static __attribute__((noinline)) void look_at(const struct object *o)
{
	(void)o->used; /* V2 */
}

static void *look(void *unused)
{
	(void)object.size; /* U1 */
	look_at(&two[0]);
	look_at(&two[1]);
	atomic_store_explicit(&used, 1, memory_order_relaxed);
	return unused;
}

int main(void)
{
	pthread_t t = start(make, NULL), u = start(look, NULL);

	finish(t);
	finish(u);
	return 0;
}
