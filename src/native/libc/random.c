/* SPDX-License-Identifier: MIT */
/* random.c - rand, random, drand48: glibc's own sequences from a state of ours
 *
 * The generators' state is shared by all threads: using it is an operation on
 * one object, as which thread gets which number is part of the schedule.
 */
#include "native/libc/libc.h"
#include "native/spin.h"
#include "native/state.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
	STATE_BYTES = 128
};

/* random_r's record; `buffer` is where its numbers lie, the test's own after
 * initstate or setstate. */
static struct {
	struct random_data data;
	char *buffer;
	uint64_t bytes;
} generator __attribute__((aligned(8)));
static char first_state[STATE_BYTES] __attribute__((aligned(8)));
static struct drand48_data drand __attribute__((aligned(8)));

static size_t state_bytes(size_t n)
{
	return n < 32 ? 8 : n < 64 ? 32 : n < 128 ? 64 : n < 256 ? 128 : 256;
}

/* About to change, and read before: for loops that draw until something comes.
 */
static void draws_from(void *state, size_t n)
{
	char *at = state;

	for (; n >= 8; n -= 8, at += 8)
		spin_state(at, 8, true);
	if (n)
		spin_state(at, n, true);
	undo_save(state, (size_t)(at - (char *)state) + n);
}

static void begin(uint64_t pc)
{
	STATE_POINT(random, random, pc);
	draws_from(&generator, sizeof generator);
	if (!generator.buffer) {
		undo_save(first_state, sizeof first_state);
		memset(&generator, 0, sizeof generator);
		REAL(initstate_r)(1, first_state, STATE_BYTES, &generator.data);
		generator.buffer = first_state;
		generator.bytes = STATE_BYTES;
	}
	if (generator.buffer == first_state)
		draws_from(first_state, generator.bytes);
	else /* the test's own memory */
		access_also(generator.buffer, generator.bytes, true, pc);
}

static long next(uint64_t pc)
{
	int32_t result;

	begin(pc);
	REAL(random_r)(&generator.data, &result);
	trace_result((uint64_t)result);
	return result;
}

static void seed(unsigned value, uint64_t pc)
{
	begin(pc);
	REAL(srandom_r)(value, &generator.data);
}

EXPORT int LIBC(rand)(void)
{
	return controlled() ? (int)next(CALLER) : REAL(rand)();
}

EXPORT long LIBC(random)(void)
{
	return controlled() ? next(CALLER) : REAL(random)();
}

EXPORT void LIBC(srand)(unsigned value)
{
	if (controlled())
		seed(value, CALLER);
	else
		REAL(srand)(value);
}

EXPORT void LIBC(srandom)(unsigned value)
{
	if (controlled())
		seed(value, CALLER);
	else
		REAL(srandom)(value);
}

EXPORT char *LIBC(initstate)(unsigned value, char *buffer, size_t n)
{
	char *old;

	if (!controlled())
		return REAL(initstate)(value, buffer, n);
	begin(CALLER);
	old = generator.buffer;
	if (n >= 8)
		access_also(buffer, state_bytes(n), true, CALLER);
	if (REAL(initstate_r)(value, buffer, n, &generator.data))
		return 0;
	generator.buffer = buffer;
	generator.bytes = state_bytes(n);
	return old;
}

EXPORT char *LIBC(setstate)(char *buffer)
{
	static const uint16_t bytes[5] = {8, 32, 64, 128, 256};
	char *old;
	int type;

	if (!controlled())
		return REAL(setstate)(buffer);
	begin(CALLER);
	old = generator.buffer;
	access_also(buffer, 4, false, CALLER);
	memcpy(&type, buffer, sizeof type); /* 5 * place + type */
	if (type < 0 || REAL(setstate_r)(buffer, &generator.data))
		return 0;
	generator.buffer = buffer;
	generator.bytes = bytes[type % 5];
	return old;
}

/* Without a lock: what another thread draws in between is drawn again. */
EXPORT int LIBC(rand_r)(unsigned *state)
{
	unsigned copy;
	int result;

	if (!controlled())
		return REAL(rand_r)(state);
	access_read(state, sizeof *state, CALLER);
	copy = *state;
	result = REAL(rand_r)(&copy);
	access_write(state, sizeof *state, CALLER);
	*state = copy;
	return result;
}

static void numbers(struct random_data *data, uint64_t pc)
{
	access_also(
		data->state - 1, 4 + 4u * (unsigned)data->rand_deg, true, pc);
}

EXPORT int LIBC(random_r)(struct random_data *data, int32_t *result)
{
	if (controlled()) {
		access_write(data, sizeof *data, CALLER);
		numbers(data, CALLER);
		access_also(result, sizeof *result, true, CALLER);
	}
	return REAL(random_r)(data, result);
}

EXPORT int LIBC(srandom_r)(unsigned value, struct random_data *data)
{
	if (controlled()) {
		access_write(data, sizeof *data, CALLER);
		if (data->state)
			numbers(data, CALLER);
	}
	return REAL(srandom_r)(value, data);
}

EXPORT int LIBC(initstate_r)(
	unsigned value, char *buffer, size_t n, struct random_data *data)
{
	if (controlled()) {
		access_write(data, sizeof *data, CALLER);
		if (n >= 8)
			access_also(buffer, state_bytes(n), true, CALLER);
	}
	return REAL(initstate_r)(value, buffer, n, data);
}

/* --- drand48 and its kin
 * ---------------------------------------------------------- */

static void begin_drand(uint64_t pc)
{
	STATE_POINT(drand48, drand, pc);
	draws_from(&drand, sizeof drand);
}

#define FROM_STATE(name, type)                                                 \
	EXPORT type LIBC(name)(void)                                           \
	{                                                                      \
		type result;                                                   \
                                                                               \
		if (!controlled())                                             \
			return REAL(name)();                                   \
		begin_drand(CALLER);                                           \
		REAL_OF(name##_r)(&drand, &result);                            \
		return result;                                                 \
	}

/* The test's own 48 bits; the constants are shared. */
#define FROM_BITS(name, type)                                                  \
	EXPORT type LIBC(name)(unsigned short bits[3])                         \
	{                                                                      \
		unsigned short copy[3];                                        \
		type result;                                                   \
                                                                               \
		if (!controlled())                                             \
			return REAL(name)(bits);                               \
		access_read(bits, 6, CALLER);                                  \
		memcpy(copy, bits, 6);                                         \
		STATE_POINT(erand48, drand, CALLER);                           \
		spin_state(&drand.__a, sizeof drand.__a, false);               \
		spin_state(&drand.__c, sizeof drand.__c, false);               \
		undo_save(&drand, sizeof drand); /* the first one fills it */  \
		REAL_OF(name##_r)(copy, &drand, &result);                      \
		access_write(bits, 6, CALLER);                                 \
		memcpy(bits, copy, 6);                                         \
		return result;                                                 \
	}

#define REAL_OF(name) REAL(name)
FROM_STATE(drand48, double)
FROM_STATE(lrand48, long)
FROM_STATE(mrand48, long)
FROM_BITS(erand48, double)
FROM_BITS(nrand48, long)
FROM_BITS(jrand48, long)

EXPORT void LIBC(srand48)(long value)
{
	if (!controlled()) {
		REAL(srand48)(value);
		return;
	}
	begin_drand(CALLER);
	REAL(srand48_r)(value, &drand);
}

EXPORT unsigned short *LIBC(seed48)(unsigned short bits[3])
{
	if (!controlled())
		return REAL(seed48)(bits);
	begin_drand(CALLER);
	access_also(bits, 6, false, CALLER);
	REAL(seed48_r)(bits, &drand);
	return drand.__old_x;
}

EXPORT void LIBC(lcong48)(unsigned short parameters[7])
{
	if (!controlled()) {
		REAL(lcong48)(parameters);
		return;
	}
	begin_drand(CALLER);
	access_also(parameters, 14, false, CALLER);
	REAL(lcong48_r)(parameters, &drand);
}
