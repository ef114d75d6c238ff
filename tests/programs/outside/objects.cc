/* SPDX-License-Identifier: MIT */
/* objects: virtual functions of objects whose class and constructor lie in the
 * library; what two threads do to one of them goes unseen, and is said, unless
 * it is known
 *
 * check: --exhaustive
 * flags: -std=c++17
 * verdict: partial
 * holes: unseen_calls
 * says: std::pmr::synchronized_pool_resource::do_allocate
 * modes: fork
 *
 * check: --exhaustive
 * flags: -std=c++17 -DUPPER
 * verdict: partial
 * holes: may_tear
 * races: some
 *
 * check: --exhaustive
 * flags: -std=c++17 -DPLAIN
 * verdict: verified
 */
#include "test.h"

#include <locale>
#include <memory_resource>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#if defined PLAIN
/* Nothing that others see. */
static void *use(void *arg)
{
	std::pmr::vector<int> mine;
	std::error_code e(2, std::generic_category());

	mine.push_back(1);
	try {
		mine.at(3);
	} catch (const std::exception &thrown) {
		assert(thrown.what());
	}
	assert(!e.message().empty());
	return arg;
}
#elif defined UPPER
static const std::ctype<char> *facet =
	&std::use_facet<std::ctype<char>>(std::locale::classic());
static char text[4] = "abc";

static void *use(void *arg)
{
	facet->toupper(text, text + 3);
	return arg;
}
#else
static std::pmr::synchronized_pool_resource pool;
static std::pmr::memory_resource *volatile resource = &pool;

static void *use(void *arg)
{
	assert(resource->allocate(8));
	return arg;
}
#endif

int main()
{
	pthread_t t = start(use, nullptr);

	use(nullptr);
	finish(t);
	return 0;
}
