// SPDX-License-Identifier: MIT
/* Two threads copy std::shared_ptrs and lose an update beside that.  ASKED: how
 * many copies there are is looked at.  LAST: who has the last one fails.
 */
#include <cassert>
#include <memory>
#include <thread>
#include <vector>

#ifdef LAST
#include <pthread.h>

static pthread_t first;
#endif

struct Part {
	int number = 0;
#ifdef LAST
	~Part()
	{
		assert(pthread_equal(pthread_self(), first));
	}
#endif
};

static int done;

static void work(std::vector<std::shared_ptr<Part>> parts)
{
	int number = 0;

	for (auto part : parts)
		number += part->number;
#ifdef ASKED
	assert(parts[0].use_count() == 2);
#elif !defined LAST
	done += number;
#endif
}

int main()
{
	std::vector<std::shared_ptr<Part>> parts;

#ifdef LAST
	first = pthread_self();
#endif
	for (int i = 0; i < 4; i++)
		parts.push_back(std::make_shared<Part>());
	parts[0]->number = 1;

	std::thread a(work, parts), b(work, parts);

	parts.clear();
	a.join();
	b.join();
#if !defined ASKED && !defined LAST
	assert(done == 2);
#endif
}
