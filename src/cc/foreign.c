/* SPDX-License-Identifier: MIT */
/* foreign.c - code in an executable that scarp cc did not compile */
#include "cc/foreign.h"

#include <string.h>

#include "base/decode.h"
#include "cc/definer.h"

struct search {
	const struct units *units;
	struct draft *draft;
	const struct args *line;
	unsigned questions;
	const unsigned char *text; /* the code section */
	uint64_t start;
	size_t length;
	bool processor; /* it has __cpu_indicator_init() */
};

/* What the compiler links by itself. */
static bool of_start_up(const char *name)
{
	static const char *const own[] = {"_start", "_init", "_fini",
		"deregister_tm_clones", "register_tm_clones",
		"__do_global_dtors_aux", "frame_dummy", "__libc_csu_init",
		"__libc_csu_fini", "_dl_relocate_static_pie", "atexit",
		"at_quick_exit", "pthread_atfork", "__pthread_atfork", "stat",
		"fstat", "lstat", "fstatat", "mknod", "mknodat", "stat64",
		"fstat64", "lstat64", "fstatat64", "__stack_chk_fail_local",
		"__clang_call_terminate", "tsan.module_ctor", NULL};
	enum unknown_why why;

	for (const char *const *n = own; *n; n++)
		if (strcmp(name, *n) == 0)
			return true;
	return strncmp(name, "__", 2) == 0 && known(name, &why); /* libgcc */
}

/* Code that clang makes without debug information, and that accesses nothing
 * itself: the wrapper of a thread_local calls the initialiser, which belongs to
 * a unit, and returns an address. */
static bool of_compiler(const char *name)
{
	return strncmp(name, "_ZTW", 4) == 0;
}

static bool note_processor(
	void *with, const GElf_Sym *sym, const char *name, size_t index)
{
	struct search *s = with;

	(void)index;
	if (GELF_ST_TYPE(sym->st_info) != STT_FUNC ||
		sym->st_shndx == SHN_UNDEF ||
		strcmp(name, "__cpu_indicator_init") != 0)
		return true;
	s->processor = true;
	return false;
}

/* What that calls, of libgcc (gcc 12): it finds out what the processor has, for
 * __builtin_cpu_supports().  The runtime has that done before the test begins
 * (native/processor.c). */
static bool of_processor(
	const struct search *s, const GElf_Sym *sym, const char *name)
{
	return s->processor && GELF_ST_BIND(sym->st_info) == STB_LOCAL &&
	       (strcmp(name, "has_cpu_feature.part.0.constprop.0") == 0 ||
		       strcmp(name, "set_cpu_feature.constprop.0") == 0 ||
		       strcmp(name, "get_available_features.constprop.0") == 0);
}

static bool function(
	void *with, const GElf_Sym *sym, const char *name, size_t index)
{
	struct search *s = with;
	const struct unit *u;
	char from[256];

	(void)index;
	if (GELF_ST_TYPE(sym->st_info) != STT_FUNC ||
		sym->st_shndx == SHN_UNDEF ||
		inventory_is_runtime(s->draft->of, sym->st_value))
		return true;
	u = units_at(s->units, sym->st_value);
	if (u ? u->instrumented
	      : of_start_up(name) || of_compiler(name) ||
				of_processor(s, sym, name))
		return true;
	if (u && *u->name)
		name = u->name;
	else if (s->questions++ < DEFINER_QUESTIONS &&
		 definer_find(s->line, name, from, sizeof from))
		name = from;
	draft_module(s->draft, name, 1);
	return true;
}

/* The instruction of n bytes at `at` in the text. */
static void note(struct search *s, uint64_t at, size_t n)
{
	struct inventory *i = s->draft->of;
	enum outside which = decode_outside(s->text + at, n);

	if (decode_tells_exceptions(s->text + at, n))
		i->flags |= INVENTORY_USES_FENV;
	if (which == OUTSIDE_NONE)
		return;
	if (!i->outside)
		i->outside_at = s->start + at;
	i->outside |= 1u << which;
}

/* Walks through a function.  Where an instruction is not known, the rest is
 * searched byte by byte: better a hole too many than one too few. */
static bool walk(
	void *with, const GElf_Sym *sym, const char *name, size_t index)
{
	struct search *s = with;
	uint64_t at = sym->st_value - s->start, end = at + sym->st_size;
	size_t n;

	(void)index;
	(void)name;
	if (GELF_ST_TYPE(sym->st_info) != STT_FUNC || at >= s->length ||
		end > s->length ||
		inventory_is_runtime(s->draft->of, sym->st_value))
		return true;
	while (at < end && (n = decode_length(s->text + at, end - at))) {
		note(s, at, n);
		at += n;
	}
	for (; at < end; at++)
		for (n = 2; n <= 3 && at + n <= end; n++)
			note(s, at, n);
	return true;
}

/* ldmxcsr and vldmxcsr with a memory operand. */
static bool loads_mxcsr(const unsigned char *b)
{
	bool plain = b[0] == 0x0f && b[1] == 0xae && (b[2] & 0x38) == 0x10 &&
		     b[2] < 0xc0;
	bool vex = b[0] == 0xc5 && (b[1] & 0x7f) == 0x78 && b[2] == 0xae &&
		   (b[3] & 0x38) == 0x10 && b[3] < 0xc0;

	return plain || vex;
}

static void scan_text(struct search *s)
{
	const unsigned char *b = s->text;
	uint64_t next = 0;

	for (size_t i = 0; b && i + 4 <= s->length; i++) {
		if (s->start + i >= next)
			i = inventory_outside(
				    s->draft->of, s->start + i, &next) -
			    s->start;
		if (i + 4 <= s->length && loads_mxcsr(b + i)) {
			s->draft->of->flags |= INVENTORY_USES_FENV;
			return;
		}
	}
}

void foreign_list(struct draft *d, const struct image *exe,
	const struct units *units, const struct args *line)
{
	struct search s = {units, d, line, 0, NULL, 0, 0, false};
	GElf_Shdr sh;

	s.text = image_bytes(image_section(exe, ".text", &sh), &s.length);
	s.start = sh.sh_addr;
	image_symbols(exe, SHT_SYMTAB, note_processor, &s);
	image_symbols(exe, SHT_SYMTAB, function, &s);
	if (s.text)
		image_symbols(exe, SHT_SYMTAB, walk, &s);
	scan_text(&s);
}
