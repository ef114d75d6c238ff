/* setup_members: constructors are initialisers, and destructors destroyers,
 * those of templates and of local classes, too; other members are not
 *
 * check:
 * verdict: verified
 * pair: write M1, read U1, setup, one order
 * pair: read V1, write E1, setup, one order
 * pair: write M2, read U2, setup, one order
 * pair: read V2, write E2, setup, one order
 * pair: write M3, read U3, one, one order
 * pair: read V3, write E3, one, one order
 * says: the earlier one is in shelf::object::object, an initialiser by its name
 * says: the later one is in shelf::object::~object, a destroyer by its name
 */
#include <atomic>
#include <new>

#include <cassert>
#include <pthread.h>

namespace shelf
{
struct object {
	volatile int size, used;
	__attribute__((noinline)) object()
	{
		size = 4; /* M1 */
	}
	__attribute__((noinline)) ~object()
	{
		used = 0; /* E1 */
	}
};
} // namespace shelf

template <class T> struct box {
	volatile T size, used;
	box()
	{
		size = 4; /* M2 */
	}
	~box()
	{
		clear();
	}
	__attribute__((noinline)) void clear()
	{
		used = 0; /* E2 */
	}
};

struct plain {
	volatile int size, used;
	__attribute__((noinline)) void fill()
	{
		size = 4; /* M3 */
	}
	__attribute__((noinline)) void empty()
	{
		used = 0; /* E3 */
	}
};

alignas(shelf::object) static char room[2][sizeof(shelf::object)];
static shelf::object *const object = reinterpret_cast<shelf::object *>(room[0]);
static box<int> *const boxed = reinterpret_cast<box<int> *>(room[1]);
static plain third;
static std::atomic<int> made, used;

static void *use(void *unused)
{
	if (!made.load(std::memory_order_relaxed))
		return unused;
	(void)object->size; /* U1 */
	(void)boxed->size;  /* U2 */
	(void)third.size;   /* U3 */
	(void)object->used; /* V1 */
	(void)boxed->used;  /* V2 */
	(void)third.used;   /* V3 */
	used.store(1, std::memory_order_relaxed);
	return unused;
}

int main()
{
	pthread_t t;
	int rc = pthread_create(&t, nullptr, use, nullptr);

	assert(rc == 0);
	new (object) shelf::object;
	new (boxed) box<int>;
	third.fill();
	made.store(1, std::memory_order_relaxed);
	if (used.load(std::memory_order_relaxed)) {
		object->~object();
		boxed->~box();
		third.empty();
	}
	rc = pthread_join(t, nullptr);
	assert(rc == 0);
	return 0;
}
