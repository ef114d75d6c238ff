/* SPDX-License-Identifier: MIT */
/* symbols.c - from addresses in a test process to names in its source */
#include "replay/symbols.h"

#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "replay/allocated.h"
#include "replay/blocks.h"
#include "replay/demangle.h"
#include "replay/code_lines.h"
#include "replay/functions.h"
#include "replay/scopes.h"
#include "replay/variables.h"

enum {
	ELF_KNOWN = 32,
	CALLED = 64
};

/* What libdw has said of a function; bytes 0: of none yet. */
struct elf_function {
	uint64_t start, bytes;
	char name[sizeof((struct frame *)0)->function];
};

/* The library function with code at an address, as the test calls it. */
struct called {
	uint64_t pc;   /* 0: of none yet */
	char name[96]; /* "": none that a test calls */
};

/* What is NULL was not read yet. */
struct module {
	Dwfl_Module *dwfl;
	uint32_t number; /* of it in the channel */
	struct variables *variables;
	struct blocks *blocks;
};

struct symbols {
	Dwfl *dwfl;
	struct module module[MODULES_MAX];
	unsigned modules;
	struct elf_function known[ELF_KNOWN];
	unsigned next_known;
	struct called called[CALLED];
};

static char *debuginfo_path;

static const Dwfl_Callbacks callbacks = {
	.find_elf = dwfl_build_id_find_elf,
	.find_debuginfo = dwfl_standard_find_debuginfo,
	.section_address = dwfl_offline_section_address,
	.debuginfo_path = &debuginfo_path,
};

struct symbols *symbols_new(const struct channel *c)
{
	struct symbols *s = calloc(1, sizeof *s);

	if (!s)
		return NULL;
	unsetenv("DEBUGINFOD_URLS"); /* no network for a report */
	s->dwfl = dwfl_begin(&callbacks);
	if (!s->dwfl)
		return s;
	dwfl_report_begin(s->dwfl);
	for (uint32_t i = 0; i < c->modules && i < MODULES_MAX; i++) {
		const struct channel_module *m = &c->module[i];
		Dwfl_Module *module;

		if (m->path[0] != '/' || access(m->path, R_OK) != 0)
			continue; /* the vdso */
		module = dwfl_report_elf(
			s->dwfl, m->path, m->path, -1, m->base, true);
		if (!module)
			continue;
		s->module[s->modules++] =
			(struct module){.dwfl = module, .number = i};
	}
	dwfl_report_end(s->dwfl, NULL, NULL);
	return s;
}

void symbols_free(struct symbols *s)
{
	if (!s)
		return;
	for (unsigned i = 0; i < s->modules; i++) {
		variables_free(s->module[i].variables);
		blocks_free(s->module[i].blocks);
	}
	if (s->dwfl)
		dwfl_end(s->dwfl);
	free(s);
}

const char *symbols_short(const char *path)
{
	static char here[512];
	size_t n;

	if (!here[0] && !getcwd(here, sizeof here))
		return path;
	n = strlen(here);
	if (strncmp(path, here, n) != 0 || path[n] != '/')
		return path;
	return path + n + strspn(path + n, "/");
}

static struct module *module_of(struct symbols *s, Dwfl_Module *dwfl)
{
	for (unsigned i = 0; i < s->modules; i++)
		if (s->module[i].dwfl == dwfl)
			return &s->module[i];
	return NULL;
}

static struct module *module_at(
	struct symbols *s, uint64_t address, struct frame *f)
{
	Dwfl_Module *dwfl =
		s && s->dwfl ? dwfl_addrmodule(s->dwfl, address) : NULL;
	struct module *module = dwfl ? module_of(s, dwfl) : NULL;
	Dwarf_Addr start;
	const char *path, *last;

	*f = (struct frame){.offset = address};
	if (!module)
		return NULL;
	path = dwfl_module_info(
		dwfl, NULL, &start, NULL, NULL, NULL, NULL, NULL);
	last = path ? strrchr(path, '/') : NULL;
	snprintf(f->module, sizeof f->module, "%s",
		last   ? last + 1
		: path ? path
		       : "?");
	f->offset = address - start;
	return module;
}

static struct blocks *blocks_of(struct module *module)
{
	if (!module->blocks)
		module->blocks = blocks_new(module->dwfl);
	return module->blocks;
}

static struct variables *variables_of(struct module *module)
{
	if (!module->variables)
		module->variables = variables_new(module->dwfl);
	return module->variables;
}

/* libdw goes through all symbols for each address, and reports ask for many of
 * few functions. */
static struct elf_function *elf_known(struct symbols *s, uint64_t address)
{
	for (unsigned i = 0; i < ELF_KNOWN; i++)
		if (address - s->known[i].start < s->known[i].bytes)
			return &s->known[i];
	return NULL;
}

static void elf_name(struct symbols *s, const struct module *module,
	uint64_t address, struct frame *f)
{
	struct elf_function *known = elf_known(s, address);
	const char *name;
	GElf_Off offset;
	GElf_Sym sym;

	if (known) {
		memcpy(f->function, known->name, sizeof f->function);
		return;
	}
	name = dwfl_module_addrinfo(
		module->dwfl, address, &offset, &sym, NULL, NULL, NULL);
	if (!name)
		return;
	demangle(name, f->function, sizeof f->function);
	if (GELF_ST_TYPE(sym.st_info) != STT_FUNC || offset >= sym.st_size)
		return;
	known = &s->known[s->next_known++ % ELF_KNOWN];
	known->start = address - offset;
	known->bytes = sym.st_size;
	memcpy(known->name, f->function, sizeof known->name);
}

/* Files are named from where the compiler was called. */
static void set_path(Dwarf_Die *unit, const char *path, struct frame *f)
{
	Dwarf_Attribute attr;
	const char *dir =
		dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attr));

	if (path[0] != '/' && dir)
		snprintf(f->path, sizeof f->path, "%s/%s", dir, path);
	else
		snprintf(f->path, sizeof f->path, "%s", path);
}

static void source(struct blocks *b, uint64_t address, struct frame *f)
{
	Dwarf_Addr bias = 0;
	Dwarf_Die *unit = b ? blocks_unit(b, address, &bias) : NULL;
	Dwarf_Line *line = unit ? dwarf_getsrc_die(unit, address - bias) : NULL;
	const char *path = line ? dwarf_linesrc(line, NULL, NULL) : NULL;
	int number = 0;

	if (!path)
		return;
	dwarf_lineno(line, &number);
	set_path(unit, path, f);
	f->line = number > 0 ? (unsigned)number : 0;
}

static void die_name(Dwarf_Die *die, struct frame *f)
{
	Dwarf_Attribute attr;
	const char *name = NULL;

	if (dwarf_attr_integrate(die, DW_AT_linkage_name, &attr))
		name = dwarf_formstring(&attr);
	if (!name)
		name = dwarf_diename(die);
	if (name)
		demangle(name, f->function, sizeof f->function);
}

static unsigned declared(Dwarf_Die *function)
{
	Dwarf_Attribute attr;
	Dwarf_Word line = 0;

	if (dwarf_attr_integrate(function, DW_AT_decl_line, &attr))
		dwarf_formudata(&attr, &line);
	return (unsigned)line;
}

/* Where an inlined function was called: that is the line of the next frame. */
static void call_site(Dwarf_Die *inlined, struct frame *f)
{
	Dwarf_Attribute attr;
	Dwarf_Word file = 0, line = 0;
	Dwarf_Die unit;
	Dwarf_Files *files;
	size_t n;

	if (dwarf_attr(inlined, DW_AT_call_line, &attr))
		dwarf_formudata(&attr, &line);
	if (dwarf_attr(inlined, DW_AT_call_file, &attr))
		dwarf_formudata(&attr, &file);
	f->line = (unsigned)line;
	if (dwarf_diecu(inlined, &unit, NULL, NULL) &&
		dwarf_getsrcfiles(&unit, &files, &n) == 0 && file < n) {
		const char *path = dwarf_filesrc(files, file, NULL, NULL);

		f->path[0] = '\0';
		if (path)
			set_path(&unit, path, f);
	}
}

unsigned symbols_frames(
	struct symbols *s, uint64_t pc, struct frame *out, unsigned max)
{
	uint64_t address = pc - 1; /* the call, not what follows it */
	struct module *module = module_at(s, address, &out[0]);
	struct blocks *b = module ? blocks_of(module) : NULL;
	Dwarf_Addr bias = 0;
	Dwarf_Die scopes[BLOCKS_AROUND];
	unsigned at = 0, n;

	if (!module)
		return 1;
	source(b, address, &out[0]);
	n = b ? blocks_around(b, address, scopes, BLOCKS_AROUND, &bias) : 0;
	for (unsigned i = 0; i < n && at + 1 < max; i++) {
		if (dwarf_tag(&scopes[i]) != DW_TAG_inlined_subroutine)
			continue;
		die_name(&scopes[i], &out[at]);
		out[at].inlined = true;
		out[at].declared = declared(&scopes[i]);
		out[at + 1] = out[at];
		out[at + 1].inlined = false;
		out[at + 1].declared = 0;
		out[at + 1].function[0] = '\0';
		at++;
		call_site(&scopes[i], &out[at]);
	}
	if (n && dwarf_tag(&scopes[n - 1]) == DW_TAG_subprogram)
		out[at].declared = declared(&scopes[n - 1]);
	elf_name(s, module, address, &out[at]);
	return at + 1;
}

bool symbols_function(struct symbols *s, uint64_t address, struct frame *out)
{
	struct module *module = module_at(s, address, out);

	if (!module)
		return false;
	elf_name(s, module, address, out);
	source(blocks_of(module), address, out);
	return out->function[0] != '\0';
}

/* Hooks stand for no call, but for these of clang's. */
static const char *plain_call(const char *name, char *out, size_t size)
{
	static const char *const hook[] = {"__tsan_mem", "__isoc99_", "__"};
	size_t skip[] = {strlen("__tsan_"), strlen("__isoc99_"), 2}, n;

	snprintf(out, size, "%s", name);
	n = strlen(out);
	if (n > 4 && strcmp(out + n - 4, "_chk") == 0)
		out[n - 4] = '\0';
	for (size_t i = 0; i < sizeof hook / sizeof *hook; i++)
		if (strncmp(out, hook[i], strlen(hook[i])) == 0)
			return out + skip[i];
	return out;
}

static bool find_called(struct symbols *s, uint64_t pc, char *out, size_t size)
{
	struct frame unused;
	struct module *module = module_at(s, pc - 1, &unused);
	const char *name;
	char plain[256];
	GElf_Off offset;
	GElf_Sym sym;

	if (!module)
		return false;
	name = dwfl_module_addrinfo(
		module->dwfl, pc - 1, &offset, &sym, NULL, NULL, NULL);
	if (!name || GELF_ST_BIND(sym.st_info) == STB_LOCAL ||
		strncmp(name, "__scarp", 7) == 0 ||
		(strncmp(name, "__tsan", 6) == 0 &&
			strncmp(name, "__tsan_mem", 10) != 0))
		return false;
	demangle(plain_call(name, plain, sizeof plain), out, size);
	return true;
}

bool symbols_called(struct symbols *s, uint64_t pc, char *out, size_t size)
{
	struct called *c = &s->called[hash_mix(pc) % CALLED];

	if (c->pc != pc) {
		c->pc = pc;
		if (!find_called(s, pc, c->name, sizeof c->name))
			c->name[0] = '\0';
	}
	snprintf(out, size, "%s", c->name);
	return c->name[0];
}

bool symbols_data(
	struct symbols *s, uint64_t address, uint64_t size, struct datum *out)
{
	struct frame unused;
	struct module *module = module_at(s, address, &unused);
	struct variables *v = module ? variables_of(module) : NULL;
	const char *name;
	GElf_Off offset;
	GElf_Sym sym;

	*out = (struct datum){0};
	if (!module)
		return false;
	if (v && variables_find(v, address, size, out))
		return true;
	name = dwfl_module_addrinfo(
		module->dwfl, address, &offset, &sym, NULL, NULL, NULL);
	if (!name || GELF_ST_TYPE(sym.st_info) != STT_OBJECT)
		return false;
	demangle(name, out->name, sizeof out->name);
	out->size = sym.st_size;
	if (offset) {
		size_t used = strlen(out->name);

		snprintf(out->name + used, sizeof out->name - used, "+%lu",
			(unsigned long)offset);
	}
	return true;
}

static struct module *module_number(struct symbols *s, uint32_t number)
{
	for (unsigned i = 0; i < s->modules; i++)
		if (s->module[i].number == number)
			return &s->module[i];
	return NULL;
}

void symbols_functions(struct symbols *s, uint32_t module,
	symbols_left_out left_out, symbols_found found, void *arg)
{
	struct module *m = module_number(s, module);

	if (m)
		functions_each(m->dwfl, left_out, found, arg);
}

void symbols_lines(
	struct symbols *s, uint32_t module, symbols_line found, void *arg)
{
	struct module *m = module_number(s, module);

	if (m)
		code_lines_each(m->dwfl, found, arg);
}

/* What debug information does not know: of assembly, of objects without. */
static void data_symbols(Dwfl_Module *module, const struct variables *v,
	symbols_found found, void *arg)
{
	int n = dwfl_module_getsymtab(module);

	for (int i = 1; i < n; i++) {
		struct symbol out = {.name = ""};
		struct datum known;
		GElf_Sym sym;
		GElf_Addr address;
		const char *name = dwfl_module_getsym_info(
			module, i, &sym, &address, NULL, NULL, NULL);

		if (!name || GELF_ST_TYPE(sym.st_info) != STT_OBJECT ||
			sym.st_shndx == SHN_UNDEF || !sym.st_size)
			continue;
		if (v && variables_find(v, address, 0, &known) && known.size)
			continue;
		demangle_plain(name, out.name, sizeof out.name);
		out.start = address;
		out.end = address + sym.st_size;
		found(arg, &out);
	}
}

void symbols_variables(
	struct symbols *s, uint32_t module, symbols_found found, void *arg)
{
	struct module *m = module_number(s, module);
	struct variables *v = m ? variables_of(m) : NULL;

	if (v)
		variables_each(v, found, arg);
	if (m)
		data_symbols(m->dwfl, v, found, arg);
}

/* Size of the program's own thread-local storage, which ends at the control
 * block (x86-64: "variant II"). */
static uint64_t tls_bytes(Dwfl_Module *module)
{
	GElf_Addr bias;
	Elf *elf = dwfl_module_getelf(module, &bias);
	size_t n = 0;

	if (!elf || elf_getphdrnum(elf, &n) != 0)
		return 0;
	for (size_t i = 0; i < n; i++) {
		GElf_Phdr header;
		uint64_t align;

		if (!gelf_getphdr(elf, (int)i, &header) ||
			header.p_type != PT_TLS)
			continue;
		align = header.p_align ? header.p_align : 1;
		return (header.p_memsz + align - 1) / align * align;
	}
	return 0;
}

bool symbols_tls(
	struct symbols *s, uint64_t below, uint64_t size, struct datum *out)
{
	struct variables *v = s->modules ? variables_of(&s->module[0]) : NULL;
	uint64_t bytes = s->modules ? tls_bytes(s->module[0].dwfl) : 0;

	*out = (struct datum){0};
	return v && below <= bytes &&
	       variables_find_tls(v, bytes - below, size, out);
}

bool symbols_local(struct symbols *s, uint64_t pc, uint64_t cfa,
	uint64_t address, uint64_t size, struct datum *out)
{
	struct frame unused;
	struct module *module = module_at(s, pc - 1, &unused);
	struct blocks *b = module ? blocks_of(module) : NULL;

	*out = (struct datum){0};
	return b && locals_find(b, pc - 1, cfa, address, size, out);
}

bool symbols_allocated(struct symbols *s, uint64_t pc, const char *line,
	bool outer, uint64_t size, struct typed *out)
{
	struct frame unused;
	struct module *module = module_at(s, pc - 1, &unused);
	struct blocks *b = module ? blocks_of(module) : NULL;

	*out = (struct typed){0};
	return b && size && allocated_find(b, pc - 1, line, outer, size, out);
}

bool symbols_part(const struct typed *t, uint64_t offset, uint64_t size,
	struct datum *out)
{
	return allocated_part(t, offset, size, out);
}
