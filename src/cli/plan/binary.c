/* SPDX-License-Identifier: MIT */
/* binary.c - can this program be checked as it is?
 *
 * What its file tells: where the runtime would not be loaded, or not be asked,
 * or where threads wait for each other in ways that go past all library calls.
 */
#include "cli/plan/binary.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "base/decode.h"
#include "cc/callsite.h"
#include "cc/image.h"
#include "cc/own.h"
#include "cc/resources.h"
#include "channel/inventory.h"
#include "cli/processes/preload.h"

static int cannot(const char *path, const char *why, struct err *err)
{
	return fail(err, ERR_USAGE, "cannot check '%s' as it is: %s" SC(456),
		path, why);
}

/* --- the first bytes -------------------------------------------------------
 */

static int judge_kind(const char *path, struct err *err)
{
	unsigned char head[EI_NIDENT + 4] = {0};
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : read(fd, head, sizeof head);

	if (fd >= 0)
		close(fd);
	if (n < 0)
		return cannot(path, "its file cannot be read", err);
	if (n >= 2 && memcmp(head, "#!", 2) == 0)
		return cannot(path,
			"it is a script; give the program that runs it, with "
			"the script as its first argument",
			err);
	if (n < (ssize_t)sizeof head || memcmp(head, ELFMAG, SELFMAG) != 0)
		return cannot(path, "it is not an ELF executable", err);
	if (head[EI_CLASS] != ELFCLASS64 ||
		(head[EI_NIDENT + 2] | head[EI_NIDENT + 3] << 8) != EM_X86_64)
		return cannot(path,
			"it is not a program for x86-64 (64-bit), which is all "
			"that scarp runs",
			err);
	return OK;
}

/* The loader leaves out libraries that a user names for such a program. */
static int judge_rights(const char *path, struct err *err)
{
	struct stat st;

	if (stat(path, &st) == 0 && st.st_mode & (S_ISUID | S_ISGID))
		return cannot(path,
			"it runs with the rights of another user or group "
			"(setuid), so that nothing is loaded into it; check a "
			"copy without that bit",
			err);
	if (getxattr(path, "security.capability", NULL, 0) > 0)
		return cannot(path,
			"it runs with rights of its own (capabilities), so "
			"that nothing is loaded into it; check a copy",
			err);
	return OK;
}

/* --- how it was linked ------------------------------------------------------
 */

struct linked {
	char loader[128];  /* "": none */
	const char *other; /* what it needs that cannot be checked, or NULL */
	bool library;	   /* it has no beginning of its own */
};

/* A library, or a function that only comes with it. */
static const struct {
	const char *begins, *why;
} others[] = {
	{"libasan.", "it was built with a sanitizer (-fsanitize=address), "
		     "which has to come before all libraries, as scarp has; "
		     "build it without"},
	{"libtsan.", "it was built with a sanitizer (-fsanitize=thread), whose "
		     "calls are scarp's in a test that 'scarp cc' builds; "
		     "build it without, or by 'scarp cc'"},
	{"liblsan.", "it was built with a sanitizer (-fsanitize=leak), which "
		     "has a heap of its own; build it without"},
	{"libhwasan.", "it was built with a sanitizer; build it without"},
	{"__asan_init", "it was built with a sanitizer (-fsanitize=address), "
			"which has to come before all libraries, as scarp has; "
			"build it without"},
	{"__tsan_init", "it was built with a sanitizer (-fsanitize=thread), "
			"whose calls are scarp's in a test that 'scarp cc' "
			"builds; build it without, or by 'scarp cc'"},
	{"__msan_init", "it was built with a sanitizer (-fsanitize=memory); "
			"build it without"},
	{"__monstartup", "it was built for a profiler (-pg), whose calls count "
			 "where scarp cannot follow; build it without"},
	{"libgomp.", "its threads are OpenMP's (libgomp), which wait for each "
		     "other past all library calls"},
	{"libomp.", "its threads are OpenMP's (libomp), which wait for each "
		    "other past all library calls"},
	{"libiomp5.", "its threads are OpenMP's (libiomp5), which wait for "
		      "each other past all library calls"},
};

static const char *other_of(const char *name)
{
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (strncmp(name, others[i].begins, strlen(others[i].begins)) ==
			0)
			return others[i].why;
	return NULL;
}

static bool see_symbol(
	void *with, const GElf_Sym *sym, const char *name, size_t index)
{
	struct linked *l = with;

	(void)sym, (void)index;
	if (!l->other)
		l->other = other_of(name);
	return !l->other;
}

static void see_dynamic(const struct image *m, struct linked *l)
{
	GElf_Shdr header;
	Elf_Scn *scn = image_section(m, ".dynamic", &header);
	Elf_Data *data = scn ? elf_getdata(scn, NULL) : NULL;
	size_t n = data && header.sh_entsize
			   ? header.sh_size / header.sh_entsize
			   : 0;

	l->library = n > 0;
	for (size_t i = 0; i < n; i++) {
		GElf_Dyn d;
		const char *name;

		if (!gelf_getdyn(data, (int)i, &d))
			continue;
		if (d.d_tag == DT_FLAGS_1 && d.d_un.d_val & DF_1_PIE)
			l->library = false;
		if (d.d_tag != DT_NEEDED || l->other)
			continue;
		name = elf_strptr(m->elf, header.sh_link, d.d_un.d_val);
		if (name)
			l->other = other_of(name);
	}
}

static void see_headers(const struct image *m, struct linked *l)
{
	size_t n = 0;

	elf_getphdrnum(m->elf, &n);
	for (size_t i = 0; i < n; i++) {
		GElf_Phdr p;

		if (!gelf_getphdr(m->elf, (int)i, &p))
			continue;
		if (p.p_type == PT_INTERP && p.p_filesz < sizeof l->loader &&
			pread(m->fd, l->loader, p.p_filesz, (off_t)p.p_offset) <
				0)
			l->loader[0] = '\0';
	}
}

static bool has(const struct image *m, const char *section)
{
	GElf_Shdr header;

	return image_section(m, section, &header) != NULL;
}

static int judge_linked(
	const char *path, const struct image *m, struct err *err)
{
	struct linked l = {.loader = ""};
	const char *slash;

	see_headers(m, &l);
	see_dynamic(m, &l);
	slash = strrchr(l.loader, '/');
	if (has(m, INVENTORY_SECTION))
		return fail(err, ERR_USAGE,
			"'%s' was built by scarp cc: leave out --binary, and "
			"all of it is seen" SC(457),
			path);
	if (has(m, ".go.buildinfo") || has(m, ".note.go.buildid"))
		return cannot(path,
			"it is a Go program: its threads are no threads of the "
			"C library",
			err);
	if (!l.loader[0])
		return cannot(path,
			l.library
				? "it is a shared library; give a program that "
				  "uses it"
				: "it is linked statically, so that nothing "
				  "can be loaded into it; link it without "
				  "-static",
			err);
	if (!slash || strcmp(slash + 1, "ld-linux-x86-64.so.2") != 0)
		return fail(err, ERR_USAGE,
			"cannot check '%s' as it is: its loader is '%s', and "
			"not that of the GNU C library" SC(456),
			path, l.loader);
	image_symbols(m, SHT_DYNSYM, see_symbol, &l);
	return l.other ? cannot(path, l.other, err) : OK;
}

/* --- past all libraries -----------------------------------------------------
 */

static struct own own; /* of the program that was judged */

/* "main.c:12"; "": not known. */
static void place(const char *path, uint64_t at, char *out, size_t size)
{
	char where[512] = "";
	const char *slash;

	callsite_at(path, at, where, sizeof where);
	slash = strrchr(where, '/');
	snprintf(out, size, "%.80s", slash ? slash + 1 : where);
}

static int judge_own(const char *path, const struct image *m, struct err *err)
{
	char where[128];

	own_look(m, &own);
	if (!own.threads)
		return OK;
	place(path, own.call_at, where, sizeof where);
	return fail(err, ERR_USAGE,
		"cannot check '%s' as it is: it makes the system call %s by "
		"an instruction of its own%s%s%s, past the C library" SC(456),
		path, own.threads, where[0] ? " (" : "", where,
		where[0] ? ")" : "");
}

static void tell(struct result *r, enum caveat which, const char *path,
	const char *what, uint64_t at)
{
	char where[128];

	place(path, at, where, sizeof where);
	r->caveats[which]++;
	snprintf(r->caveat_detail[which], sizeof r->caveat_detail[which],
		"%s%s%.90s%s", what, where[0] ? " (" : "", where,
		where[0] ? ")" : "");
}

void binary_caveats(struct result *r, const char *path)
{
	char what[80] = "";
	size_t used = 0;

	r->caveats[CAVEAT_binary]++;
	if (own.call_at)
		tell(r, CAVEAT_real_calls, path,
			"a system call by an instruction of the program's own",
			own.call_at);
	for (unsigned n = 1; n < OUTSIDE_COUNT; n++)
		if (own.outside & 1u << n)
			used += (size_t)snprintf(what + used,
				sizeof what - used, "%s%s", used ? " and " : "",
				outside_name[n]);
	if (own.outside)
		tell(r, CAVEAT_real_time, path, what, own.outside_at);
}

static int judge(const char *path, struct err *err)
{
	struct image m;
	int code;

	if (judge_kind(path, err) || judge_rights(path, err) ||
		image_open(&m, path, false, err))
		return err->code;
	code = judge_linked(path, &m, err);
	if (!code)
		code = judge_own(path, &m, err);
	image_close(&m);
	return code;
}

int binary_prepare(struct target *t, struct err *err)
{
	char library[RESOURCE_PATH_MAX];

	if (judge(t->path, err) ||
		resources_library(library, sizeof library, err) ||
		preload(t, library, err))
		return err->code;
	inventory_allow_none();
	return OK;
}
