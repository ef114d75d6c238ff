/* SPDX-License-Identifier: MIT */
/* asm_text.h - may inline assembly touch memory that no operand names?
 *
 * What "m" operands touch, a plugin announces.  What else a text does cannot be
 * told without an assembler, so the answer is "no" only for a text made of
 * instructions known to keep to their operands, none of which is an address.
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
		"lock", "ud2", "hlt", "endbr64", "serialize", "cld", "cli",
		"sti"};

	for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
		if (strcmp(word, words[i]) == 0)
			return true;
	return false;
}

/* These touch what their operands name; a suffix says how wide it is. */
static inline bool asm_text_operands_only(const char *word)
{
	static const char *const words[] = {"mov", "xchg", "xadd", "cmpxchg",
		"inc", "dec", "add", "sub", "and", "or", "xor", "neg", "not",
		"bts", "btr", "btc", "bt", "cmp", "test", "shl", "shr", "sar",
		"rol", "ror", "adc", "sbb", "bswap", "bsf", "bsr", "popcnt",
		"imul", "setz", "sete", "setc", "setnz", "setne", "setb"};

	for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
		size_t n = strlen(words[i]);

		if (strncmp(word, words[i], n) == 0 &&
			(!word[n] || (strchr("bwlq", word[n]) && !word[n + 1])))
			return true;
	}
	return false;
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
	if (asm_text_stack_fence(word, operands) || asm_text_address_only(word))
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

#endif
