/* SPDX-License-Identifier: MIT */
/* cout_called: without optimisation the library's own functions set how std::cout
 * inserts, and look at how it is: memory of it, as where the header does it
 *
 * check: --exhaustive
 * flags: -O0 -DSET="std::cout << std::setw(4)"
 * verdict: verified
 * races: some
 * states: 10 ..10
 *
 * check: --exhaustive
 * flags: -O0 -DSET="std::cout << std::setprecision(1)" -DLOOK="std::cout << 1.75"
 * verdict: verified
 * races: some
 * states: 1.75 2
 *
 * check: --exhaustive
 * flags: -O0 -DSET="std::cout << std::setbase(16)"
 * verdict: verified
 * races: some
 * states: 10 a
 *
 * check: --exhaustive
 * flags: -O0 -DSET="std::cout << std::setfill('0')" -DBEFORE="std::cout << std::setw(4)"
 * verdict: verified
 * races: some
 * states: ..10 0010
 *
 * check: --exhaustive
 * flags: -O0 -DSET="std::cout << std::setiosflags(std::ios::showpos)"
 * verdict: verified
 * races: some
 * states: 10 +10
 *
 * check: --exhaustive
 * flags: -O0 -DSET="std::cout << std::resetiosflags(std::ios::showpos)" -DBEFORE="std::cout << std::showpos"
 * verdict: verified
 * races: some
 * states: 10 +10
 *
 * check: --exhaustive
 * flags: -O0 -DSET="std::cout.fill('0')" -DLOOK="printf(\"%c\",std::cout.fill())"
 * verdict: verified
 * races: some
 * states: . 0
 *
 * check: --exhaustive
 * flags: -O0 -DSET="std::cout.setstate(std::ios::failbit)" -DLOOK="printf(\"%d\",std::cout.good())"
 * verdict: verified
 * races: some
 * states: 0 1
 *
 * check: --exhaustive
 * flags: -O0 -DSET="std::cout.setstate(std::ios::failbit)" -DLOOK="printf(\"%d\",std::cout.fail())"
 * verdict: verified
 * races: some
 * states: 0 1
 *
 * check: --exhaustive
 * flags: -O0 -DSET="std::cout.setstate(std::ios::failbit)" -DLOOK="printf(\"%d\",bool(std::cout))"
 * verdict: verified
 * races: some
 * states: 0 1
 *
 * check: --exhaustive
 * flags: -O0 -DSET="std::cout.setstate(std::ios::failbit)" -DLOOK="printf(\"%d\",!std::cout)"
 * verdict: verified
 * races: some
 * states: 0 1
 *
 * check: --exhaustive
 * flags: -O0 -DSET="std::cout.setstate(std::ios::badbit)" -DLOOK="printf(\"%d\",std::cout.bad())"
 * verdict: verified
 * races: some
 * states: 0 1
 *
 * check: --exhaustive
 * flags: -O0 -DSET="std::cout.setstate(std::ios::eofbit)" -DLOOK="printf(\"%d\",std::cout.eof())"
 * verdict: verified
 * races: some
 * states: 0 1
 *
 * check: --exhaustive
 * flags: -O0 -DSET="std::cout.clear(std::ios::eofbit)" -DLOOK="printf(\"%d\",std::cout.rdstate()!=0)"
 * verdict: verified
 * races: some
 * states: 0 1
 *
 * check: --exhaustive
 * flags: -O0 -DSET="std::cout.exceptions(std::ios::eofbit)" -DLOOK="printf(\"%d\",std::cout.exceptions()!=0)"
 * verdict: verified
 * races: some
 * states: 0 1
 */
#ifndef LOOK
#define LOOK std::cout << 10
#endif
#ifndef BEFORE
#define BEFORE (void)0
#endif

#include <cstdio>
#include <iomanip>
#include <iostream>
#include <pthread.h>

static void *set(void *)
{
	SET;
	return nullptr;
}

int main()
{
	pthread_t t;

	std::cout << std::setfill('.');
	BEFORE;
	pthread_create(&t, nullptr, set, nullptr);
	LOOK;
	pthread_join(t, nullptr);
	return 0;
}
