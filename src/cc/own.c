/* SPDX-License-Identifier: MIT */
#include "cc/own.h"

#include <string.h>
#include <sys/syscall.h>

#include "base/decode.h"

enum {
	NUMBER_UNKNOWN = -1,
	STAYS = 12 /* instructions for which a number is taken to stay there */
};

static const struct {
	int number;
	const char *name;
} of_threads[] = {
	{SYS_futex, "futex"}, {SYS_clone, "clone"}, {SYS_clone3, "clone3"}};

static const char *name_of(int number)
{
	for (size_t i = 0; i < sizeof of_threads / sizeof *of_threads; i++)
		if (of_threads[i].number == number)
			return of_threads[i].name;
	return NULL;
}

static void see_call(struct own *o, int number, uint64_t at)
{
	const char *name = name_of(number);

	if (o->call_at && (o->threads || !name))
		return;
	o->call_at = at;
	o->threads = name;
}

static void see_outside(
	struct own *o, const unsigned char *code, size_t length, uint64_t at)
{
	enum outside which = decode_outside(code, length);

	if (!which)
		return;
	if (!o->outside)
		o->outside_at = at;
	o->outside |= 1u << which;
}

void own_look(const struct image *m, struct own *out)
{
	GElf_Shdr header;
	size_t n = 0, length, since = 0;
	int number = NUMBER_UNKNOWN;
	Elf_Scn *text = image_section(m, ".text", &header);
	const unsigned char *code = text ? image_bytes(text, &n) : NULL;

	*out = (struct own){0};
	for (size_t i = 0; code && i < n; i += length) {
		uint64_t at = header.sh_addr + i;

		length = decode_length(code + i, n - i);
		if (!length) { /* data between functions */
			length = 1;
			continue;
		}
		if (length == 5 && code[i] == 0xb8) { /* mov $n, %eax */
			memcpy(&number, code + i + 1, sizeof number);
			since = 0;
		} else if (++since > STAYS) {
			number = NUMBER_UNKNOWN;
		}
		if (length == 2 && code[i] == 0x0f && code[i + 1] == 0x05)
			see_call(out, number, at);
		see_outside(out, code + i, length, at);
	}
}
