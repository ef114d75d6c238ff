/* SPDX-License-Identifier: MIT */
/* rng.h - a small deterministic random number generator
 *
 * xoshiro256** (Blackman and Vigna, "Scrambled linear pseudorandom number
 * generators", 2018), seeded through splitmix64, so that any two 64-bit words
 * make an independent stream: an execution's stream is rng_seed(seed, index).
 *
 * Memory   32 bytes of plain data, the caller's; may be saved and copied.
 * Cost     about a nanosecond a number.
 */
#ifndef BASE_RNG_H
#define BASE_RNG_H

#include <stdint.h>

struct rng {
	uint64_t s[4];
};

/* Starts stream number `stream` of `seed`. */
void rng_seed(struct rng *rng, uint64_t seed, uint64_t stream);

uint64_t rng_next(struct rng *rng);

/* Uniform in 0 .. n-1 without bias (Lemire 2019); n >= 1. */
uint32_t rng_below(struct rng *rng, uint32_t n);

#endif
