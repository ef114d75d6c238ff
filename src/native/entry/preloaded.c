/* SPDX-License-Identifier: MIT */
/* preloaded.c - a program that was not built by scarp: who comes before it
 *
 * The runtime as a shared library, which the loader puts before all others
 * (LD_PRELOAD): so what the program and its libraries call by the names of the
 * C library is ours, as in a test that we are linked into.  The first thing
 * that such a program's own code calls is __libc_start_main; it is told to call
 * us where an old program's constructors would be run, behind those of all
 * libraries.  From there on it is as linked.c says: we never return, and the
 * program's constructors and main are the main thread of every execution.
 *
 * docs/design/022-binaries.md
 */
#include "native/driver.h"
#include "native/entry/entry.h"
#include "native/rt.h"
#include "native/start.h"
#include "native/threads/early.h"
#include "native/threads/thread.h"

#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

typedef int (*main_function)(int, char **, char **);
typedef void (*constructor)(int, char **, char **);
typedef void (*destructor)(void);

extern int __libc_start_main(main_function program_main, int argc, char **argv,
	constructor init, void (*fini)(void), void (*loader_fini)(void),
	void *stack_end);

static struct {
	main_function main;
	constructor init; /* of a program linked before glibc 2.34, or NULL */
} program;

/* --- the program's constructors and destructors ----------------------------
 */

static struct {
	constructor init; /* DT_INIT */
	const constructor *first, *end;
	const destructor *destroyed, *destroyed_end;
	uint64_t entry; /* its first instruction */
} parts;

static void read_parts(const ElfW(Dyn) * d, uint64_t base)
{
	size_t constructors = 0, destructors = 0;

	for (; d && d->d_tag != DT_NULL; d++) {
		uint64_t at = base + d->d_un.d_ptr;

		switch (d->d_tag) {
		case DT_INIT:
			parts.init = (constructor)at;
			break;
		case DT_INIT_ARRAY:
			parts.first = (const constructor *)at;
			break;
		case DT_INIT_ARRAYSZ:
			constructors = d->d_un.d_val / sizeof(constructor);
			break;
		case DT_FINI_ARRAY:
			parts.destroyed = (const destructor *)at;
			break;
		case DT_FINI_ARRAYSZ:
			destructors = d->d_un.d_val / sizeof(destructor);
			break;
		default:
			break;
		}
	}
	parts.end = parts.first + constructors;
	parts.destroyed_end = parts.destroyed + destructors;
	parts.entry = REAL(getauxval)(AT_ENTRY);
}

static void construct(int argc, char **argv, char **envp)
{
	if (program.init) {
		program.init(argc, argv, envp);
		return;
	}
	if (parts.init)
		parts.init(argc, argv, envp);
	for (const constructor *c = parts.first; c < parts.end; c++)
		(*c)(argc, argv, envp);
}

static bool of_the_test(destructor d)
{
	return !entry_is_crtbegins((uint64_t)d, parts.entry);
}

bool entry_destroy(void)
{
	bool any = false;

	for (const destructor *d = parts.destroyed_end; d-- > parts.destroyed;)
		if (of_the_test(*d)) {
			any = true;
			(*d)();
		}
	return any;
}

bool entry_destroys(void)
{
	for (const destructor *d = parts.destroyed; d < parts.destroyed_end;
		d++)
		if (of_the_test(*d))
			return true;
	return false;
}

void *main_run(void *arg)
{
	early_begin();
	construct(rt.argc, rt.argv, rt.envp);
	process_exit(program.main(rt.argc, rt.argv, rt.envp), 0);
}

/* --- the start --------------------------------------------------------------
 */

/* The first module is the program. */
static int find(struct dl_phdr_info *info, size_t size, void *begun)
{
	uint64_t low = UINT64_MAX, high = 0, us = (uint64_t)find;
	const ElfW(Dyn) *d = NULL;

	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		uint64_t start = info->dlpi_addr + p->p_vaddr;

		if (p->p_type == PT_DYNAMIC)
			d = (const void *)start;
		if (p->p_type != PT_LOAD)
			continue;
		if (start < low)
			low = start;
		if (start + p->p_memsz > high)
			high = start + p->p_memsz;
	}
	if (!*(bool *)begun)
		read_parts(d, info->dlpi_addr);
	*(bool *)begun = true;
	if (us < low || us >= high)
		return 0;
	inventory_is_library(low, high);
	return 1;
}

/* We stand first there.  What the program starts is none of ours, and what it
 * looks up is what the user has set. */
static void leave_environment(char **envp)
{
	static const char name[] = "LD_PRELOAD=";
	char **to = envp;

	for (; *envp; envp++) {
		char *value = *envp + sizeof name - 1;

		if (strncmp(*envp, name, sizeof name - 1) == 0) {
			char *rest = strchr(value, ':');

			if (!rest)
				continue; /* the entry goes */
			memmove(value, rest + 1, strlen(rest));
		}
		*to++ = *envp;
	}
	*to = NULL;
}

static void start(int argc, char **argv, char **envp)
{
	bool begun = false;

	dl_iterate_phdr(find, &begun);
	leave_environment(envp);
	start_under_control(argc, argv, envp);
	construct(argc, argv,
		envp); /* nobody checks it: as if we were not there */
}

EXPORT int __libc_start_main(main_function program_main, int argc, char **argv,
	constructor init, void (*fini)(void), void (*loader_fini)(void),
	void *stack_end)
{
	program.main = program_main;
	program.init = init;
	return REAL(__libc_start_main)(
		program_main, argc, argv, start, fini, loader_fini, stack_end);
}
