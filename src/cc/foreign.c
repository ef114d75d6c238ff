/* SPDX-License-Identifier: MIT */
/* foreign.c - code in an executable that scarp cc did not compile */
#include "cc/foreign.h"

#include <string.h>

struct search {
	const struct units *units;
	struct draft *draft;
};

/* What the compiler links by itself. */
static bool of_start_up(const char *name)
{
	static const char *const own[] = {"_start", "_init", "_fini",
		"deregister_tm_clones", "register_tm_clones",
		"__do_global_dtors_aux", "frame_dummy", "__libc_csu_init",
		"__libc_csu_fini", "_dl_relocate_static_pie", "atexit",
		"at_quick_exit", "pthread_atfork", "stat", "fstat", "lstat",
		"fstatat", "mknod", "mknodat", "stat64", "fstat64", "lstat64",
		"fstatat64", "__stack_chk_fail_local", "__clang_call_terminate",
		"tsan.module_ctor", NULL};
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

static bool function(
	void *with, const GElf_Sym *sym, const char *name, size_t index)
{
	struct search *s = with;
	const struct unit *u;

	(void)index;
	if (GELF_ST_TYPE(sym->st_info) != STT_FUNC ||
		sym->st_shndx == SHN_UNDEF ||
		inventory_is_runtime(s->draft->of, sym->st_value))
		return true;
	u = units_at(s->units, sym->st_value);
	if (u ? u->instrumented : of_start_up(name) || of_compiler(name))
		return true;
	draft_module(s->draft, u && *u->name ? u->name : name, 1);
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

static void scan_text(struct search *s, const struct image *exe)
{
	GElf_Shdr sh;
	size_t n;
	const unsigned char *b =
		image_bytes(image_section(exe, ".text", &sh), &n);

	for (size_t i = 0; b && i + 4 <= n; i++)
		if (loads_mxcsr(b + i) &&
			!inventory_is_runtime(s->draft->of, sh.sh_addr + i)) {
			s->draft->of->flags |= INVENTORY_USES_FENV;
			return;
		}
}

void foreign_list(
	struct draft *d, const struct image *exe, const struct units *units)
{
	struct search s = {units, d};

	image_symbols(exe, SHT_SYMTAB, function, &s);
	scan_text(&s, exe);
}
