/* SPDX-License-Identifier: MIT */
/* cout_format: how std::cout inserts is memory of it, which one thread sets while
 * another inserts: a race, with both outcomes
 *
 * check: --exhaustive
 * flags: -DSET="std::hex"
 * verdict: verified
 * races: some
 * states: 10 a
 *
 * check: --exhaustive
 * flags: -DSET="std::setfill('0')" -DBEFORE="std::setw(4)"
 * verdict: verified
 * races: some
 * states: ..10 0010
 *
 * check: --exhaustive
 * flags: -DSET="std::setprecision(2)"
 * verdict: verified
 * races: none
 * states: 10
 *
 * A stream that has failed takes no more; a text is an insertion like others.
 *
 * check: --exhaustive
 * flags: -DSET="1;std::cout.setstate(std::ios::failbit)" -DWHAT="text"
 * verdict: verified
 * races: some
 * states: 1text text1 1
 *
 * check: --exhaustive
 * flags: -DSET="20"
 * verdict: verified
 * races: none
 * states: 1020 2010
 */
#ifndef WHAT
#define WHAT 10
#endif

#include <iomanip>
#include <iostream>
#include <pthread.h>

static const char *const text = "text";

static void *set(void *)
{
	std::cout << SET;
	return nullptr;
}

int main()
{
	pthread_t t;

	std::cout << std::setfill('.');
#ifdef BEFORE
	std::cout << BEFORE;
#endif
	pthread_create(&t, nullptr, set, nullptr);
	std::cout << WHAT;
	pthread_join(t, nullptr);
	return 0;
}
