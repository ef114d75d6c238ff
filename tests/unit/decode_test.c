/* SPDX-License-Identifier: MIT */
/* decode_test.c - lengths of instructions, by the manual's encodings, and the
 * four that read a clock or make random numbers */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/decode.h"

static const struct {
	const char *bytes;
	size_t length;
	const char *what;
} row[] = {
	{"\x55", 1, "push rbp"},
	{"\x48\x89\xe5", 3, "mov rbp, rsp"},
	{"\x48\xb8\x0f\x31\x0f\x31\x0f\x31\x0f\x31", 10, "movabs rax, imm64"},
	{"\xb8\x0f\x31\x0f\x31", 5, "mov eax, imm32"},
	{"\x66\xb8\x0f\x31", 4, "mov ax, imm16"},
	{"\xb0\x31", 2, "mov al, imm8"},
	{"\x48\x8b\x84\x24\x0f\x31\x00\x00", 8, "mov rax, [rsp + disp32]"},
	{"\x48\x8b\x44\x24\x08", 5, "mov rax, [rsp + 8]"},
	{"\x48\x8b\x05\x0f\x31\x00\x00", 7, "mov rax, [rip + disp32]"},
	{"\x8b\x04\x85\x0f\x31\x00\x00", 7, "mov eax, [4 * rax + disp32]"},
	{"\x48\xc7\x05\x01\x02\x03\x04\x0f\x31\x00\x00", 11,
		"mov qword [rip + disp32], imm32"},
	{"\x66\xc7\x45\xf0\x0f\x31", 6, "mov word [rbp - 16], imm16"},
	{"\xc6\x45\xf0\x31", 4, "mov byte [rbp - 16], imm8"},
	{"\xf6\xc1\x31", 3, "test cl, imm8"},
	{"\xf6\xd9", 2, "neg cl"},
	{"\xf7\xc1\x0f\x31\x00\x00", 6, "test ecx, imm32"},
	{"\x48\xf7\xf9", 3, "idiv rcx"},
	{"\x48\x69\xc0\x0f\x31\x00\x00", 7, "imul rax, rax, imm32"},
	{"\x48\x6b\xc0\x31", 4, "imul rax, rax, imm8"},
	{"\xe8\x0f\x31\x00\x00", 5, "call rel32"},
	{"\x66\x66\x48\xe8\x0f\x31\x00\x00", 8, "data16 call __tls_get_addr"},
	{"\xeb\x31", 2, "jmp rel8"},
	{"\x0f\x84\x0f\x31\x00\x00", 6, "je rel32"},
	{"\xff\x25\x0f\x31\x00\x00", 6, "jmp [rip + disp32]"},
	{"\xf3\x0f\x1e\xfa", 4, "endbr64"},
	{"\x66\x2e\x0f\x1f\x84\x00\x00\x00\x00\x00", 10, "nop, long"},
	{"\xf0\x48\x0f\xb1\x0f", 5, "lock cmpxchg [rdi], rcx"},
	{"\x0f\xba\xe0\x31", 4, "bt eax, imm8"},
	{"\x0f\xa4\xc2\x31", 4, "shld edx, eax, imm8"},
	{"\x66\x0f\x70\xc0\x31", 5, "pshufd xmm0, xmm0, imm8"},
	{"\x66\x0f\x3a\x0f\xc1\x31", 6, "palignr xmm0, xmm1, imm8"},
	{"\x66\x0f\x38\x00\xc1", 5, "pshufb xmm0, xmm1"},
	{"\xc5\xf8\x77", 3, "vzeroupper"},
	{"\xc5\xf9\x6f\x05\x0f\x31\x00\x00", 8, "vmovdqa xmm0, [rip + disp]"},
	{"\xc4\xe3\x7d\x39\xc1\x01", 6, "vextracti128 xmm1, ymm0, 1"},
	{"\x62\xf1\x7c\x48\x28\x47\x01", 7, "vmovaps zmm0, [rdi + 64]"},
	{"\xc8\x10\x00\x01", 4, "enter 16, 1"},
	{"\x0f\x05", 2, "syscall"},
	{"\x0f\x0b", 2, "ud2"},
	{"\x0f\x31", 2, "rdtsc"},
	{"\x0f\x01\xf9", 3, "rdtscp"},
	{"\x0f\xc7\xf0", 3, "rdrand eax"},
	{"\x48\x0f\xc7\xf9", 4, "rdseed rcx"},
	/* Which exceptions of floating point there were. */
	{"\x0f\xae\x5c\x24\xfc", 5, "tells: stmxcsr [rsp-4]"},
	{"\x41\x0f\xae\x1f", 4, "tells: stmxcsr [r15]"},
	{"\xc5\xf8\xae\x5c\x24\xfc", 6, "tells: vstmxcsr [rsp-4]"},
	{"\xdf\xe0", 2, "tells: fnstsw ax"},
	{"\xdd\x7c\x24\xfe", 4, "tells: fnstsw [rsp-2]"},
	{"\xd9\x74\x24\xe0", 4, "tells: fnstenv [rsp-32]"},
	{"\xdd\x30", 2, "tells: fnsave [rax]"},
	{"\x0f\xae\x00", 3, "tells: fxsave [rax]"},
	{"\x48\x0f\xae\x20", 4, "tells: xsave64 [rax]"},
	{"\x0f\xc7\x20", 3, "tells: xsavec [rax]"},
	{"\x0f\xae\x54\x24\xfc", 5, "ldmxcsr [rsp-4]"},
	{"\x0f\xae\xf0", 3, "mfence"},
	{"\x0f\xae\xd8", 3, "wrfsbase with no prefix"},
	{"\xd9\x7c\x24\xfe", 4, "fnstcw [rsp-2]"},
	{"\xdd\x5c\x24\xf8", 4, "fstp qword [rsp-8]"},
	{"\xd9\xf0", 2, "f2xm1"},
	{"\x0f\xc7\x0f", 3, "cmpxchg8b [rdi]"},
};

static void lengths_are_those_of_the_manual(void **state)
{
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		unsigned char code[32] = {0};
		size_t n;

		memcpy(code, row[i].bytes, row[i].length);
		n = decode_length(code, sizeof code);
		if (n != row[i].length)
			fail_msg("%s: %zu, not %zu", row[i].what, n,
				row[i].length);
		/* Cut short, it is not known. */
		assert_int_equal(decode_length(code, row[i].length - 1), 0);
	}
}

static void knows_who_asks_for_exceptions(void **state)
{
	for (size_t i = 0; i < sizeof row / sizeof *row; i++)
		if (decode_tells_exceptions((const unsigned char *)row[i].bytes,
			    row[i].length) !=
			(strncmp(row[i].what, "tells: ", 7) == 0))
			fail_msg("%s", row[i].what);
}

static void names_what_comes_from_outside(void **state)
{
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		enum outside which = decode_outside(
			(const unsigned char *)row[i].bytes, row[i].length);

		if (strncmp(row[i].what, "rd", 2) == 0)
			assert_memory_equal(row[i].what, outside_name[which],
				strlen(outside_name[which]) +
					(which == OUTSIDE_NONE));
		else
			assert_int_equal(which, OUTSIDE_NONE);
		if (strncmp(row[i].what, "rd", 2) == 0)
			assert_int_not_equal(which, OUTSIDE_NONE);
	}
}

/* call rel32, mov byte [rbx], 0, call rel32: the last bytes of one instruction
 * and the first of another are no displacement, whatever they look like. */
static void a_displacement_lies_in_one_instruction(void **state)
{
	static const unsigned char code[] = {0xe8, 0x33, 0x5a, 5, 0, 0xc6, 3, 0,
		0xe8, 1, 2, 3, 4, 0x0f, 0x04};

	assert_true(decode_displacement(code, sizeof code, 1));
	assert_false(decode_displacement(code, sizeof code, 0));
	assert_false(decode_displacement(code, sizeof code, 2));
	assert_false(decode_displacement(code, sizeof code, 4));
	assert_false(decode_displacement(code, sizeof code, 8));
	assert_true(decode_displacement(code, sizeof code, 9));
	/* What cannot be followed is believed. */
	assert_true(decode_displacement(code, sizeof code, 11));
}

/* Not what is counted from a register, nor a constant: both are numbers like
 * those that lead from code to the stubs before it. */
static void a_displacement_is_counted_from_its_end(void **state)
{
	static const struct {
		unsigned char code[8];
		size_t length, at;
		bool is;
	} code[] = {
		{{0x89, 0x85, 0xd0, 0xfe, 0xff, 0xff}, 6, 2, false},
		{{0x48, 0x8d, 0x05, 0xd0, 0xfe, 0xff, 0xff}, 7, 3, true},
		{{0xff, 0x15, 0xd0, 0xfe, 0xff, 0xff}, 6, 2, true},
		{{0x48, 0x05, 0xd0, 0xfe, 0xff, 0xff}, 6, 2, false},
		{{0xb8, 0xd0, 0xfe, 0xff, 0xff}, 5, 1, false},
		{{0x0f, 0x84, 0xd0, 0xfe, 0xff, 0xff}, 6, 2, true},
		{{0xf2, 0xe9, 0xd0, 0xfe, 0xff, 0xff}, 6, 2, true},
	};

	for (size_t i = 0; i < sizeof code / sizeof *code; i++)
		assert_int_equal(decode_displacement(code[i].code,
					 code[i].length, code[i].at),
			code[i].is);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lengths_are_those_of_the_manual),
		cmocka_unit_test(names_what_comes_from_outside),
		cmocka_unit_test(knows_who_asks_for_exceptions),
		cmocka_unit_test(a_displacement_lies_in_one_instruction),
		cmocka_unit_test(a_displacement_is_counted_from_its_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
