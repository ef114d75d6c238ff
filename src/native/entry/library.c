/* SPDX-License-Identifier: MIT */
#include "native/entry/library.h"

#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "native/raw.h"
#include "native/rt.h"

enum {
	LIBRARIES_MOST = 512, /* of more none is held back */
	PAGE = 4096
};

typedef void (*constructor)(int, char **, char **);
typedef void (*destructor)(void);

static struct library {
	const char *name; /* as others ask for it */
	uint64_t base, start, end;
	const ElfW(Dyn) * dynamic;
	const char *strings;
	const constructor *first, *behind;
	const destructor *ends, *ends_behind;
	bool ours, seen, left_to_the_loader;
} libraries[LIBRARIES_MOST];
static unsigned libraries_found;

/* Those that are held back, in the order of their constructors. */
static const struct library *held[LIBRARIES_MOST];
static unsigned count;

/* --- what there is ----------------------------------------------------------
 */

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static bool calls_hooks(const char *names, size_t bytes)
{
	for (const char *n = names; n < names + bytes; n += strlen(n) + 1)
		if (strncmp(n, "__tsan_", 7) == 0 ||
			strncmp(n, "__scarp_", 8) == 0)
			return true;
	return false;
}

static uint64_t value_of(const struct library *l, ElfW(Sxword) tag)
{
	for (const ElfW(Dyn) *d = l->dynamic; d->d_tag != DT_NULL; d++)
		if (d->d_tag == tag)
			return d->d_un.d_val;
	return 0;
}

static void read_dynamic(struct library *l)
{
	uint64_t first = value_of(l, DT_INIT_ARRAY),
		 ends = value_of(l, DT_FINI_ARRAY),
		 name = value_of(l, DT_SONAME);

	l->strings = (const char *)value_of(l, DT_STRTAB);
	/* The loader has made it an address, but not the kernel's. */
	if ((uint64_t)l->strings - l->start >= l->end - l->start) {
		l->strings = NULL;
		return;
	}
	if (name)
		l->name = last_part(l->strings + name);
	if (first)
		l->first = (const void *)(l->base + first);
	if (ends)
		l->ends = (const void *)(l->base + ends);
	l->behind = l->first + value_of(l, DT_INIT_ARRAYSZ) / sizeof *l->first;
	l->ends_behind =
		l->ends + value_of(l, DT_FINI_ARRAYSZ) / sizeof *l->ends;
	l->ours = calls_hooks(l->strings, value_of(l, DT_STRSZ));
}

static int find(struct dl_phdr_info *info, size_t size, void *unused)
{
	struct library *l = &libraries[libraries_found];

	if (libraries_found == LIBRARIES_MOST)
		return 0;
	*l = (struct library){.name = last_part(info->dlpi_name),
		.base = info->dlpi_addr,
		.start = UINT64_MAX};
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		uint64_t at = info->dlpi_addr + p->p_vaddr;

		if (p->p_type == PT_DYNAMIC)
			l->dynamic = (const void *)at;
		if (p->p_type != PT_LOAD)
			continue;
		if (at < l->start)
			l->start = at;
		if (at + p->p_memsz > l->end)
			l->end = at + p->p_memsz;
	}
	/* The first one is the program. */
	if (l->dynamic && libraries_found++)
		read_dynamic(l);
	return 0;
}

static struct library *named(const char *path)
{
	const char *name = last_part(path);

	for (unsigned i = 1; i < libraries_found; i++)
		if (strcmp(libraries[i].name, name) == 0)
			return &libraries[i];
	return NULL;
}

/* Calls visit(what l needs), each. */
static void for_needed(struct library *l, void (*visit)(struct library *))
{
	for (const ElfW(Dyn) *d = l->dynamic; d->d_tag != DT_NULL; d++) {
		struct library *n = d->d_tag == DT_NEEDED && l->strings
					    ? named(l->strings + d->d_un.d_val)
					    : NULL;

		if (n)
			visit(n);
	}
}

/* --- which ones, and in which order ------------------------------------------
 */

static void leave_to_the_loader(struct library *l)
{
	if (l->left_to_the_loader)
		return;
	l->left_to_the_loader = true;
	for_needed(l, leave_to_the_loader);
}

/* crti's begins so: sub $8, %rsp; then _init looks for __gmon_start__, and
 * _fini has nothing to do.  Who has another one (-Wl,-init) is left alone. */
static bool is_crtis(const struct library *l, ElfW(Sxword) tag)
{
	static const uint8_t endbr[] = {0xf3, 0x0f, 0x1e, 0xfa},
			     begins[] = {0x48, 0x83, 0xec, 0x08};
	uint64_t at = value_of(l, tag);
	const uint8_t *code = (const uint8_t *)(l->base + at), *next;

	if (!at)
		return true;
	if (memcmp(code, endbr, sizeof endbr) == 0)
		code += sizeof endbr;
	next = code + sizeof begins;
	return memcmp(code, begins, sizeof begins) == 0 && next[0] == 0x48 &&
	       next[1] == (tag == DT_INIT ? 0x8b : 0x83);
}

static void append(struct library *l)
{
	if (l->seen)
		return;
	l->seen = true;
	for_needed(l, append);
	if (l->ours && !l->left_to_the_loader && l->first)
		held[count++] = l;
}

/* The loader looks there how many constructors it has to run. */
static void hide_constructors(const struct library *l)
{
	ElfW(Dyn) *d = (ElfW(Dyn) *)(uintptr_t)l->dynamic;
	uint64_t page;

	while (d->d_tag != DT_INIT_ARRAYSZ)
		d++;
	page = (uint64_t)&d->d_un & ~(PAGE - 1ull);
	raw_syscall6(SYS_mprotect, (long)page, PAGE, PROT_READ | PROT_WRITE, 0,
		0, 0);
	d->d_un.d_val = 0; /* what else is there may be written to */
}

void library_hold(void)
{
	dl_iterate_phdr(find, NULL);
	/* crtbegin's frame_dummy is in every library. */
	for (unsigned i = 1; i < libraries_found; i++) {
		struct library *l = &libraries[i];

		if (libraries_found == LIBRARIES_MOST)
			l->left_to_the_loader = true;

		if (!l->ours ? l->behind - l->first > 1
			     : !is_crtis(l, DT_INIT) || !is_crtis(l, DT_FINI))
			leave_to_the_loader(l);
	}
	/* From the last one on, as glibc sorts them (2.35, depth first). */
	for (unsigned i = libraries_found; i-- > 1;)
		append(&libraries[i]);
	for (unsigned i = 0; i < count; i++)
		hide_constructors(held[i]);
}

bool library_held(uint64_t start)
{
	for (unsigned i = 0; i < count; i++)
		if (held[i]->start == start)
			return true;
	return false;
}

/* --- in every execution
 * -------------------------------------------------------
 */

static void construct_all(int argc, char **argv, char **envp)
{
	for (unsigned i = 0; i < count; i++)
		for (const constructor *c = held[i]->first; c < held[i]->behind;
			c++)
			(*c)(argc, argv, envp);
}

void library_construct(int argc, char **argv, char **envp)
{
	if (!count)
		return;
	rt.world.constructing = 1;
	construct_all(argc, argv, envp);
	rt.world.constructing = 0;
}

void library_release(int argc, char **argv, char **envp)
{
	construct_all(argc, argv, envp);
	count = 0;
}

/* The first of all begins with a look at whether it has run (behind an endbr64,
 * or not), and would finalise the C library's list. */
static bool is_crtbegins(const struct library *l, const destructor *d)
{
	static const uint8_t endbr[] = {0xf3, 0x0f, 0x1e, 0xfa},
			     look[] = {0x80, 0x3d};
	const uint8_t *code = (const uint8_t *)(uintptr_t)*d;

	if (d != l->ends)
		return false;
	if (memcmp(code, endbr, sizeof endbr) == 0)
		code += sizeof endbr;
	return memcmp(code, look, sizeof look) == 0;
}

bool library_destroys(void)
{
	for (unsigned i = 0; i < count; i++)
		for (const destructor *d = held[i]->ends;
			d < held[i]->ends_behind; d++)
			if (!is_crtbegins(held[i], d))
				return true;
	return false;
}

bool library_destroy(library_handlers run)
{
	bool any = false;

	for (unsigned i = count; i-- > 0;) {
		const struct library *l = held[i];

		for (const destructor *d = l->ends_behind; d-- > l->ends;)
			if (!is_crtbegins(l, d)) {
				any = true;
				(*d)();
			}
		run(l->start, l->end);
	}
	return any;
}
