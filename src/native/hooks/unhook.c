/* SPDX-License-Identifier: MIT */
/* unhook.c - finds the calls: functions by the unwinder's table, instructions
 * by walking through each from its start
 *
 * Bytes that look like a call in the middle of another instruction are none.
 */
#include "native/hooks/unhook.h"

#include "base/decode.h"
#include "native/rt.h"
#include "native/stress.h"

#include <link.h>
#include <string.h>
#include <sys/mman.h>

enum {
	CALL = 0xe8,
	JUMP = 0xe9, /* a call at a function's end */
	CALL_BYTES = 5
};

/* The C library's (2.32); not in its headers where this may be compiled. */
extern char __libc_single_threaded __attribute__((weak));

/* The section of the hooks: hooks_tsan.c, hooks_range.c. */
extern const unsigned char __start_scarp_hooks[] HIDDEN;
extern const unsigned char __stop_scarp_hooks[] HIDDEN;

/* What the executable's program headers say. */
struct place {
	unsigned char *code, *code_end;
	uint64_t base; /* of addresses in the file */
	int protection;
	const unsigned char *table; /* .eh_frame_hdr */
	bool delayed;		    /* calls are led around: stress.h */
};

/* The table's header, as ld, gold and lld write it (LSB, "Exception Frames").
 */
struct table {
	uint8_t version, frame_encoding, count_encoding, entry_encoding;
	int32_t frame;
	uint32_t count;
	struct {
		int32_t start, entry; /* from the table's start */
	} function[];
};
enum {
	VERSION = 1,
	FRAME_ENCODING = 0x1b, /* 4 bytes, from where they stand */
	COUNT_ENCODING = 0x03, /* 4 bytes */
	ENTRY_ENCODING = 0x3b  /* 4 bytes, from the table's start */
};

/* An entry (FDE) whose addresses are encoded as FRAME_ENCODING. */
struct entry {
	uint32_t length, common;
	int32_t start; /* from itself */
	uint32_t bytes;
};

static int32_t number_at(const unsigned char *p)
{
	int32_t n;

	memcpy(&n, p, sizeof n);
	return n;
}

static const unsigned char *target(const unsigned char *at)
{
	return at + CALL_BYTES + number_at(at + 1);
}

static bool calls_hook(const unsigned char *at)
{
	const unsigned char *to = target(at);

	return at[0] == CALL && to >= __start_scarp_hooks &&
	       to < __stop_scarp_hooks;
}

static bool calls_runtime(const unsigned char *at, const struct place *p)
{
	return (at[0] == CALL || at[0] == JUMP) &&
	       inventory_is_ours_at((uint64_t)target(at) - p->base);
}

/* Most functions of libraries that were linked in have no such call. */
static bool may_call(const unsigned char *at, const unsigned char *end)
{
	for (; at + CALL_BYTES <= end; at++)
		if (unlikely(*at == CALL) && calls_hook(at))
			return true;
	return false;
}

static void delay(unsigned char *at, const struct place *p)
{
	const unsigned char *to = stress_detour(target(at), p->code);
	int32_t way = (int32_t)(to - at - CALL_BYTES);

	if (to)
		memcpy(at + 1, &way, sizeof way);
}

static void take_out(unsigned char *at)
{
	static const unsigned char nop[CALL_BYTES] = {
		0x0f, 0x1f, 0x44, 0x00, 0x00};

	memcpy(at, nop, sizeof nop);
}

static void unhook_function(
	unsigned char *at, const unsigned char *end, const struct place *p)
{
	size_t n;

	if (!p->delayed && !may_call(at, end))
		return;
	for (; at < end; at += n) {
		n = decode_length(at, (size_t)(end - at));
		if (n == 0)
			return;
		if (n != CALL_BYTES)
			continue;
		if (p->delayed && calls_runtime(at, p))
			delay(at, p);
		else if (!p->delayed && calls_hook(at))
			take_out(at);
	}
}

static void unhook_all(const struct place *p)
{
	const struct table *t = (const struct table *)p->table;

	if (t->version != VERSION || t->frame_encoding != FRAME_ENCODING ||
		t->count_encoding != COUNT_ENCODING ||
		t->entry_encoding != ENTRY_ENCODING)
		return;
	for (uint32_t i = 0; i < t->count; i++) {
		const struct entry *e =
			(const struct entry *)(p->table + t->function[i].entry);
		unsigned char *start =
			(unsigned char *)p->table + t->function[i].start;

		if ((const unsigned char *)&e->start + e->start == start &&
			start >= p->code && start < p->code_end &&
			e->bytes <= (size_t)(p->code_end - start) &&
			!inventory_is_ours_at((uint64_t)start - p->base))
			unhook_function(start, start + e->bytes, p);
	}
}

/* The first one is the executable. */
static int look(struct dl_phdr_info *info, size_t size, void *data)
{
	const uint64_t page = 4096;
	struct place *p = data;

	p->base = info->dlpi_addr;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *h = &info->dlpi_phdr[i];
		uint64_t start = info->dlpi_addr + h->p_vaddr;

		if (h->p_type == PT_GNU_EH_FRAME) {
			p->table = (const unsigned char *)start;
		} else if (h->p_type == PT_LOAD && h->p_flags & PF_X) {
			p->code = (unsigned char *)(start & ~(page - 1));
			p->code_end = (unsigned char *)start + h->p_memsz;
			p->protection = PROT_EXEC |
					(h->p_flags & PF_R ? PROT_READ : 0) |
					(h->p_flags & PF_W ? PROT_WRITE : 0);
		}
	}
	return 1;
}

void unhook(bool delayed)
{
	struct place p = {.delayed = delayed};
	size_t bytes;

	if (!&__libc_single_threaded || !__libc_single_threaded)
		return;
	dl_iterate_phdr(look, &p);
	bytes = (size_t)(p.code_end - p.code);
	/* This code lies there, too, and must run meanwhile. */
	if (!p.table || !p.code ||
		mprotect(p.code, bytes, PROT_READ | PROT_WRITE | PROT_EXEC))
		return;
	unhook_all(&p);
	mprotect(p.code, bytes, p.protection);
}
