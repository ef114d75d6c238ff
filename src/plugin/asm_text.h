/* SPDX-License-Identifier: MIT */
/* asm_text.h - what inline assembly does to memory
 *
 * May it touch memory that no operand names?  What "m" operands touch, a plugin
 * announces.  What else a text does cannot be told without an assembler, so the
 * answer is "no" only for a text made of instructions known to keep to their
 * operands, none of which is an address.
 *
 * In how many steps does it touch the operands in memory?  A text of several
 * instructions that name them is several, and so is one that reads and writes
 * without a lock.
 *
 * Both compilers' spellings are understood: %0 and %%rax, $0 and %rax.
 *
 * Callers  the compiler plugins, C++ and C.
 */
#ifndef PLUGIN_ASM_TEXT_H
#define PLUGIN_ASM_TEXT_H

#include <stdbool.h>
#include <string.h>

/* gcc's headers forbid <ctype.h>. */
static inline bool asm_text_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline char asm_text_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static inline bool asm_text_alnum(char c)
{
	c = asm_text_lower(c);
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

/* Operands are ignored: they only name what to fence or wait for. */
static inline bool asm_text_no_memory(const char *word)
{
	static const char *const words[] = {"nop", "pause", "mfence", "lfence",
		"sfence", "cpuid", "rdtsc", "rdtscp", "xgetbv", "rep", "repz",
		"lock", "ud2", "hlt", "int3", "endbr64", "serialize", "cld",
		"cli", "sti"};

	for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
		if (strcmp(word, words[i]) == 0)
			return true;
	return false;
}

/* These touch what their operands name; a suffix says how wide it is. */
static inline bool asm_text_operands_only(const char *word)
{
	static const char *const words[] = {"mov", "xchg", "xadd", "cmpxchg",
		"cmpxchg8b", "cmpxchg16b", "inc", "dec", "add", "sub", "and",
		"or", "xor", "neg", "not", "bts", "btr", "btc", "bt", "cmp",
		"test", "shl", "shr", "sar", "rol", "ror", "adc", "sbb",
		"bswap", "bsf", "bsr", "popcnt", "imul", "setz", "sete", "setc",
		"setnz", "setne", "setb"};

	for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
		size_t n = strlen(words[i]);

		if (strncmp(word, words[i], n) == 0 &&
			(!word[n] || (strchr("bwlq", word[n]) && !word[n + 1])))
			return true;
	}
	return false;
}

/* It stops for a debugger.  Other numbers are calls of the kernel. */
static inline bool asm_text_breakpoint(const char *word, const char *operands)
{
	return strcmp(word, "int") == 0 &&
	       (strcmp(operands, "$3") == 0 || strcmp(operands, "$0x3") == 0 ||
		       strcmp(operands, "$0x03") == 0);
}

/* It says what will be wanted: nothing is read, and no address is wrong. */
static inline bool asm_text_prefetch(const char *word)
{
	return strncmp(word, "prefetch", strlen("prefetch")) == 0;
}

/* It moves a line between caches, and every value stays. */
static inline bool asm_text_cache(const char *word)
{
	return strncmp(word, "clflush", strlen("clflush")) == 0 ||
	       strcmp(word, "clwb") == 0 || strcmp(word, "cldemote") == 0;
}

/* It computes an address and leaves it at that. */
static inline bool asm_text_address_only(const char *word)
{
	return strncmp(word, "lea", 3) == 0 &&
	       (!word[3] || (strchr("wlq", word[3]) && !word[4]));
}

/* The idiom for a fence: a locked instruction that adds nothing to the top of
 * the stack. */
static inline bool asm_text_stack_fence(const char *word, const char *operands)
{
	char text[32];
	size_t n = 0;

	for (; *operands && n + 1 < sizeof text; operands++)
		if (!asm_text_space(*operands) &&
			(n == 0 || *operands != text[n - 1] ||
				(*operands != '$' && *operands != '%')))
			text[n++] = *operands;
	text[n] = 0;
	return !*operands &&
	       (strncmp(word, "add", 3) == 0 || strncmp(word, "or", 2) == 0) &&
	       (strcmp(text, "$0,(%rsp)") == 0 ||
		       strcmp(text, "$0,0(%rsp)") == 0 ||
		       strcmp(text, "$0x0,(%rsp)") == 0 ||
		       strcmp(text, "$0,-4(%rsp)") == 0 ||
		       strcmp(text, "$0,-8(%rsp)") == 0);
}

/* Room before the next instruction: ".p2align 5". */
static inline bool asm_text_aligns(const char *text)
{
	static const char *const words[] = {".align", ".balign", ".p2align"};

	for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
		size_t n = strlen(words[i]);

		if (strncmp(text, words[i], n) == 0 && asm_text_space(text[n]))
			return !text[n + strspn(text + n, " \t,0123456789x")];
	}
	return false;
}

/* One instruction, without what separates it from the next. */
static inline bool asm_text_statement(const char *at, size_t n)
{
	char text[160], word[16];
	const char *operands;
	size_t w = 0;

	while (n && asm_text_space(*at))
		at++, n--;
	while (n && asm_text_space(at[n - 1]))
		n--;
	if (n == 0 || *at == '#')
		return true;
	if (n >= sizeof text)
		return false;
	memcpy(text, at, n);
	text[n] = 0;
	if (asm_text_aligns(text))
		return true;
	while (w + 1 < sizeof word && asm_text_alnum(text[w])) {
		word[w] = asm_text_lower(text[w]);
		w++;
	}
	word[w] = 0;
	operands = text + w;
	if (*operands && !asm_text_space(*operands))
		return false;
	operands += strspn(operands, " \t");
	if (strcmp(word, "lock") == 0 || strcmp(word, "rep") == 0)
		return asm_text_statement(operands, strlen(operands));
	if (asm_text_no_memory(word) && !*operands)
		return true;
	if (asm_text_stack_fence(word, operands) ||
		asm_text_address_only(word) ||
		asm_text_breakpoint(word, operands))
		return true;
	if (asm_text_prefetch(word) || asm_text_cache(word))
		return true;
	if (!asm_text_operands_only(word) || strpbrk(operands, "([{*"))
		return false;
	/* Each operand is one of the compiler's, a register or a number. */
	for (const char *p = operands; *p;) {
		if (*p != '%' && *p != '$')
			return false;
		p += strcspn(p, ",");
		p += *p == ',';
		p += strspn(p, " \t");
	}
	return true;
}

/* True: the text touches no memory but that of its operands. */
static inline bool asm_text_contained(const char *text)
{
	while (*text) {
		size_t n = strcspn(text, ";\n");

		if (!asm_text_statement(text, n))
			return false;
		text += n;
		text += *text != 0;
	}
	return true;
}
/* Does one statement outside of functions make code, or data where code is?
 * `*code` tells whether what it is put into is code. */
static inline bool asm_text_makes_code(const char *at, size_t n, bool *code)
{
	static const char *const names[] = {".symver", ".globl", ".global",
		".weak", ".hidden", ".protected", ".internal", ".local",
		".type", ".size", ".set", ".equ", ".ident", ".file", ".loc",
		".weakref", ".align", ".balign", ".p2align", ".cfi_sections",
		".att_syntax", ".intel_syntax", ".addrsig", ".addrsig_sym",
		".comm", ".lcomm", ".org"};
	char text[160];
	size_t length;

	while (n && asm_text_space(*at))
		at++, n--;
	if (n == 0 || *at == '#' || *at == '/')
		return false;
	if (n >= sizeof text)
		return *code;
	memcpy(text, at, n);
	text[n] = 0;
	length = strcspn(text, " \t\r,");
	if (length && text[length - 1] == ':')
		return asm_text_makes_code(at + length, n - length, code);
	if (strncmp(text, ".text", length) == 0 ||
		strncmp(text, ".previous", length) == 0 ||
		strncmp(text, ".popsection", length) == 0) {
		*code = true;
		return false;
	}
	if (strncmp(text, ".data", length) == 0 ||
		strncmp(text, ".bss", length) == 0) {
		*code = false;
		return false;
	}
	if (strncmp(text, ".section", length) == 0 ||
		strncmp(text, ".pushsection", length) == 0) {
		*code = strstr(text, "text") || strstr(text, "ax\"") ||
			strstr(text, "init") || strstr(text, "fini");
		return false;
	}
	for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
		if (strlen(names[i]) == length &&
			strncmp(text, names[i], length) == 0)
			return false;
	if (strchr(text, '=')) /* a symbol's value */
		return *code && text[0] != '.' && strchr(text, '(');
	return *code;
}

/* Does assembly outside of functions make code?  Directives that name symbols
 * or fill sections of data do not. */
static inline bool asm_text_has_code(const char *text)
{
	bool code = true;

	while (*text) {
		size_t n = strcspn(text, ";\n");

		if (asm_text_makes_code(text, n, &code))
			return true;
		text += n;
		text += *text != 0;
	}
	return false;
}

/* --- steps -------------------------------------------------------------------
 */

enum asm_text_steps {
	ASM_TEXT_ONE,	 /* one access, or a locked update */
	ASM_TEXT_UPDATE, /* a read of one operand, then a write of it */
	ASM_TEXT_MANY	 /* they cannot be told apart */
};

/* Operands as bits, by their numbers in the text; those from 64 on are not
 * told apart from others. */
struct asm_text_operands {
	unsigned long memory;  /* may lie in memory that others see */
	unsigned long updated; /* of these: both read and written */
};

/* The operands that an instruction names: "%1", "%q1", "$1", "${1:q}". */
static inline unsigned asm_text_named(const char *text, unsigned long memory)
{
	unsigned count = 0;

	for (; *text; text++) {
		unsigned n = 0;

		if ((*text != '%' && *text != '$') || text[1] == *text) {
			text += (*text == '%' || *text == '$');
			continue;
		}
		text++;
		if (*text == '{' || (asm_text_lower(*text) >= 'a' &&
					    asm_text_lower(*text) <= 'z' &&
					    text[1] >= '0' && text[1] <= '9'))
			text++;
		if (*text < '0' || *text > '9') {
			text--;
			continue;
		}
		while (*text >= '0' && *text <= '9')
			n = 10 * n + (unsigned)(*text++ - '0');
		text--;
		count += n < 64 && (memory >> n & 1);
	}
	return count;
}

/* The instruction's name goes to `word`; returns what follows. */
static inline const char *asm_text_word(const char *at, char *word, size_t size)
{
	size_t w = 0;

	at += strspn(at, " \t\v\f\r");
	while (w + 1 < size && asm_text_alnum(at[w])) {
		word[w] = asm_text_lower(at[w]);
		w++;
	}
	word[w] = 0;
	return at + w + strspn(at + w, " \t\v\f\r");
}

static inline bool asm_text_begins(const char *word, const char *with)
{
	return strncmp(word, with, strlen(with)) == 0;
}

/* It leaves its last operand as it is. */
static inline bool asm_text_compares(const char *word)
{
	return asm_text_begins(word, "test") || strcmp(word, "bt") == 0 ||
	       (asm_text_begins(word, "cmp") &&
		       !asm_text_begins(word, "cmpxchg"));
}

static inline enum asm_text_steps asm_text_step(
	const char *text, bool locked, struct asm_text_operands o)
{
	char word[16];
	const char *rest = asm_text_word(text, word, sizeof word);

	if (asm_text_named(text, o.memory) > 1 || *rest == ':' ||
		asm_text_begins(word, "rep"))
		return ASM_TEXT_MANY;
	return locked || strcmp(word, "lock") == 0 ||
			       asm_text_begins(word, "xchg") ||
			       asm_text_begins(word, "mov") ||
			       asm_text_compares(word) ||
			       !asm_text_named(text, o.updated)
		       ? ASM_TEXT_ONE
		       : ASM_TEXT_UPDATE;
}

/* How many bytes of operand `n` does an instruction touch that says so by
 * itself, whatever the operand's type?  0: none of them does. */
static inline unsigned asm_text_bytes(const char *text, unsigned n)
{
	unsigned bytes = 0;

	while (*text && n < 64) {
		char one[200], word[16];
		size_t length = strcspn(text, ";\n");
		const char *rest;

		if (length < sizeof one) {
			memcpy(one, text, length);
			one[length] = 0;
			rest = asm_text_word(one, word, sizeof word);
			if (strcmp(word, "lock") == 0)
				rest = asm_text_word(rest, word, sizeof word);
			if (!asm_text_named(rest, 1ul << n))
				;
			else if (strcmp(word, "cmpxchg16b") == 0)
				bytes = 16;
			else if (strcmp(word, "cmpxchg8b") == 0 && bytes < 8)
				bytes = 8;
		}
		text += length;
		text += *text != 0;
	}
	return bytes;
}

/* Does it store to its last operand, one of `memory`?  For texts whose operands
 * say too little, but clobber "memory". */
static inline bool asm_text_stores(const char *text, unsigned long memory)
{
	char word[16];
	const char *rest = asm_text_word(text, word, sizeof word);
	const char *last = strrchr(rest, ',');

	if (strcmp(word, "lock") == 0)
		return asm_text_stores(rest, memory);
	return asm_text_named(last ? last : rest, memory) &&
	       !asm_text_compares(word) && !asm_text_begins(word, "push") &&
	       !asm_text_cache(word);
}

/* One that goes elsewhere may come to another one again. */
static inline bool asm_text_jumps(const char *text)
{
	char word[16];

	asm_text_word(text, word, sizeof word);
	return *word == 'j' || asm_text_begins(word, "loop") ||
	       asm_text_begins(word, "call");
}

/* Nothing but prefetches: what they name is no access. */
static inline bool asm_text_prefetches(const char *text)
{
	bool some = false;

	while (*text) {
		size_t n = strcspn(text, ";\n");
		char word[16];

		if (n > strspn(text, " \t\v\f\r")) {
			asm_text_word(text, word, sizeof word);
			if (!asm_text_prefetch(word))
				return false;
			some = true;
		}
		text += n;
		text += *text != 0;
	}
	return some;
}

/* A locked instruction, or an exchange, of operands in memory; or, where
 * `fences`, whatever waits until the stores before it can be seen. */
static inline bool asm_text_drains(
	const char *text, unsigned long memory, bool fences)
{
	bool locked = false;

	while (*text) {
		char one[200], word[16];
		size_t n = strcspn(text, ";\n");
		const char *rest;

		if (n < sizeof one) {
			memcpy(one, text, n);
			one[n] = 0;
			rest = asm_text_word(one, word, sizeof word);
			if (locked || strcmp(word, "lock") == 0 ||
				asm_text_begins(word, "xchg")) {
				if (asm_text_named(one, memory) ||
					(fences &&
						!asm_text_begins(word, "xchg")))
					return true;
			}
			if (fences && (strcmp(word, "mfence") == 0 ||
					      strcmp(word, "cpuid") == 0))
				return true;
			locked = strcmp(word, "lock") == 0 && !*rest;
		}
		text += n;
		text += *text != 0;
	}
	return false;
}

/* An sfence before which nothing of the statement stores: whoever announces it
 * does so before the statement, and behind a store that would be too early. */
static inline bool asm_text_orders_stores(const char *text)
{
	static const char *const nothing[] = {"nop", "pause", "lfence"};

	while (*text) {
		size_t n = strcspn(text, ";\n");
		bool stores = true;
		char word[16];

		if (n > strspn(text, " \t\v\f\r")) {
			asm_text_word(text, word, sizeof word);
			if (strcmp(word, "sfence") == 0)
				return true;
			for (size_t i = 0; i < sizeof nothing / sizeof *nothing;
				i++)
				stores &= strcmp(word, nothing[i]) != 0;
			if (stores)
				return false;
		}
		text += n;
		text += *text != 0;
	}
	return false;
}

/* A store that others may see before older ones. */
static inline bool asm_text_non_temporal(const char *text)
{
	while ((text = strstr(text, "movnt"))) {
		if (strncmp(text, "movntdqa", 8) != 0)
			return true;
		text++;
	}
	return false;
}

struct asm_text_effect {
	enum asm_text_steps steps;
	bool stores; /* to its last operand, for some instruction */
};

static inline struct asm_text_effect asm_text_effect(
	const char *text, struct asm_text_operands o)
{
	struct asm_text_effect e = {ASM_TEXT_ONE, false};
	bool jumps = false, locked = false;
	unsigned found = 0;

	while (*text) {
		char one[200], word[16];
		size_t n = strcspn(text, ";\n");
		bool prefix;

		if (n >= sizeof one) {
			e.steps = ASM_TEXT_MANY;
			e.stores = true;
			return e;
		}
		memcpy(one, text, n);
		one[n] = 0;
		text += n;
		text += *text != 0;
		/* "lock; incl %0" is one instruction. */
		prefix = !*asm_text_word(one, word, sizeof word) &&
			 strcmp(word, "lock") == 0;
		jumps |= asm_text_jumps(one);
		if (asm_text_named(one, o.memory)) {
			e.steps = asm_text_step(one, locked, o);
			e.stores |= asm_text_stores(one, o.memory);
			found++;
		}
		locked = prefix;
	}
	if (found > 1 || (found && jumps))
		e.steps = ASM_TEXT_MANY;
	return e;
}

#endif
