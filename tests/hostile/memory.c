/* SPDX-License-Identifier: MIT */
/* memory.c - writes to where nobody should write */
#include "hostile.h"

#include <sys/auxv.h>

static const int constant = 5;
static int *nowhere;
static char *keep;

static void write_to(uint64_t address)
{
	*(volatile int *)address = 5;
}

HOSTILE(null, "crash")
{
	*nowhere = 5;
}
HOSTILE(near_null, "crash")
{
	write_to(0x18);
}
HOSTILE(no_address, "crash")
{
	write_to(0xdeadbeefdeadbeef);
}
HOSTILE(kernel, "crash")
{
	write_to(0xffffffff81000000);
}
HOSTILE(unmapped, "crash")
{
	write_to(0x5000000000);
}
HOSTILE(own_code, "crash")
{
	write_to((uint64_t)(uintptr_t)write_to);
}
HOSTILE(a_constant, "crash")
{
	write_to((uint64_t)(uintptr_t)&constant);
}
HOSTILE(libc_code, "crash")
{
	write_to((uint64_t)(uintptr_t)&strtol);
}
HOSTILE(vdso, "crash")
{
	write_to(getauxval(AT_SYSINFO_EHDR) + 64);
}
HOSTILE(call_null, "crash")
{
	((void (*)(void))(uintptr_t)nowhere)();
}
HOSTILE(call_data, "crash")
{
	((void (*)(void))(uintptr_t)&shared)();
}

/* Memory of the machine, by hooked stores: caught by address. */
HOSTILE(the_shadow, "crash wild_access")
{
	write_to(0x180000001000);
}
HOSTILE(the_channel, "crash wild_access")
{
	write_to(0x120000000040);
}
HOSTILE(the_tables, "crash wild_access")
{
	write_to(0x130000000100);
}
/* ... by stores that nobody sees: whatever then happens, the command lives. */
HOSTILE(the_channel_unseen, "any")
{
	for (uint64_t i = 0; i < 65536; i += 8)
		store_unseen(0x120000000000 + i, 0x4141414141414141);
}
HOSTILE(the_shadow_unseen, "any")
{
	store_unseen(0x180000001000, 0x4141414141414141);
}
HOSTILE(the_tables_unseen, "any")
{
	for (uint64_t i = 0; i < 4096; i += 8)
		store_unseen(0x130000000000 + i, 0x4141414141414141);
}
HOSTILE(the_bugs_unseen, "any")
{
	for (uint64_t i = 0x100000; i < 0x400000; i += 64)
		store_unseen(0x120000000000 + i, 0xffffffffffffffff);
}

HOSTILE(behind_a_block, "heap_overflow")
{
	keep = malloc(24);
	keep[24] = 1;
}
HOSTILE(before_a_block, "heap_underflow")
{
	keep = malloc(24);
	keep[-1] = 1;
}
HOSTILE(far_behind_a_block, "heap_overflow wild_access crash")
{
	keep = malloc(24);
	keep[1 << 20] = 1;
}
HOSTILE(freed_block, "use_after_free")
{
	keep = malloc(24);
	free(keep);
	keep[3] = 1;
}
HOSTILE(freed_twice, "double_free")
{
	keep = malloc(24);
	free(keep);
	free(keep);
}
HOSTILE(freed_in_the_middle, "invalid_free")
{
	keep = malloc(64);
	free(keep + 16);
}
HOSTILE(freed_stack, "invalid_free")
{
	volatile char local[32];

	local[0] = 1;
	free((void *)(uintptr_t)local);
}
HOSTILE(grown_after_free, "use_after_free double_free invalid_free")
{
	keep = malloc(24);
	free(keep);
	keep = realloc(keep, 48);
}
HOSTILE(headers_unseen, "any")
{
	keep = malloc(24);
	for (int i = -64; i < 96; i += 8)
		store_unseen((uint64_t)(uintptr_t)keep + (uint64_t)i, 0x41);
	free(keep);
	keep = malloc(24);
}
HOSTILE(filled_without_end, "heap_overflow wild_access crash")
{
	keep = malloc(24);
	memset(keep, 0, (size_t)1 << 40);
}
HOSTILE(copied_without_end, "heap_overflow wild_access crash")
{
	keep = malloc(24);
	memcpy(keep, &shared, (size_t)-1);
}
HOSTILE(text_without_end, "heap_overflow heap_underflow wild_access crash")
{
	keep = malloc(8);
	memset(keep, 'x', 8);
	shared = (int)strlen(keep);
}

static OUTSIDE void smash(void)
{
	volatile uint64_t here[2];

	for (int i = 0; i < 12; i++)
		here[i] = 0x4141414141414141;
}
HOSTILE(own_frame, "crash abort")
{
	smash();
}

static pthread_t other;
HOSTILE(control_block_unseen, "any")
{
	other = pthread_self();
	store_unseen((uint64_t)other + 0x10, 0);
}
HOSTILE(libc_data, "any")
{
	write_to((uint64_t)(uintptr_t)stdout);
	printf("hello\n");
}
HOSTILE(environment, "any")
{
	environ = (char **)(uintptr_t)0x41;
	shared = getenv("HOME") != 0;
}
HOSTILE(printed_from_nowhere, "crash")
{
	printf("%s\n", (const char *)(uintptr_t)0x41414141);
}
