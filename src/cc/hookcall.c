/* SPDX-License-Identifier: MIT */
/* hookcall.c - calls of the access hooks, by a look at every byte of the code
 *
 * Bytes in the middle of an instruction that look like a call of a hook name no
 * instruction that is ever executed: they do no harm.
 */
#include "cc/hookcall.h"

#include <stdlib.h>
#include <string.h>

#include "cc/image.h"

enum {
	CALL = 0xe8,
	CALL_BYTES = 5,
	HOOKS_MAX = 512
};

struct hook {
	uint64_t address;
	bool reads, writes, atomic;
};

struct hooks {
	struct hook hook[HOOKS_MAX];
	size_t n;
};

struct calls {
	struct hookcall *call;
	size_t n, room;
};

/* What a function of that name announces; neither: no access. */
static struct hook announces(const char *name)
{
	struct hook h = {0, false, false, false};

	if (strncmp(name, "__tsan_", 7) != 0)
		return h;
	name += 7;
	if (strncmp(name, "atomic", 6) == 0) {
		h.atomic = true;
		h.reads = !strstr(name, "_store") && !strstr(name, "fence");
		h.writes = !strstr(name, "_load") && !strstr(name, "fence");
		return h;
	}
	h.reads = strstr(name, "read") && !strstr(name, "thread");
	h.writes = strstr(name, "write") || strcmp(name, "vptr_update") == 0;
	return h;
}

static bool add_hook(
	void *with, const GElf_Sym *sym, const char *name, size_t index)
{
	struct hooks *hooks = with;
	struct hook h = announces(name);

	(void)index;
	if ((h.reads || h.writes) && sym->st_shndx != SHN_UNDEF &&
		hooks->n < HOOKS_MAX) {
		h.address = sym->st_value;
		hooks->hook[hooks->n++] = h;
	}
	return true;
}

static int by_address(const void *a, const void *b)
{
	uint64_t x = ((const struct hook *)a)->address;
	uint64_t y = ((const struct hook *)b)->address;

	return (x > y) - (x < y);
}

static const struct hook *hook_at(const struct hooks *hooks, uint64_t address)
{
	struct hook key = {.address = address};

	if (address < hooks->hook[0].address ||
		address > hooks->hook[hooks->n - 1].address)
		return NULL;
	return bsearch(
		&key, hooks->hook, hooks->n, sizeof hooks->hook[0], by_address);
}

static bool add_call(struct calls *calls, struct hookcall call)
{
	if (calls->n == calls->room) {
		size_t room = calls->room ? 2 * calls->room : 256;
		struct hookcall *more =
			realloc(calls->call, room * sizeof *more);

		if (!more)
			return false;
		calls->call = more;
		calls->room = room;
	}
	calls->call[calls->n++] = call;
	return true;
}

static bool scan(const unsigned char *code, size_t length, uint64_t address,
	const struct hooks *hooks, struct calls *calls)
{
	for (size_t i = 0; i + CALL_BYTES <= length; i++) {
		const struct hook *h;
		int32_t far;

		if (code[i] != CALL)
			continue;
		memcpy(&far, code + i + 1, sizeof far);
		h = hook_at(hooks,
			address + i + CALL_BYTES + (uint64_t)(int64_t)far);
		if (h && !add_call(calls,
				 (struct hookcall){address + i + CALL_BYTES,
					 h->reads, h->writes, h->atomic}))
			return false;
	}
	return true;
}

static bool scan_all(
	const struct image *m, const struct hooks *hooks, struct calls *calls)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr sh;

	while ((scn = elf_nextscn(m->elf, scn))) {
		const unsigned char *code;
		size_t length;

		if (!gelf_getshdr(scn, &sh) || !(sh.sh_flags & SHF_EXECINSTR))
			continue;
		code = image_bytes(scn, &length);
		if (code && !scan(code, length, sh.sh_addr, hooks, calls))
			return false;
	}
	return true;
}

int hookcall_read(
	const char *exe, struct hookcall **out, size_t *n, struct err *err)
{
	static struct hooks hooks;
	struct calls calls = {0};
	struct image m;
	int code = OK;

	if (image_open(&m, exe, false, err))
		return err->code;
	hooks.n = 0;
	image_symbols(&m, SHT_SYMTAB, add_hook, &hooks);
	qsort(hooks.hook, hooks.n, sizeof hooks.hook[0], by_address);
	if (hooks.n == 0)
		code = fail(err, ERR_FORMAT,
			"'%s' has no symbols: link it without -s" SC(605), exe);
	else if (!scan_all(&m, &hooks, &calls))
		code = fail(err, ERR_IO, "no memory" SC(437));
	image_close(&m);
	if (code)
		free(calls.call);
	*out = code ? NULL : calls.call;
	*n = code ? 0 : calls.n;
	return code;
}
