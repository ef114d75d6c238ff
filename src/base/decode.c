/* SPDX-License-Identifier: MIT */
#include "base/decode.h"

#include <stdbool.h>
#include <string.h>

const char *const outside_name[OUTSIDE_COUNT] = {[OUTSIDE_NONE] = "",
	[OUTSIDE_RDTSC] = "rdtsc",
	[OUTSIDE_RDTSCP] = "rdtscp",
	[OUTSIDE_RDRAND] = "rdrand",
	[OUTSIDE_RDSEED] = "rdseed"};

/* What follows an opcode, one letter each:
 *   -  nothing            m  ModRM
 *   1  a byte             M  ModRM and a byte
 *   4  two or four bytes  N  ModRM and two or four bytes
 *   8  four, or eight with REX.W (mov)
 *   2  two bytes          3  three bytes (enter)
 *   a  an address of eight bytes
 *   t  ModRM; a byte when reg is 0 or 1 (test)
 *   T  ModRM; two or four bytes when reg is 0 or 1
 *   .  not known, or a prefix */
static const char one_byte[257] = "mmmm14..mmmm14.." /* 00 */
				  "mmmm14..mmmm14.."
				  "mmmm14..mmmm14.."
				  "mmmm14..mmmm14.."
				  "................"  /* 40: REX */
				  "----------------"  /* 50 */
				  "...m....4N1M----"  /* 60 */
				  "1111111111111111"  /* 70 */
				  "MN.Mmmmmmmmmmmmm"  /* 80 */
				  "----------.-----"  /* 90 */
				  "aaaa----14------"  /* a0 */
				  "1111111188888888"  /* b0 */
				  "MM2-..MN3-2--1.-"  /* c0 */
				  "mmmm...-mmmmmmmm"  /* d0 */
				  "1111111144.1----"  /* e0 */
				  ".-..--tT------mm"; /* f0 */
static const char two_byte[257] = "mmmm.-----.-.m-."  /* 0f 00 */
				  "mmmmmmmmmmmmmmmm"
				  "mmmm....mmmmmmmm"
				  "------.-........" /* 0f 30 */
				  "mmmmmmmmmmmmmmmm"
				  "mmmmmmmmmmmmmmmm"
				  "mmmmmmmmmmmmmmmm"
				  "MMMMmmm-mm..mmmm" /* 0f 70 */
				  "4444444444444444"
				  "mmmmmmmmmmmmmmmm" /* 0f 90 */
				  "---mMm..---mMmmm" /* 0f a0 */
				  "mmmmmmmmmmMmmmmm"
				  "mmMmMMMm--------" /* 0f c0 */
				  "mmmmmmmmmmmmmmmm"
				  "mmmmmmmmmmmmmmmm"
				  "mmmmmmmmmmmmmmmm";

struct bytes {
	const unsigned char *at;
	size_t n, used;
	bool bad;
};

static unsigned next(struct bytes *b)
{
	if (b->used >= b->n) {
		b->bad = true;
		return 0;
	}
	return b->at[b->used++];
}

/* ModRM, SIB and displacement; returns ModRM. */
static unsigned modrm(struct bytes *b)
{
	unsigned m = next(b), mod = m >> 6, base = m & 7;

	if (mod == 3)
		return m;
	if (base == 4)
		base = next(b) & 7;
	if (mod == 1)
		b->used += 1;
	else if (mod == 2 || base == 5)
		b->used += 4;
	return m;
}

static void operands(struct bytes *b, char what, bool narrow, bool wide)
{
	size_t word = narrow ? 2 : 4;
	unsigned m;

	switch (what) {
	case '-':
		break;
	case '1':
		b->used += 1;
		break;
	case '2':
		b->used += 2;
		break;
	case '3':
		b->used += 3;
		break;
	case '4':
		b->used += word;
		break;
	case '8': /* b0 to b7 have a byte */
		b->used += wide ? 8 : word;
		break;
	case 'a':
		b->used += 8;
		break;
	case 'm':
		modrm(b);
		break;
	case 'M':
		modrm(b);
		b->used += 1;
		break;
	case 'N':
		modrm(b);
		b->used += word;
		break;
	case 't':
	case 'T':
		m = modrm(b);
		if ((m >> 3 & 7) < 2)
			b->used += what == 't' ? 1 : word;
		break;
	default:
		b->bad = true;
	}
}

/* After VEX or EVEX: an opcode of map 1, 2 or 3, and ModRM. */
static void vector(struct bytes *b, unsigned map)
{
	unsigned opcode = next(b);

	if (map == 1 && opcode == 0x77)
		return; /* vzeroupper */
	modrm(b);
	if (map == 3 || (map == 1 && two_byte[opcode] == 'M'))
		b->used += 1;
	else if (map != 1 && map != 2)
		b->bad = true;
}

static void escaped(struct bytes *b, bool narrow, bool wide)
{
	unsigned opcode = next(b);

	if (opcode == 0x38) {
		next(b);
		modrm(b);
	} else if (opcode == 0x3a) {
		next(b);
		modrm(b);
		b->used += 1;
	} else {
		operands(b, two_byte[opcode], narrow, wide);
	}
}

size_t decode_length(const unsigned char *at, size_t n)
{
	struct bytes b = {at, n, 0, false};
	bool narrow = false, wide = false;
	unsigned opcode, map;

	do {
		opcode = next(&b);
		narrow |= opcode == 0x66;
	} while (!b.bad && opcode &&
		 strchr("\x66\x67\xf2\xf3\xf0\x2e\x3e\x64"
			"\x65\x26\x36",
			 (int)opcode));
	if ((opcode & 0xf0) == 0x40) {
		wide = opcode & 8;
		opcode = next(&b);
	}
	if (opcode == 0x0f) {
		escaped(&b, narrow, wide);
	} else if (opcode == 0xc5) {
		next(&b);
		vector(&b, 1);
	} else if (opcode == 0xc4) {
		map = next(&b) & 31;
		next(&b);
		vector(&b, map);
	} else if (opcode == 0x62) {
		/* The displacement of one byte is scaled, not longer. */
		map = next(&b) & 7;
		next(&b);
		next(&b);
		vector(&b, map);
	} else {
		operands(&b, one_byte[opcode], narrow && !wide, wide);
	}
	return b.bad || b.used > n ? 0 : b.used;
}

/* The opcode of what is no VEX or EVEX instruction. */
static const unsigned char *opcode(const unsigned char *b, size_t *length)
{
	while (*length > 2 && (*b == 0x66 || (*b & 0xf0) == 0x40 ||
				      *b == 0xf2 || *b == 0xf3)) {
		b++;
		--*length;
	}
	return b;
}

bool decode_tells_exceptions(const unsigned char *b, size_t length)
{
	bool vex = length > 3 && b[0] == 0xc5 && (b[1] & 0x7f) == 0x78 &&
		   b[2] == 0xae;
	unsigned which;

	if (vex) /* vstmxcsr */
		return b[3] < 0xc0 && (b[3] >> 3 & 7) == 3;
	b = opcode(b, &length);
	if (length < 2)
		return false;
	which = b[1] >> 3 & 7;
	switch (b[0]) {
	case 0x0f: /* fxsave, stmxcsr, xsave; xsavec, xsaves */
		if (length < 3 || b[2] >= 0xc0)
			return false;
		which = b[2] >> 3 & 7;
		return b[1] == 0xae
			       ? which == 0 || which == 3 || which == 4
			       : b[1] == 0xc7 && (which == 4 || which == 5);
	case 0xd9: /* fnstenv */
		return b[1] < 0xc0 && which == 6;
	case 0xdd: /* fnsave, fnstsw */
		return b[1] < 0xc0 && which >= 6;
	case 0xdf: /* fnstsw %ax */
		return b[1] == 0xe0;
	}
	return false;
}

enum outside decode_outside(const unsigned char *b, size_t length)
{
	b = opcode(b, &length);
	if (length == 2 && b[0] == 0x0f && b[1] == 0x31)
		return OUTSIDE_RDTSC;
	if (length != 3 || b[0] != 0x0f)
		return OUTSIDE_NONE;
	if (b[1] == 0x01 && b[2] == 0xf9)
		return OUTSIDE_RDTSCP;
	if (b[1] == 0xc7 && b[2] >= 0xf0)
		return b[2] < 0xf8 ? OUTSIDE_RDRAND : OUTSIDE_RDSEED;
	return OUTSIDE_NONE;
}

/* Are the four bytes at `at`, which end the instruction from `from` on, taken
 * from where that ends: a jump, a call, or ModRM without a base? */
static bool relative(const unsigned char *b, size_t from, size_t at)
{
	while (from < at &&
		strchr("\x66\x67\xf2\xf3\xf0\x2e\x3e\x64"
		       "\x65\x26\x36",
			b[from]) &&
		b[from])
		from++;
	if (from < at && (b[from] & 0xf0) == 0x40)
		from++;
	if (from + 1 == at) /* an opcode: anything else is a constant */
		return b[from] == 0xe8 || b[from] == 0xe9;
	if (from + 2 == at && b[from] == 0x0f && (b[from + 1] & 0xf0) == 0x80)
		return true;
	return (b[at - 1] & 0xc7) == 0x05;
}

bool decode_displacement(const unsigned char *b, size_t n, size_t at)
{
	size_t end = at + 4, from = 0, length = 0;

	for (size_t next = 0; next < end; next = from + length) {
		from = next;
		length = decode_length(b + from, n - from);
		if (length == 0)
			return true;
	}
	return from + length == end && from < at && relative(b, from, at);
}
