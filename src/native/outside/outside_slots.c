/* SPDX-License-Identifier: MIT */
/* outside_slots.c - the loader's slots of modules that scarp cc built, or of a
 * binary and its libraries
 *
 * Relocations say where a module has the address of a function that it does not
 * define: in slots of calls, in tables, in data.  They have been made when we
 * come (LD_BIND_NOW: target.c), so a slot says who was found, and one that
 * leads to code of scarp's is left alone.
 *
 * The tables of virtual functions of a library's class are in the library: an
 * object that the test makes of such a class, or is given, is used through
 * them.
 */
#include "native/outside/outside_slots.h"
#include "channel/known.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>

enum {
	MODULES = 256,
	PAGE = 4096
};

static struct module {
	uint64_t base, start, end;
	uint64_t code, code_end;
	uint64_t data, data_end;
	uint64_t relro, relro_end; /* read-only by now */
	const char *name;
	const ElfW(Sym) * symbols;
	const char *text;
	const uint32_t *hash; /* DT_GNU_HASH */
	struct {
		const ElfW(Rela) * at;
		size_t n;
	} relocations[2];
	bool ours;	 /* what it calls is looked at */
	bool runtime;	 /* scarp's own, as a library */
	unsigned opened; /* how often its slots are being written to */
} module[MODULES];
static uint32_t modules;

static struct module *module_of(uint64_t address)
{
	for (uint32_t i = 0; i < modules; i++)
		if (address - module[i].start < module[i].end - module[i].start)
			return &module[i];
	return 0;
}

bool outside_is_ours(uint64_t pc)
{
	const struct module *m = module_of(pc);

	return !m || (m->ours && !inventory_is_ours(pc));
}

bool outside_is_foreign(uint64_t address)
{
	const struct module *m = module_of(address);

	return m && !m->ours && address - m->code < m->code_end - m->code;
}

extern char __start_scarp_data[] HIDDEN, __stop_scarp_data[] HIDDEN;
extern char __start_scarp_bss[] HIDDEN, __stop_scarp_bss[] HIDDEN;

static bool within(uint64_t at, const char *start, const char *stop)
{
	return at - (uint64_t)start < (uint64_t)(stop - start);
}

bool outside_is_data(uint64_t address)
{
	const struct module *m = module_of(address);

	return m && m->ours && address - m->data < m->data_end - m->data &&
	       address - m->relro >= m->relro_end - m->relro &&
	       !within(address, __start_scarp_data, __stop_scarp_data) &&
	       !within(address, __start_scarp_bss, __stop_scarp_bss);
}

size_t outside_data_of(const void *function, uint64_t *start)
{
	const struct module *m = module_of((uint64_t)function);

	if (!m)
		return 0;
	*start = m->relro_end > m->data ? m->relro_end : m->data;
	*start = (*start + 7) & ~7ull;
	return m->data_end > *start ? m->data_end - *start : 0;
}

bool outside_is_constant(uint64_t address)
{
	const struct module *m = module_of(address);

	return m && (address < m->data || address >= m->data_end);
}

/* --- modules ---------------------------------------------------------------
 */

/* The loader adds the base to what it finds there, but not in the vdso. */
static uint64_t pointer(const struct module *m, const ElfW(Dyn) * d)
{
	return d->d_un.d_ptr < m->base ? m->base + d->d_un.d_ptr
				       : d->d_un.d_ptr;
}

static void read_dynamic(struct module *m, const ElfW(Dyn) * d)
{
	for (; d && d->d_tag != DT_NULL; d++)
		switch (d->d_tag) {
		case DT_SYMTAB:
			m->symbols = (const void *)pointer(m, d);
			break;
		case DT_STRTAB:
			m->text = (const void *)pointer(m, d);
			break;
		case DT_GNU_HASH:
			m->hash = (const void *)pointer(m, d);
			break;
		case DT_RELA:
			m->relocations[0].at = (const void *)pointer(m, d);
			break;
		case DT_RELASZ:
			m->relocations[0].n =
				d->d_un.d_val / sizeof(ElfW(Rela));
			break;
		case DT_JMPREL:
			m->relocations[1].at = (const void *)pointer(m, d);
			break;
		case DT_PLTRELSZ:
			m->relocations[1].n =
				d->d_un.d_val / sizeof(ElfW(Rela));
			break;
		default:
			break;
		}
}

static const ElfW(Sym) * symbol_of(const struct module *m, const ElfW(Rela) * r)
{
	return &m->symbols[ELF64_R_SYM(r->r_info)];
}

/* Built by scarp cc: such code asks for the runtime. */
static bool asks_for_us(const struct module *m)
{
	for (int k = 0; k < 2 && m->symbols && m->text; k++)
		for (size_t i = 0; i < m->relocations[k].n; i++)
			if (strcmp(m->text + symbol_of(m,
						     &m->relocations[k].at[i])
						     ->st_name,
				    "__tsan_init") == 0)
				return true;
	return false;
}

static const char *file_of_path(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* What comes with the system is what known.def is about; the C library loads
 * parts of itself. */
static bool of_the_system(const char *path)
{
	static const char *const known[] = {"linux-vdso.so", "ld-linux",
		"libc.so", "libm.so", "libgcc_s.so", "libstdc++.so",
		"libpthread.so", "libdl.so", "librt.so", "libatomic.so",
		"libnss_", "libresolv.so", "libutil.so", "libmvec.so"};
	const char *name = file_of_path(path);

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strncmp(name, known[i], strlen(known[i])) == 0)
			return true;
	return strstr(path, "/gconv/") != 0;
}

static int add(struct dl_phdr_info *info, size_t size, void *with)
{
	struct module m = {.base = info->dlpi_addr,
		.start = UINT64_MAX,
		.name = info->dlpi_name};
	const ElfW(Dyn) *dynamic = 0;

	(void)size, (void)with;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *h = &info->dlpi_phdr[i];
		uint64_t at = info->dlpi_addr + h->p_vaddr;

		if (h->p_type == PT_DYNAMIC)
			dynamic = (const void *)at;
		if (h->p_type == PT_GNU_RELRO) {
			m.relro = at & ~(uint64_t)(PAGE - 1);
			m.relro_end = (at + h->p_memsz) & ~(uint64_t)(PAGE - 1);
		}
		if (h->p_type != PT_LOAD)
			continue;
		if (at < m.start)
			m.start = at;
		if (at + h->p_memsz > m.end)
			m.end = at + h->p_memsz;
		if (h->p_flags & PF_X) {
			m.code = at;
			m.code_end = at + h->p_memsz;
		}
		if (h->p_flags & PF_W) {
			m.data = at;
			m.data_end = at + h->p_memsz;
		}
	}
	for (uint32_t i = 0; i < modules; i++)
		if (module[i].start == m.start && module[i].end == m.end)
			return 0;
	if (modules == MODULES || m.start > m.end)
		return 0;
	read_dynamic(&m, dynamic);
	m.runtime = inventory_is_library_at(m.start, m.end);
	m.ours = modules == 0 || m.runtime || asks_for_us(&m) ||
		 (rt.channel->config.binary && !of_the_system(m.name));
	module[modules++] = m;
	return 0;
}

/* The table of names: numbers of buckets, first symbol, words and shift of a
 * filter, the filter, the buckets, and a chain of hashes that ends with an odd
 * one. */
static const ElfW(Sym) * lookup(const struct module *m, const char *name)
{
	const uint32_t *bucket, *chain;
	uint32_t h = 5381, n;

	if (!m->hash || !m->symbols || !m->text)
		return 0;
	for (const char *p = name; *p; p++)
		h = h * 33 + (unsigned char)*p;
	bucket = m->hash + 4 + 2 * m->hash[2];
	chain = bucket + m->hash[0] - m->hash[1];
	n = bucket[h % m->hash[0]];
	for (; n >= m->hash[1]; n++) {
		const ElfW(Sym) *s = &m->symbols[n];

		if ((chain[n] | 1) == (h | 1) && s->st_shndx != SHN_UNDEF &&
			strcmp(m->text + s->st_name, name) == 0)
			return s;
		if (chain[n] & 1)
			break;
	}
	return 0;
}

static bool defines(const struct module *m, const char *name)
{
	const ElfW(Sym) *s = lookup(m, name);

	return s && ELF64_ST_TYPE(s->st_info) != STT_OBJECT;
}

bool outside_defines(const char *name, bool next)
{
	bool other = false;

	for (uint32_t i = next; i < modules; i++)
		if (defines(&module[i], name)) {
			if (module[i].ours)
				return false;
			other = true;
		}
	return other;
}

uint64_t outside_of_program(const char *name)
{
	const ElfW(Sym) *s = lookup(&module[0], name);

	return s ? module[0].base + s->st_value : 0;
}

bool outside_finds(const char *name, bool next)
{
	for (uint32_t i = next; i < modules; i++)
		if (!strstr(module[i].name, "linux-vdso") &&
			lookup(&module[i], name))
			return true;
	return false;
}

/* --- slots -------------------------------------------------------------------
 */

/* Slots are written between these; a module's may lead to tables of its own. */
static void open_slots(struct module *m)
{
	if (m->opened++ == 0 && m->relro < m->relro_end)
		mprotect((void *)m->relro, m->relro_end - m->relro,
			PROT_READ | PROT_WRITE);
}

static void close_slots(struct module *m)
{
	if (--m->opened == 0 && m->relro < m->relro_end)
		mprotect((void *)m->relro, m->relro_end - m->relro, PROT_READ);
}

/* Of another module's class, for what this one makes of it. */
static void turn_table(uint64_t at)
{
	struct module *m;
	const ElfW(Sym) *symbol = 0;
	uint64_t *entry;
	Dl_info info;

	m = module_of(at);
	if (!m ||
		!dladdr1((void *)at, &info, (void **)&symbol, RTLD_DL_SYMENT) ||
		!symbol || at + symbol->st_size > m->end)
		return;
	entry = (uint64_t *)at;
	open_slots(m);
	for (size_t i = 0; i < symbol->st_size / sizeof *entry; i++)
		if (outside_is_foreign(entry[i]))
			entry[i] =
				(uint64_t)outside_stub_for((void *)entry[i], 0);
	close_slots(m);
}

/* Type information has virtual functions for the exceptions' code alone. */
static bool is_table(const char *name)
{
	return strncmp(name, "_ZTV", 4) == 0 &&
	       strncmp(name, "_ZTVN10__cxxabiv1", 17) != 0;
}

/* Where the loader finds it: in the first module that has it. */
static uint64_t found(const char *name)
{
	const ElfW(Sym) *s = 0;

	for (uint32_t i = 0; i < modules; i++)
		if ((s = lookup(&module[i], name)))
			return module[i].base + s->st_value;
	return 0;
}

enum {
	TYPE_KINDS = 3
};

/* Classes whose functions touch nothing but what they return: those that
 * describe classes, categories of errors, and the resources that are operator
 * new and a refusal. */
static bool is_harmless(const char *type)
{
	static const char *const part[] = {"N10__cxxabiv1", "error_categoryE",
		"newdel_res_tE", "null_res_tE"};

	for (size_t i = 0; i < sizeof part / sizeof *part; i++)
		if (strstr(type, part[i]))
			return true;
	return false;
}

/* Does that describe another class?  It may be another module's, which has the
 * same class. */
static bool is_type(uint64_t at, const uint64_t *kind)
{
	const uint64_t *type = (const uint64_t *)at;
	const struct module *m = module_of(at);
	size_t i = 0;

	if (at & 7 || !m || at + 2 * sizeof *type > m->end)
		return false;
	while (i < TYPE_KINDS && type[0] != kind[i])
		i++;
	return i < TYPE_KINDS && module_of(type[1]) &&
	       !is_harmless((const char *)type[1]);
}

/* All tables of a library whose constructors make objects that the test gets to
 * see: facets of a locale, pools, streams.  Most have no name there, but a
 * form: how far it is to the whole object, the class, the functions. */
static void turn_tables(struct module *m)
{
	static const char *const names[TYPE_KINDS] = {
		"_ZTVN10__cxxabiv117__class_type_infoE",
		"_ZTVN10__cxxabiv120__si_class_type_infoE",
		"_ZTVN10__cxxabiv121__vmi_class_type_infoE"};
	const int64_t far = 1 << 20;
	uint64_t kind[TYPE_KINDS], *end = (uint64_t *)m->relro_end;

	for (int i = 0; i < TYPE_KINDS; i++)
		kind[i] = found(names[i]) + 2 * sizeof(uint64_t);
	open_slots(m);
	for (uint64_t *at = (uint64_t *)m->relro; at + 3 <= end; at++) {
		if ((int64_t)at[0] > 0 || (int64_t)at[0] < -far ||
			!is_type(at[1], kind))
			continue;
		for (at += 2; at < end && outside_is_foreign(*at); at++)
			*at = (uint64_t)outside_stub_for((void *)*at, 0);
		at--;
	}
	close_slots(m);
}

static bool is_foreign(const struct module *m)
{
	return !m->ours && !of_the_system(m->name);
}

/* The program uses a variable of a library's: what lies behind it may lead to
 * the library's code, past all slots. */
static void uses_data(const struct module *user, const char *name)
{
	for (uint32_t i = 0; i < modules; i++)
		if (&module[i] != user && is_foreign(&module[i]) &&
			lookup(&module[i], name)) {
			caveat(CAVEAT_uninstrumented, "%.150s",
				file_of_path(module[i].name));
			return;
		}
}

/* Does the program define that, and neither the runtime nor a library that the
 * program has a copy from? */
static bool of_the_program(const char *name)
{
	const ElfW(Sym) *s = lookup(&module[0], name);

	if (!s || inventory_is_ours(module[0].base + s->st_value))
		return false;
	for (uint32_t i = 1; i < modules; i++)
		if (lookup(&module[i], name))
			return false;
	return true;
}

/* A library that uses what the program defines may have left something there,
 * or called it, before anybody looked. */
static void looks_for_users(const struct module *m)
{
	for (int k = 0; k < 2 && m->symbols && m->text; k++)
		for (size_t i = 0; i < m->relocations[k].n; i++) {
			const char *name =
				m->text +
				symbol_of(m, &m->relocations[k].at[i])->st_name;

			if (*name && of_the_program(name)) {
				caveat(CAVEAT_uninstrumented, "%.150s",
					file_of_path(m->name));
				return;
			}
		}
}

/* The program's own code has chosen a function: perhaps a library's. */
static void turn_chosen(uint64_t *slot)
{
	Dl_info info;

	if (outside_is_foreign(*slot))
		*slot = (uint64_t)outside_stub_for((void *)*slot,
			dladdr((void *)*slot, &info) ? info.dli_sname : 0);
}

static void turn(const struct module *m, const ElfW(Rela) * r)
{
	const ElfW(Sym) *symbol = symbol_of(m, r);
	const char *name = m->text + symbol->st_name;
	uint32_t how = ELF64_R_TYPE(r->r_info);
	uint64_t *slot = (uint64_t *)(m->base + r->r_offset), to;
	unsigned type = ELF64_ST_TYPE(symbol->st_info);

	if (how == R_X86_64_COPY)
		uses_data(m, name);
	if (how == R_X86_64_COPY && is_table(name)) {
		turn_table((uint64_t)slot);
		return;
	}
	if (how == R_X86_64_IRELATIVE ||
		(type == STT_GNU_IFUNC && symbol->st_shndx != SHN_UNDEF)) {
		turn_chosen(slot);
		return;
	}
	if (!*name || (how != R_X86_64_JUMP_SLOT && how != R_X86_64_GLOB_DAT &&
			      how != R_X86_64_64))
		return;
	if (type == STT_OBJECT && how != R_X86_64_JUMP_SLOT)
		uses_data(m, name);
	to = *slot - (how == R_X86_64_64 ? (uint64_t)r->r_addend : 0);
	if (type == STT_OBJECT && is_table(name))
		turn_table(to);
	if (type == STT_OBJECT || type == STT_TLS || !outside_is_foreign(to) ||
		(touches(name) == TOUCHES_NOTHING &&
			!outside_library((void *)to)))
		return;
	if (how == R_X86_64_64 && r->r_addend)
		return; /* the middle of a function is none */
	*slot = (uint64_t)outside_stub_for((void *)to, name);
}

static void turn_all(struct module *m)
{
	open_slots(m);
	for (int k = 0; k < 2 && m->symbols && m->text; k++)
		for (size_t i = 0; i < m->relocations[k].n; i++)
			turn(m, &m->relocations[k].at[i]);
	close_slots(m);
}

const char *outside_library(const void *function)
{
	const struct module *m = module_of((uint64_t)function);

	return m && is_foreign(m) ? file_of_path(m->name) : 0;
}

bool outside_code_of(const void *function, uint64_t *start, uint64_t *end)
{
	const struct module *m = module_of((uint64_t)function);

	if (m) {
		*start = m->code;
		*end = m->code_end;
	}
	return m != 0;
}

void outside_lead(const void *function, const char *name, void *to)
{
	struct module *m = module_of((uint64_t)function);

	if (!m || !m->symbols || !m->text)
		return;
	open_slots(m);
	for (int k = 0; k < 2; k++)
		for (size_t i = 0; i < m->relocations[k].n; i++) {
			const ElfW(Rela) *r = &m->relocations[k].at[i];
			uint32_t how = ELF64_R_TYPE(r->r_info);

			if ((how == R_X86_64_JUMP_SLOT ||
				    how == R_X86_64_GLOB_DAT) &&
				strcmp(m->text + symbol_of(m, r)->st_name,
					name) == 0)
				*(void **)(m->base + r->r_offset) = to;
		}
	close_slots(m);
}

void outside_modules_again(void)
{
	uint32_t before = modules;

	dl_iterate_phdr(add, 0);
	for (uint32_t i = before; i < modules; i++) {
		struct module *m = &module[i];

		if (m->runtime)
			continue;
		if (m->ours)
			turn_all(m);
		else if (strstr(m->name, "/libstdc++.so"))
			turn_tables(m);
		else if (before && is_foreign(m))
			caveat(CAVEAT_uninstrumented, "%.150s", m->name);
		else if (is_foreign(m))
			looks_for_users(m);
	}
}
