/* SPDX-License-Identifier: MIT */
/* hooks_atomic_wide.c - atomic operations of 16 bytes, and of any size
 *
 * Three sets of names for one thing: the compilers' hooks of 16 bytes,
 * libatomic's functions of 16 bytes (clang calls them without -mcx16), and
 * libatomic's for any size, to which structures of odd sizes go.  Under control
 * each is one operation on the whole object, whose plain part (where a value
 * comes from or goes to) is announced as the access it is.
 *
 * In pass-through mode 16 aligned bytes take the processor's instruction, and
 * other sizes libatomic's own locks where it is linked, since other libraries
 * may use them on the same object; without it, locks of ours.
 */
#include "native/memory.h"
#include "native/races/shadow.h"
#include "native/spurious.h"

#include <pthread.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wpedantic"

typedef unsigned __int128 wide;

/* The compilers know these names and give them other types. */
#define NAMED(name) __asm__(name)

/* --- under control
 * ----------------------------------------------------------------- */

static uint64_t first_word(const void *p, size_t n)
{
	uint64_t word = 0;

	memcpy(&word, p, n < sizeof word ? n : sizeof word);
	return word;
}

/* The processor has no load of 16 bytes, but a compare-and-swap, which stores
 * even if it fails. */
static void store_back(const volatile void *p)
{
	volatile char *at = (volatile char *)(uintptr_t)p;

	*at = *at;
}

/* For the spin rule: equal operands are likely the same operation. */
static uint64_t digest(const void *p, size_t n)
{
	uint64_t sum = 0;

	for (size_t at = 0; at < n; at += 8)
		sum = sum * 31 + first_word((const char *)p + at, n - at);
	return sum;
}

static void note_wide(const void *p, const void *old, const void *new, size_t n)
{
	if (memcmp(old, new, n) == 0)
		return;
	spin_effect_of((uint64_t)p, digest(old, n), digest(new, n));
}

/* The report shows both words. */
static uint64_t second_word(const void *p, size_t n)
{
	return n == 16 ? first_word((const char *)p + 8, 8) : 0;
}

static void told_value(const void *p, size_t n)
{
	if (unlikely(rt.tracing))
		trace_note_wide_value(first_word(p, n), second_word(p, n));
}

static void told_result(const void *p, size_t n)
{
	if (unlikely(rt.tracing))
		trace_note_wide_result(first_word(p, n), second_word(p, n));
}

static void load(const void *p, void *out, size_t n, int mo, uint64_t pc)
{
	sched_point(OP_atomic_load, (uint64_t)p, (uint32_t)n, pc);
	if (n == 16 && !((uint64_t)p & 15))
		store_back(p);
	access_record((uint64_t)p, n, ACC_READ | ACC_ATOMIC, pc);
	memory_load(p, out, n, mo);
	told_value(out, n);
}

static void store(void *p, const void *from, size_t n, int mo, uint64_t pc)
{
	rt.operand = digest(from, n);
	/* One of more than eight bytes takes what no processor delays. */
	sched_point(unlikely(rt.late) ? OP_atomic_store_seq : OP_atomic_store,
		(uint64_t)p, (uint32_t)n, pc);
	access_record((uint64_t)p, n, ACC_WRITE | ACC_ATOMIC, pc);
	note_wide(p, p, from, n);
	memory_store(p, from, n, mo);
	told_value(from, n);
}

/* Returns with the operation granted and the old value in `old`. */
static void update_begin(
	void *p, void *old, size_t n, uint64_t operand, uint64_t pc)
{
	rt.operand = operand;
	sched_point(OP_atomic_rmw, (uint64_t)p, (uint32_t)n, pc);
	access_record((uint64_t)p, n, ACC_WRITE | ACC_ATOMIC, pc);
	memory_get(p, old, n);
}

static void update_end(
	void *p, const void *old, const void *new, size_t n, int mo)
{
	note_wide(p, old, new, n);
	memory_update(p, new, n, mo);
	told_value(old, n);
	told_result(new, n);
}

/* Of what an operation is given: at its own step others may have changed it.
 * What one gives back is stored after its step, for the same reason. */
#define COPY(from, n, pc)                                                      \
	(access_read(from, n, pc), memcpy(__builtin_alloca(n), from, n))

static void give_back(void *out, const void *value, size_t n, uint64_t pc)
{
	access_write(out, n, pc);
	memcpy(out, value, n);
}

/* A failed one only reads; then `expected` gets what was there.  Accesses to
 * that are nobody else's to announce. */
static bool compare(void *p, void *expected, const void *new, size_t n, int mo,
	int fail_mo, uint64_t pc)
{
	char *seen = __builtin_alloca(n);
	const void *wanted = COPY(expected, n, pc);

	rt.operand = digest(new, n) * 31 + digest(wanted, n);
	sched_point(OP_atomic_cas, (uint64_t)p, (uint32_t)n, pc);
	memory_get(p, seen, n);
	told_value(seen, n);
	if (memcmp(seen, wanted, n) != 0) {
		access_record((uint64_t)p, n, ACC_READ | ACC_ATOMIC, pc);
		if (n == 16 && !((uint64_t)p & 15))
			store_back(p);
		memory_load(p, seen, n, fail_mo);
		give_back(expected, seen, n, pc);
		return false;
	}
	access_record((uint64_t)p, n, ACC_WRITE | ACC_ATOMIC, pc);
	note_wide(p, seen, new, n);
	memory_update(p, new, n, mo);
	told_result(new, n);
	return true;
}

/* --- the processor's own
 * ----------------------------------------------------------- */

static bool compare16(volatile wide *p, wide *expected, wide new)
{
	uint64_t low = (uint64_t)*expected, high = (uint64_t)(*expected >> 64);
	bool done;

	__asm__ volatile("lock cmpxchg16b %1"
			 : "=@cce"(done), "+m"(*p), "+a"(low), "+d"(high)
			 : "b"((uint64_t) new), "c"((uint64_t)(new >> 64))
			 : "memory");
	*expected = (wide)high << 64 | low;
	return done;
}

static wide load16(const volatile wide *p)
{
	wide value = 0; /* writes back what was there, or zero over zero */

	compare16((volatile wide *)p, &value, 0);
	return value;
}

/* --- 16 bytes
 * ---------------------------------------------------------------------- */

static wide load_wide(const volatile wide *p, int mo, uint64_t pc)
{
	wide value;

	if (!controlled())
		return load16(p);
	load((const void *)p, &value, sizeof value, mo, pc);
	return value;
}

static void store_wide(volatile wide *p, wide value, int mo, uint64_t pc)
{
	wide old = 0;

	if (controlled())
		store((void *)p, &value, sizeof value, mo, pc);
	else
		while (!compare16(p, &old, value))
			;
}

static bool compare_wide(volatile wide *p, wide *expected, wide value, int mo,
	int fail_mo, uint64_t pc)
{
	return controlled() ? compare((void *)p, expected, &value, sizeof value,
				      mo, fail_mo, pc)
			    : compare16(p, expected, value);
}

/* The hook returns the old value, as does fetch_OP; OP_fetch the new one. */
#define UPDATE(name, expression)                                               \
	static wide name##_wide(                                               \
		volatile wide *p, wide v, int mo, wide *after, uint64_t pc)    \
	{                                                                      \
		wide old = 0, new;                                             \
                                                                               \
		if (controlled()) {                                            \
			update_begin((void *)p, &old, sizeof old,              \
				digest(&v, sizeof v), pc);                     \
			new = (expression);                                    \
			update_end((void *)p, &old, &new, sizeof new, mo);     \
		} else {                                                       \
			do                                                     \
				new = (expression);                            \
			while (!compare16(p, &old, new));                      \
		}                                                              \
		*after = new;                                                  \
		return old;                                                    \
	}                                                                      \
	EXPORT wide __tsan_atomic128_##name(volatile wide *p, wide v, int mo)  \
	{                                                                      \
		wide after;                                                    \
                                                                               \
		return name##_wide(p, v, mo, &after, CALLER);                  \
	}                                                                      \
	EXPORT wide libatomic_##name(volatile wide *p, wide v, int mo)         \
		NAMED("__atomic_" #name "_16");                                \
	EXPORT wide libatomic_##name(volatile wide *p, wide v, int mo)         \
	{                                                                      \
		wide after;                                                    \
                                                                               \
		return name##_wide(p, v, mo, &after, CALLER);                  \
	}

#define AFTER(name, libatomic_name)                                            \
	EXPORT wide libatomic_after_##name(volatile wide *p, wide v, int mo)   \
		NAMED(libatomic_name);                                         \
	EXPORT wide libatomic_after_##name(volatile wide *p, wide v, int mo)   \
	{                                                                      \
		wide after;                                                    \
                                                                               \
		name##_wide(p, v, mo, &after, CALLER);                         \
		return after;                                                  \
	}

UPDATE(exchange, v)
UPDATE(fetch_add, old + v)
UPDATE(fetch_sub, old - v)
UPDATE(fetch_and, old &v)
UPDATE(fetch_or, old | v)
UPDATE(fetch_xor, old ^ v)
UPDATE(fetch_nand, ~(old &v))
AFTER(fetch_add, "__atomic_add_fetch_16")
AFTER(fetch_sub, "__atomic_sub_fetch_16")
AFTER(fetch_and, "__atomic_and_fetch_16")
AFTER(fetch_or, "__atomic_or_fetch_16")
AFTER(fetch_xor, "__atomic_xor_fetch_16")
AFTER(fetch_nand, "__atomic_nand_fetch_16")

EXPORT wide __tsan_atomic128_load(const volatile wide *p, int mo)
{
	return load_wide(p, mo, CALLER);
}

EXPORT void __tsan_atomic128_store(volatile wide *p, wide v, int mo)
{
	store_wide(p, v, mo, CALLER);
}

EXPORT bool __tsan_atomic128_compare_exchange_strong(
	volatile wide *p, wide *expected, wide v, int mo, int fail_mo)
{
	return compare_wide(p, expected, v, mo, fail_mo, CALLER);
}

EXPORT bool __tsan_atomic128_compare_exchange_weak(
	volatile wide *p, wide *expected, wide v, int mo, int fail_mo)
{
	if (controlled() && spurious(CAVEAT_no_weak_failure,
				    "compare_exchange_weak", CALLER)) {
		v = load_wide(p, fail_mo, CALLER);
		access_write(expected, sizeof v, CALLER);
		*expected = v;
		return false;
	}
	return compare_wide(p, expected, v, mo, fail_mo, CALLER);
}

EXPORT wide __tsan_atomic128_compare_exchange_val(
	volatile wide *p, wide expected, wide v, int mo, int fail_mo)
{
	compare_wide(p, &expected, v, mo, fail_mo, CALLER);
	return expected;
}

EXPORT wide libatomic_load_16(const volatile wide *p, int mo)
	NAMED("__atomic_load_16");
EXPORT wide libatomic_load_16(const volatile wide *p, int mo)
{
	return load_wide(p, mo, CALLER);
}

EXPORT void libatomic_store_16(volatile wide *p, wide v, int mo)
	NAMED("__atomic_store_16");
EXPORT void libatomic_store_16(volatile wide *p, wide v, int mo)
{
	store_wide(p, v, mo, CALLER);
}

EXPORT bool libatomic_compare_16(volatile wide *p, wide *expected, wide v,
	int mo, int fail_mo) NAMED("__atomic_compare_exchange_16");
EXPORT bool libatomic_compare_16(
	volatile wide *p, wide *expected, wide v, int mo, int fail_mo)
{
	return compare_wide(p, expected, v, mo, fail_mo, CALLER);
}

/* --- any size
 * ---------------------------------------------------------------------- */

enum {
	LOCKS = 64
};
/* Mutexes of the C library, as in libatomic: tools know what they mean. */
static pthread_mutex_t locks[LOCKS]; /* PTHREAD_MUTEX_INITIALIZER is zeros */

static pthread_mutex_t *lock_of(const void *p)
{
	pthread_mutex_t *lock = &locks[((uintptr_t)p >> 4) % LOCKS];

	REAL(pthread_mutex_lock)(lock);
	return lock;
}

static void unlock(pthread_mutex_t *lock)
{
	REAL(pthread_mutex_unlock)(lock);
}

/* libatomic's function of that name, where it is linked. */
#define LINKED(type, name)                                                     \
	({                                                                     \
		static struct real_slot slot_ REAL_SLOT = {0, name, 0, 0};     \
		(type *)real_find_linked(&slot_);                              \
	})

typedef void load_function(size_t, const void *, void *, int);
typedef void store_function(size_t, void *, void *, int);
typedef void exchange_function(size_t, void *, void *, void *, int);
typedef bool compare_function(size_t, void *, void *, void *, int, int);

EXPORT load_function any_load NAMED("__atomic_load");
EXPORT void any_load(size_t n, const void *p, void *out, int mo)
{
	load_function *linked;
	pthread_mutex_t *lock;
	void *seen;

	if (controlled()) {
		seen = __builtin_alloca(n);
		load(p, seen, n, mo, CALLER);
		give_back(out, seen, n, CALLER);
	} else if ((linked = LINKED(load_function, "__atomic_load"))) {
		linked(n, p, out, mo);
	} else {
		lock = lock_of(p);
		memcpy(out, p, n);
		unlock(lock);
	}
}

EXPORT store_function any_store NAMED("__atomic_store");
EXPORT void any_store(size_t n, void *p, void *from, int mo)
{
	store_function *linked;
	pthread_mutex_t *lock;

	if (controlled()) {
		store(p, COPY(from, n, CALLER), n, mo, CALLER);
	} else if ((linked = LINKED(store_function, "__atomic_store"))) {
		linked(n, p, from, mo);
	} else {
		lock = lock_of(p);
		memcpy(p, from, n);
		unlock(lock);
	}
}

EXPORT exchange_function any_exchange NAMED("__atomic_exchange");
EXPORT void any_exchange(size_t n, void *p, void *from, void *out, int mo)
{
	exchange_function *linked;
	pthread_mutex_t *lock;
	const void *given;
	void *seen;

	if (controlled()) {
		given = COPY(from, n, CALLER);
		seen = __builtin_alloca(n);
		update_begin(p, seen, n, digest(given, n), CALLER);
		update_end(p, seen, given, n, mo);
		give_back(out, seen, n, CALLER);
	} else if ((linked = LINKED(exchange_function, "__atomic_exchange"))) {
		linked(n, p, from, out, mo);
	} else {
		lock = lock_of(p);
		memcpy(out, p, n);
		memcpy(p, from, n);
		unlock(lock);
	}
}

EXPORT compare_function any_compare NAMED("__atomic_compare_exchange");
EXPORT bool any_compare(
	size_t n, void *p, void *expected, void *new, int mo, int fail_mo)
{
	compare_function *linked;
	pthread_mutex_t *lock;
	const void *given;
	bool done;

	if (controlled()) {
		given = COPY(new, n, CALLER);
		return compare(p, expected, given, n, mo, fail_mo, CALLER);
	}
	linked = LINKED(compare_function, "__atomic_compare_exchange");
	if (linked)
		return linked(n, p, expected, new, mo, fail_mo);
	lock = lock_of(p);
	done = memcmp(p, expected, n) == 0;
	memcpy(done ? p : expected, done ? new : p, n);
	unlock(lock);
	return done;
}
