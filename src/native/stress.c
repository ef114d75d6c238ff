/* SPDX-License-Identifier: MIT */
/* stress.c - where calls are led around, and how long they wait there
 *
 * A detour pushes its number and jumps to stress_enter, which keeps every
 * register that can hold an argument, asks stress_delayed, and jumps to where
 * the call led: it finds the stack as if it had been called.  This file is
 * compiled without vector registers, which hold arguments, too.
 */
#include "native/stress.h"

#include "native/raw.h"
#include "native/rt.h"

#include <string.h>
#include <sys/mman.h>
#include <time.h>

enum {
	DETOURS = 2048, /* functions that a program calls of the runtime's */
	DETOUR_BYTES = 24,
	ROOM = DETOURS * (DETOUR_BYTES + 8),
	FAR_MB = 1024, /* a call reaches twice as far */
	SHARE = 64,    /* calls of which a part is delayed, around the moment */
	LONGEST_LOG = 11 /* microseconds */
};

/* stress_x86_64.S */
void stress_enter(void);
uint64_t stress_delayed(uint64_t number);

static struct {
	uint64_t seed;
	uint64_t calls;	 /* roughly: threads may lose some */
	uint64_t moment; /* the call around which most are delayed */
	unsigned every;	 /* there, one of so many */
	unsigned longest_log;
	unsigned char *code;
	uint32_t detours;
	bool full;
	const unsigned char **target; /* behind the code */
} stress;

static uint64_t mix(uint64_t x)
{
	x += 0x9e3779b97f4a7c15;
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
	x = (x ^ x >> 27) * 0x94d049bb133111eb;
	return x ^ x >> 31;
}

/* What the number means. */
static void settle(uint64_t seed)
{
	uint64_t r = mix(seed);

	stress.seed = r;
	stress.every = 1u << (r >> 8) % 5; /* 1 to 16 */
	stress.longest_log = 4 + (unsigned)(r >> 16) % (LONGEST_LOG - 3);
	/* The beginning, or any of the first 2, 4, ... 4096. */
	stress.moment = (mix(r) & ((1u << (r >> 24) % 13) - 1));
}

bool stress_wanted(char **envp)
{
	static const char name[] = "SCARP_STRESS=";
	uint64_t n = 0;

	for (; *envp; envp++)
		if (strncmp(*envp, name, sizeof name - 1) == 0)
			break;
	if (!*envp || !(*envp)[sizeof name - 1])
		return false;
	for (const char *p = *envp + sizeof name - 1; *p; p++)
		n = n * 31 + (unsigned char)*p;
	settle(n);
	return true;
}

void stress_pause(void)
{
	uint64_t n = stress.calls++;
	uint64_t from =
		n > stress.moment ? n - stress.moment : stress.moment - n;
	uint64_t r = mix(__builtin_ia32_rdtsc() ^ stress.seed);
	struct timespec t = {0};

	if ((r >> 32) % (stress.every * (1 + from / SHARE)))
		return;
	if (r & 1) {
		raw_syscall(SYS_sched_yield, 0, 0);
		return;
	}
	t.tv_nsec = 1000l << (r >> 1) % (stress.longest_log + 1);
	raw_syscall(SYS_nanosleep, (long)&t, 0);
}

uint64_t stress_delayed(uint64_t number)
{
	stress_pause();
	return (uint64_t)stress.target[number];
}

/* Below the executable, near enough for its calls. */
static bool make_room(const unsigned char *near)
{
	const uint64_t mb = 1 << 20;
	uint64_t top = (uint64_t)near & ~(mb - 1);

	for (uint64_t down = mb; down < FAR_MB * mb && down < top; down += mb) {
		void *at = (void *)(top - down);

		stress.code = mmap(at, ROOM, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1,
			0);
		if (stress.code == at) {
			stress.target =
				(void *)(stress.code + DETOURS * DETOUR_BYTES);
			return true;
		}
		if (stress.code != MAP_FAILED)
			munmap(stress.code, ROOM);
	}
	stress.code = NULL;
	return false;
}

static void write_detour(unsigned char *at, uint32_t number)
{
	void (*enter)(void) = stress_enter;

	*at++ = 0x68; /* push $number */
	memcpy(at, &number, sizeof number);
	at += sizeof number;
	*at++ = 0x49; /* movabs $stress_enter, %r11 */
	*at++ = 0xbb;
	memcpy(at, &enter, sizeof enter);
	at += sizeof enter;
	*at++ = 0x41; /* jmp *%r11 */
	*at++ = 0xff;
	*at++ = 0xe3;
}

const unsigned char *stress_detour(
	const unsigned char *target, const unsigned char *near)
{
	unsigned char *at;

	for (uint32_t i = 0; i < stress.detours; i++)
		if (stress.target[i] == target)
			return stress.code + (size_t)i * DETOUR_BYTES;
	if (stress.full || stress.detours == DETOURS)
		return NULL;
	if (!stress.code && !make_room(near)) {
		stress.full = true;
		return NULL;
	}
	stress.target[stress.detours] = target;
	at = stress.code + (size_t)stress.detours * DETOUR_BYTES;
	write_detour(at, stress.detours++);
	return at;
}

void stress_ready(void)
{
	if (stress.code)
		mprotect(stress.code, ROOM, PROT_READ | PROT_EXEC);
	real_find_late();
}
