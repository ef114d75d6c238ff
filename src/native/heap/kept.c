/* SPDX-License-Identifier: MIT */
/* kept.c - blocks that can be reached from the data of libraries
 *
 * Roots are the writable segments and the thread-local storage of all modules
 * but the program, the loader's notes on them, and the threads' control blocks;
 * from there it goes through blocks that libraries allocated.  A word that
 * happens to look like an address keeps a block: it may hide a leak, and
 * invents none.
 *
 * Cost     a walk over these segments at the end of an execution, with
 *          --leak-check alone and only if a library's block is left.
 */
#include "native/heap/kept.h"
#include "native/heap/heap.h"
#include "native/threads/thread.h"

#include <link.h>

enum {
	LINK_MAP = 1144 /* the loader's struct of a module */
};

static void scan(uint64_t from, uint64_t to)
{
	for (uint64_t at = (from + 7) & ~7ull; at + 8 <= to; at += 8)
		heap_keep(*(const uint64_t *)at);
}

/* A module's thread-local storage, at the same distance from each thread's
 * control block; what is loaded late has none of that. */
static void scan_tls(const struct dl_phdr_info *info, uint64_t bytes)
{
	uint64_t below = rt.self->fs - (uint64_t)info->dlpi_tls_data;

	if (!info->dlpi_tls_data || below - bytes > 1u << 20)
		return;
	for (tid i = 0; i < rt.world.threads; i++)
		if (thread_of(i)->fs)
			scan(thread_of(i)->fs - below,
				thread_of(i)->fs - below + bytes);
}

static int scan_module(struct dl_phdr_info *info, size_t size, void *data)
{
	if (!info->dlpi_name[0]) /* the program */
		return 0;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		uint64_t at = info->dlpi_addr + p->p_vaddr;

		if (p->p_type == PT_LOAD && (p->p_flags & PF_W))
			scan(at, at + p->p_memsz);
		if (p->p_type == PT_TLS)
			scan_tls(info, p->p_memsz);
	}
	return 0;
}

/* The last thing in a thread's slot, before the guard. */
static void scan_control_block(const struct thread *t)
{
	if (t->fs)
		scan(t->fs, t->own_low + t->own_bytes - STACK_GUARD);
}

void kept_find(void)
{
	uint64_t from, to;

	dl_iterate_phdr(scan_module, 0);
	for (struct link_map *m = _r_debug.r_map; m; m = m->l_next)
		scan((uint64_t)m, (uint64_t)m + LINK_MAP);
	for (tid i = 0; i < rt.world.threads; i++)
		scan_control_block(thread_of(i));
	while (heap_kept_next(&from, &to))
		scan(from, to);
}
