/* SPDX-License-Identifier: MIT */
/* imports.c - the library calls of an executable that scarp does not know
 *
 * Imports are undefined dynamic symbols; an object that the linker copied into
 * the executable is defined there and owned by us, so it is not looked at.
 * Hidden costs: every needed library that may be a user's is opened once.
 */
#include "cc/imports.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cc/holes.h"
#include "channel/known.h"
#include "cc/reference.h"

enum {
	LIBRARIES_MAX = 256,
	PATH_BYTES = 4096 + 512
};

struct lib {
	char *name; /* soname */
	struct image image;
};

struct walk {
	struct draft *draft;
	const struct image *runtime;
	const struct args *library;
	char origin[4096];	       /* where the executable is */
	struct lib lib[LIBRARIES_MAX]; /* built by scarp cc */
	size_t libs;
	char *seen[LIBRARIES_MAX];
	size_t seens;
};

struct find {
	const char *name;
	bool defined; /* what is looked for */
	bool found;
};

static bool find_symbol(
	void *with, const GElf_Sym *sym, const char *name, size_t index)
{
	struct find *f = with;

	(void)index;
	f->found = (sym->st_shndx != SHN_UNDEF) == f->defined &&
		   strcmp(name, f->name) == 0;
	return !f->found;
}

static bool has(const struct image *m, const char *name, bool defined)
{
	struct find f = {name, defined, false};

	image_symbols(m, SHT_DYNSYM, find_symbol, &f);
	return f.found;
}

/* True when the runtime object leaves `name` undefined. */
static bool imports(const struct image *runtime, const char *name)
{
	struct find f = {name, false, false};

	image_symbols(runtime, SHT_SYMTAB, find_symbol, &f);
	return f.found;
}

/* The C and C++ libraries themselves are what known.def is about. */
static bool of_the_system(const char *soname)
{
	static const char *const name[] = {"libc.so.6", "libm.so.6",
		"libpthread.so.0", "librt.so.1", "libdl.so.2", "libstdc++.so.6",
		"libgcc_s.so.1", "libatomic.so.1", "ld-linux-x86-64.so.2",
		"linux-vdso.so.1", NULL};

	for (const char *const *n = name; *n; n++)
		if (strcmp(soname, *n) == 0)
			return true;
	return false;
}

/* Opens `file` when it is a library called soname that scarp cc built. */
static bool try_open(struct walk *w, const char *file, const char *soname)
{
	struct lib *l = &w->lib[w->libs];
	struct err ignored;

	if (w->libs == LIBRARIES_MAX || access(file, R_OK) != 0 ||
		image_open(&l->image, file, false, &ignored) != OK)
		return false;
	if (!has(&l->image, "__tsan_init", false)) {
		image_close(&l->image);
		return true; /* found, but not ours */
	}
	l->name = strdup(soname);
	w->libs++;
	return true;
}

/* A run path: directories separated by colons, $ORIGIN in front. */
static bool try_path(struct walk *w, const char *path, const char *soname)
{
	char *copy = strdup(path), *at = copy, *dir, file[PATH_BYTES + 4096];
	bool found = false;

	while (!found && (dir = strsep(&at, ":"))) {
		const char *rest = dir;
		const char *front = "";

		if (strncmp(dir, "$ORIGIN", 7) == 0 ||
			strncmp(dir, "${ORIGIN}", 9) == 0) {
			front = w->origin;
			rest = dir + (dir[1] == '{' ? 9 : 7);
		}
		snprintf(file, sizeof file, "%s%s/%s", front, rest, soname);
		found = try_open(w, file, soname);
	}
	free(copy);
	return found;
}

/* Looks where the linker was told to look, then where the loader will. */
static void add_library(struct walk *w, const char *soname, const char *runpath)
{
	char file[PATH_BYTES];
	size_t ours = w->libs;
	bool found = false;

	for (size_t i = 0; i < w->seens; i++)
		if (strcmp(w->seen[i], soname) == 0)
			return;
	if (w->seens < LIBRARIES_MAX)
		w->seen[w->seens++] = strdup(soname);
	if (of_the_system(soname))
		return;
	for (size_t i = 0; i < w->library->len && !found; i++) {
		const char *at = w->library->at[i], *slash = strrchr(at, '/');
		const char *base = slash ? slash + 1 : at;

		if (strncmp(base, soname, strcspn(soname, ".")) == 0 &&
			strstr(base, ".so"))
			snprintf(file, sizeof file, "%s", at);
		else
			snprintf(file, sizeof file, "%s/%s", at, soname);
		found = try_open(w, file, soname);
	}
	if (!found)
		found = try_path(w, runpath, soname);
	if (!found)
		found = try_path(w, "/usr/local/lib:/usr/lib:/lib", soname);
	if (w->libs == ours)
		draft_module(w->draft, soname, 0);
}

/* Adds the libraries that `m` needs. */
static void add_needed(struct walk *w, const struct image *m)
{
	char *needed[LIBRARIES_MAX];
	const char *runpath = "";
	size_t n = 0;
	Elf_Scn *scn;
	GElf_Shdr sh;
	GElf_Dyn dyn;
	Elf_Data *data;

	scn = image_section(m, ".dynamic", &sh);
	data = scn ? elf_getdata(scn, NULL) : NULL;
	for (int i = 0; data && gelf_getdyn(data, i, &dyn); i++) {
		char *text = elf_strptr(m->elf, sh.sh_link, dyn.d_un.d_val);

		if (dyn.d_tag == DT_NEEDED && text && n < LIBRARIES_MAX)
			needed[n++] = text;
		else if ((dyn.d_tag == DT_RUNPATH || dyn.d_tag == DT_RPATH) &&
			 text)
			runpath = text;
	}
	for (size_t i = 0; i < n; i++)
		add_library(w, needed[i], runpath);
}

struct importer {
	struct walk *walk;
	const struct image *exe;
	const char *module; /* "" for the executable */
};

/* Or tells which exceptions there were: those of the thread, and of the
 * execution. */
static bool uses_fenv(const char *name)
{
	static const char *const user[] = {"fesetround", "feenableexcept",
		"fedisableexcept", "fesetenv", "feholdexcept", "feupdateenv",
		"fesetmode", "fesetexcept", "feraiseexcept", "feclearexcept",
		"fesetexceptflag", "__setfpucw", "fetestexcept",
		"fegetexceptflag", "fegetenv", "fegetmode", NULL};

	for (const char *const *s = user; *s; s++)
		if (strcmp(name, *s) == 0)
			return true;
	return false;
}

/* Weak, and no library has it: the linker knows nothing of it, not even whether
 * it is a function. */
static bool nobodys(const GElf_Sym *sym)
{
	return GELF_ST_BIND(sym->st_info) == STB_WEAK &&
	       GELF_ST_TYPE(sym->st_info) == STT_NOTYPE;
}

static bool import(
	void *with, const GElf_Sym *sym, const char *name, size_t index)
{
	struct importer *im = with;
	struct walk *w = im->walk;
	enum unknown_why why;

	(void)index;
	if (sym->st_shndx != SHN_UNDEF || !*name || nobodys(sym))
		return true;
	if (uses_fenv(name))
		w->draft->of->flags |= INVENTORY_USES_FENV;
	if (known(name, &why))
		return true;
	if (*im->module && has(im->exe, name, true))
		return true;
	if (!*im->module && imports(w->runtime, name) &&
		!reference_find(im->exe, name, w->draft->of, NULL))
		return true;
	for (size_t i = 0; i < w->libs; i++)
		if (has(&w->lib[i].image, name, true))
			return true;
	draft_unknown(w->draft, name, im->module, why);
	return true;
}

void imports_list(struct draft *d, const struct image *exe,
	const struct image *runtime, const struct args *library)
{
	struct walk *w = calloc(1, sizeof *w);
	struct importer im = {w, exe, ""};
	char *slash;

	if (!w)
		abort();
	w->draft = d;
	w->runtime = runtime;
	w->library = library;
	if (!realpath(exe->path, w->origin))
		w->origin[0] = 0;
	slash = strrchr(w->origin, '/');
	if (slash)
		*slash = 0;
	add_needed(w, exe);
	for (size_t i = 0; i < w->libs; i++)
		add_needed(w, &w->lib[i].image);
	for (size_t i = 0; i < w->libs; i++)
		holes_list(d, &w->lib[i].image);
	image_symbols(exe, SHT_DYNSYM, import, &im);
	for (size_t i = 0; i < w->libs; i++) {
		im.module = w->lib[i].name;
		image_symbols(&w->lib[i].image, SHT_DYNSYM, import, &im);
	}
	for (size_t i = 0; i < w->libs; i++)
		image_close(&w->lib[i].image);
	free(w);
}
