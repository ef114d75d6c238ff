/* SPDX-License-Identifier: MIT */
#include "native/audit.h"
#include "native/audit/maps.h"
#include "native/audit/part.h"
#include "native/audit/points.h"
#include "native/races/shadow.h"
#include "native/threads/thread.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum {
	REGIONS = 128
};

struct region {
	uint64_t start, end;
	char *copy;
	char *before;	 /* of the C library: at audit_keep_begin */
	char module[64]; /* base name of the file behind it */
};
static struct region regions[REGIONS];
static unsigned count;

/* Reviewed: what may differ, and why that is harmless. */
static const struct {
	const char *module; /* prefix of its base name */
	const char *why;
} reviewed[] = {
	{"ld-linux", "the loader's bookkeeping: look-ups, counters"},
	{"libgcc_s", "the unwinder's cache of frame tables"},
};

/* The same for single variables: the symbol that precedes the place. */
static const struct {
	const char *symbol;
	const char *why;
} reviewed_symbols[] = {
	{"__nptl_nthreads", "control blocks lent since: they stay"},
};

/* The runtime's own variables, gathered by the link (cmake/runtime.cmake). */
extern char __start_scarp_data[] HIDDEN, __stop_scarp_data[] HIDDEN;
extern char __start_scarp_bss[] HIDDEN, __stop_scarp_bss[] HIDDEN;
extern char __start_scarp_real[] HIDDEN, __stop_scarp_real[] HIDDEN;

/* Reviewed: valgrind's tools live in the same process; their data are not the
 * test's. */
static const char valgrind_tool[] = "-amd64-linux";

static bool is_reviewed(const char *module)
{
	size_t n = strlen(module), tail = sizeof valgrind_tool - 1;

	if (n > tail && strcmp(module + n - tail, valgrind_tool) == 0)
		return true;
	for (unsigned i = 0; i < sizeof reviewed / sizeof *reviewed; i++)
		if (strncmp(module, reviewed[i].module,
			    strlen(reviewed[i].module)) == 0)
			return true;
	return false;
}

/* Keeps [start, end) without [a, b). */
static void add(uint64_t start, uint64_t end, const char *module, unsigned hole)
{
	static const struct {
		char *from, *to;
	} own[] = {{__start_scarp_data, __stop_scarp_data},
		{__start_scarp_bss, __stop_scarp_bss},
		{__start_scarp_real, __stop_scarp_real}};

	for (; hole < sizeof own / sizeof *own; hole++) {
		uint64_t a = (uint64_t)own[hole].from & ~7ull;
		uint64_t b = ((uint64_t)own[hole].to + 7) & ~7ull;

		if (a >= end || b <= start)
			continue;
		if (a > start)
			add(start, a, module, hole + 1);
		if (b < end)
			add(b, end, module, hole + 1);
		return;
	}
	if (count == REGIONS || start >= end)
		return;
	regions[count].start = start;
	regions[count].end = end;
	snprintf(regions[count].module, sizeof regions[count].module, "%s",
		module);
	count++;
}

/* In: an address; out: where the module that it lies in ends. */
static int find_end(struct dl_phdr_info *info, size_t size, void *data)
{
	uint64_t *at = data, end = 0;
	bool here = false;

	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		uint64_t from = (info->dlpi_addr + p->p_vaddr) & ~4095ull;
		uint64_t to = info->dlpi_addr + p->p_vaddr + p->p_memsz;

		if (p->p_type != PT_LOAD)
			continue;
		here |= *at - from < to - from;
		end = to > end ? to : end;
	}
	if (here)
		*at = (end + 4095) & ~4095ull;
	return here;
}

/* 0: in none. */
static uint64_t end_of_module(uint64_t at)
{
	return dl_iterate_phdr(find_end, &at) ? at : 0;
}

/* Data of the program and of the libraries that lie behind files, and the
 * anonymous rest of their .bss: what the kernel put right behind that, under
 * valgrind gigabytes, is not theirs. */
static void find_regions(void)
{
	char module[64] = "";
	uint64_t last_end = 0, module_end = 0;
	struct map m;

	maps_read();
	while (maps_next(&m)) {
		const char *path = strchr(m.name, '/');

		if (path && !m.shared) {
			snprintf(module, sizeof module, "%s",
				strrchr(path, '/') + 1);
			module_end = end_of_module(m.start);
		} else if (path || m.start != last_end || *m.name == '[')
			module[0] = 0; /* not the .bss of what came before */
		else if (m.start >= module_end)
			module[0] = 0; /* nor this */
		else if (m.end > module_end)
			m.end = module_end;
		last_end = m.end;
		if (m.writable && !m.shared && module[0] &&
			!is_reviewed(module))
			add(m.start, m.end, module, 0);
	}
}

static void keep_regions(void)
{
	uint64_t bytes = 0;
	char *copy;

	count = 0;
	find_regions();
	for (unsigned i = 0; i < count; i++)
		bytes += 2 * (regions[i].end - regions[i].start);
	copy = mmap(0, bytes ? bytes : 1, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (copy == MAP_FAILED) {
		count = 0;
		return;
	}
	for (unsigned i = 0; i < count; i++) {
		size_t n = regions[i].end - regions[i].start;

		regions[i].copy = copy;
		memcpy(copy, (void *)regions[i].start, n);
		copy += n;
		if (strncmp(regions[i].module, "libc.so", 7) == 0)
			regions[i].before = copy;
		copy += n;
	}
}

void audit_regions_find(void)
{
	if (!count)
		keep_regions();
}

void audit_regions(
	void (*each)(const void *now, const void *then, uint64_t bytes))
{
	for (unsigned i = 0; i < count; i++)
		each((void *)regions[i].start, regions[i].copy,
			regions[i].end - regions[i].start);
}

void audit_keep_begin(void)
{
	for (unsigned i = 0; i < count; i++)
		if (regions[i].before)
			memcpy(regions[i].before, (void *)regions[i].start,
				regions[i].end - regions[i].start);
}

void audit_keep_end(void)
{
	for (unsigned i = 0; i < count; i++) {
		const struct region *r = &regions[i];
		const char *now = (const char *)r->start;

		if (!r->before)
			continue;
		/* For each control block: by words, as most have not changed.
		 */
		for (size_t at = 0; at < r->end - r->start; at++) {
			if (at % 8 == 0 && at + 8 <= r->end - r->start &&
				__builtin_memcmp(now + at, r->before + at, 8) ==
					0)
				at += 7;
			else if (now[at] != r->before[at])
				r->copy[at] = now[at];
		}
	}
}

bool audit_of_test(uint64_t where)
{
	static const char *const system[] = {"libc.so", "libm.so",
		"libstdc++.so", "libgcc_s.so", "libpthread.so", "ld-linux"};
	const struct region *r = regions;

	while (r < regions + count && where - r->start >= r->end - r->start)
		r++;
	if (r == regions + count)
		return false;
	for (unsigned i = 0; i < sizeof system / sizeof *system; i++)
		if (strncmp(r->module, system[i], strlen(system[i])) == 0)
			return false;
	return true;
}

static bool symbol_reviewed(uint64_t at)
{
	Dl_info info;

	if (!dladdr((void *)at, &info) || !info.dli_sname ||
		at - (uint64_t)info.dli_saddr >= 8)
		return false;
	for (unsigned i = 0;
		i < sizeof reviewed_symbols / sizeof *reviewed_symbols; i++)
		if (strcmp(info.dli_sname, reviewed_symbols[i].symbol) == 0)
			return true;
	return false;
}

static void name_place(
	const struct region *r, uint64_t at, char *text, size_t n)
{
	Dl_info info;

	if (dladdr((void *)at, &info) && info.dli_sname &&
		at - (uint64_t)info.dli_saddr < 4096)
		snprintf(text, n, "'%s' of %s", info.dli_sname, r->module);
	else
		snprintf(text, n, "%s, offset 0x%llx of its data", r->module,
			(unsigned long long)(at - r->start));
}

/* Reviewed: the list of all threads runs through the blocks, right behind the
 * part that the ABI knows; it grows when another block is lent. */
static bool block_reviewed(size_t at)
{
	return at >= 0x2c0 && at < 0x2d0;
}

/* Control blocks of threads, above what every life starts anew. */
static bool blocks_clean(char *text, size_t n)
{
	for (unsigned t = 0; t < TCB_SLOTS; t++) {
		struct tcb_block b;
		size_t at = 0;

		if (!tcb_block(t, &b))
			continue;
		while (at < b.bytes &&
			(b.now[at] == b.then[at] || block_reviewed(at)))
			at++;
		if (at == b.bytes)
			continue;
		snprintf(text, n,
			"the C library's control block of thread T%u, offset "
			"0x%zx",
			t, at);
		return false;
	}
	return true;
}

static bool modules_clean(char *text, size_t n, uint64_t *where)
{
	for (unsigned i = 0; i < count; i++) {
		const struct region *r = &regions[i];
		const char *now = (const char *)r->start;
		size_t size = r->end - r->start;

		if (memcmp(now, r->copy, size) == 0)
			continue;
		for (size_t at = 0; at < size; at++)
			if (now[at] != r->copy[at] &&
				!symbol_reviewed(r->start + at)) {
				*where = r->start + at;
				name_place(r, *where, text, n);
				return false;
			}
	}
	return true;
}

/* In the order in which they are told: what the kernel keeps explains what
 * memory shows. */
static const struct audit_part *const parts[] = {&audit_fpu, &audit_descriptors,
	&audit_mappings, &audit_signals, &audit_process};

void audit_init(void)
{
	keep_regions();
	audit_points_init();
	for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++)
		parts[i]->keep();
}

bool audit_clean(char *text, size_t n, uint64_t *where)
{
	*where = 0;
	for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++)
		if (!parts[i]->clean(text, n))
			return false;
	return modules_clean(text, n, where) && blocks_clean(text, n);
}
