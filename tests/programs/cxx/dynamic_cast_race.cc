/* SPDX-License-Identifier: MIT */
/* dynamic_cast_race: what class an object is of, read while it becomes another
 *
 * The cast reads the object in the library, beside the constructor.
 *
 * check: --exhaustive
 * verdict: verified
 * races: some
 *
 * check: --exhaustive --races=error
 * verdict: bug data_race
 */
#include <new>
#include <pthread.h>

struct animal {
	virtual ~animal()
	{
	}
};
struct dog : animal {
	int barks = 0;
};
struct cat : animal {
	int purrs = 0;
};

static animal *pet = new dog;
static volatile int is_dog;

static void *exchange(void *)
{
	new (pet) cat;
	return nullptr;
}

int main()
{
	pthread_t t;

	pthread_create(&t, nullptr, exchange, nullptr);
	is_dog = dynamic_cast<dog *>(pet) != nullptr;
	pthread_join(t, nullptr);
	delete pet;
	return 0;
}
