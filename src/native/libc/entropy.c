/* SPDX-License-Identifier: MIT */
/* entropy.c - random numbers from the system, the same in every process
 *
 * getrandom and its kin, /dev/urandom, std::random_device, AT_RANDOM.  Each
 * thread draws from a sequence of its own, that depends on the thread's name
 * and --seed: natively, too, what one thread draws says nothing of what another
 * does, so drawing is no operation.  Other numbers are never tried, hence the
 * hole in the verdict.
 */
#include "native/libc/entropy.h"
#include "native/libc/libc.h"
#include "native/posix/cancel.h"
#include "native/spin.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/random.h>

static uint64_t mixed(uint64_t x)
{
	x ^= x >> 30;
	x *= 0xbf58476d1ce4e5b9ull;
	x ^= x >> 27;
	x *= 0x94d049bb133111ebull;
	return x ^ x >> 31;
}

static uint64_t number(uint64_t of, uint64_t nth)
{
	uint64_t seed = rt.channel->config.search.seed;

	return mixed(mixed(seed + 1) ^ mixed((of + 1) * 0x9e3779b97f4a7c15ull) ^
		     nth);
}

static uint64_t draw(const char *name)
{
	struct thread *t = rt.self;

	caveat(CAVEAT_assumed_random, "%s", name);
	spin_state(&thread_rare(t)->drawn, sizeof t->drawn, true);
	return number((uint64_t)t->life << 16 | t->id, thread_rare(t)->drawn++);
}

void entropy_draw(void *to, size_t n, const char *name)
{
	char *at = to;

	while (n > 0) {
		uint64_t value = draw(name);
		size_t part = n < sizeof value ? n : sizeof value;

		memcpy(at, &value, part);
		at += part;
		n -= part;
	}
}

static void fill(void *to, size_t n, const char *name, uint64_t pc)
{
	access_write(to, n, pc);
	entropy_draw(to, n, name);
}

EXPORT ssize_t LIBC(getrandom)(void *to, size_t n, unsigned flags)
{
	if (!controlled())
		return REAL(getrandom)(to, n, flags);
	if (flags & ~(unsigned)(GRND_NONBLOCK | GRND_RANDOM | GRND_INSECURE) ||
		(flags & GRND_RANDOM && flags & GRND_INSECURE)) {
		errno = EINVAL;
		return -1;
	}
	cancel_beside(CALLER);
	fill(to, n, "getrandom", CALLER);
	return (ssize_t)n;
}

EXPORT int LIBC(getentropy)(void *to, size_t n)
{
	if (!controlled())
		return REAL(getentropy)(to, n);
	if (n > 256) {
		errno = EIO;
		return -1;
	}
	fill(to, n, "getentropy", CALLER);
	return 0;
}

EXPORT uint32_t LIBC(arc4random)(void)
{
	return controlled() ? (uint32_t)draw("arc4random") : REAL(arc4random)();
}

EXPORT void LIBC(arc4random_buf)(void *to, size_t n)
{
	if (controlled())
		fill(to, n, "arc4random_buf", CALLER);
	else
		REAL(arc4random_buf)(to, n);
}

EXPORT uint32_t LIBC(arc4random_uniform)(uint32_t bound)
{
	if (!controlled())
		return REAL(arc4random_uniform)(bound);
	return bound ? (uint32_t)(draw("arc4random_uniform") % bound) : 0;
}

/* --- the auxiliary vector
 * ---------------------------------------------------------- */

/* What AT_RANDOM points to; the kernel's own bytes stay where they are. */
static uint64_t at_random[2];

EXPORT unsigned long LIBC(getauxval)(unsigned long type)
{
	if (!controlled() || type != AT_RANDOM)
		return REAL(getauxval)(type);
	caveat(CAVEAT_assumed_random, "getauxval(AT_RANDOM)");
	for (unsigned i = 0; i < 2; i++)
		at_random[i] = number(UINT32_MAX, i);
	return (unsigned long)at_random;
}

/* --- std::random_device
 * ------------------------------------------------------------ */

/* The object's members stay as the constructor found them: nothing here needs
 * them, and one that libstdc++ made before the execution serves as well. */
EXPORT void
_ZNSt13random_device7_M_initERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(
	void *self, const void *token)
{
	if (!controlled())
		REAL(_ZNSt13random_device7_M_initERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE)
	(self, token);
}

EXPORT void _ZNSt13random_device7_M_finiEv(void *self)
{
	if (!controlled())
		REAL(_ZNSt13random_device7_M_finiEv)(self);
}

EXPORT uint32_t _ZNSt13random_device9_M_getvalEv(void *self)
{
	return controlled() ? (uint32_t)draw("std::random_device")
			    : REAL(_ZNSt13random_device9_M_getvalEv)(self);
}

EXPORT double _ZNKSt13random_device13_M_getentropyEv(const void *self)
{
	return controlled()
		       ? 32.0
		       : REAL(_ZNKSt13random_device13_M_getentropyEv)(self);
}
