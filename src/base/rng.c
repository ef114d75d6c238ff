/* SPDX-License-Identifier: MIT */
#include "base/rng.h"

static uint64_t splitmix(uint64_t *x)
{
	uint64_t z = (*x += 0x9e3779b97f4a7c15u);

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

static uint64_t rotl(uint64_t x, int k)
{
	return (x << k) | (x >> (64 - k));
}

void rng_seed(struct rng *rng, uint64_t seed, uint64_t stream)
{
	uint64_t x = seed;
	uint64_t y = stream ^ 0xd1b54a32d192ed03u;

	x = splitmix(&x) ^ splitmix(&y);
	for (int i = 0; i < 4; i++)
		rng->s[i] = splitmix(&x);
}

uint64_t rng_next(struct rng *rng)
{
	uint64_t *s = rng->s;
	uint64_t result = rotl(s[1] * 5, 7) * 9;
	uint64_t t = s[1] << 17;

	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= t;
	s[3] = rotl(s[3], 45);
	return result;
}

uint32_t rng_below(struct rng *rng, uint32_t n)
{
	uint64_t m = (uint64_t)(uint32_t)(rng_next(rng) >> 32) * n;

	if ((uint32_t)m < n) {
		uint32_t floor = -n % n;

		while ((uint32_t)m < floor)
			m = (uint64_t)(uint32_t)(rng_next(rng) >> 32) * n;
	}
	return (uint32_t)(m >> 32);
}
