/* SPDX-License-Identifier: MIT */
/* corners_cxx: aligned and sized forms of new and delete, and those that fail
 *
 * check: --exhaustive --leak-check
 * flags: -std=c++17 -fsized-deallocation
 * verdict: verified
 * states: ended
 * native: sc
 */
#include "test.h"
#include <new>

struct alignas(128) wide {
	char byte[200];
};

static volatile size_t huge = (size_t)PTRDIFF_MAX - 64;

static void *work(void *p)
{
	delete static_cast<wide *>(p);
	return NULL;
}

int main()
{
	wide *one = new wide, *many = new wide[3];
	int failures = 0;
	void *p;

	assert((uintptr_t)one % 128 == 0 && (uintptr_t)many % 128 == 0);
	one->byte[199] = many[2].byte[199] = 1;
	delete[] many;
	finish(start(work, one)); /* in another thread */

	p = ::operator new(10);
	::operator delete(p, (size_t)10);
	p = ::operator new(100, std::align_val_t(64));
	assert((uintptr_t)p % 64 == 0);
	::operator delete(p, (size_t)100, std::align_val_t(64));
	p = ::operator new[](10, std::nothrow);
	::operator delete[](p, std::nothrow);
	::operator delete(nullptr);

	assert(::operator new(huge, std::nothrow) == nullptr);
	try {
		p = ::operator new(huge);
	} catch (const std::bad_alloc &) {
		failures++;
	}
	try {
		p = ::operator new(huge, std::align_val_t(64));
	} catch (const std::bad_alloc &) {
		failures++;
	}
	assert(failures == 2);
	puts("ended");
	return 0;
}
