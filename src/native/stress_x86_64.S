/* SPDX-License-Identifier: MIT */
/* stress_x86_64.S - from a detour to where the call led (stress.c)
 *
 * On the stack: the detour's number, then what the call left there.
 */
	.text
	.globl stress_enter
	.hidden stress_enter
	.hidden stress_delayed
	.type stress_enter, @function
stress_enter:
	.cfi_startproc
	.cfi_adjust_cfa_offset 8
	push %rax
	.cfi_adjust_cfa_offset 8
	push %rcx
	.cfi_adjust_cfa_offset 8
	push %rdx
	.cfi_adjust_cfa_offset 8
	push %rsi
	.cfi_adjust_cfa_offset 8
	push %rdi
	.cfi_adjust_cfa_offset 8
	push %r8
	.cfi_adjust_cfa_offset 8
	push %r9
	.cfi_adjust_cfa_offset 8
	push %r10
	.cfi_adjust_cfa_offset 8
	mov 64(%rsp), %rdi
	call stress_delayed
	mov %rax, %r11
	pop %r10
	.cfi_adjust_cfa_offset -8
	pop %r9
	.cfi_adjust_cfa_offset -8
	pop %r8
	.cfi_adjust_cfa_offset -8
	pop %rdi
	.cfi_adjust_cfa_offset -8
	pop %rsi
	.cfi_adjust_cfa_offset -8
	pop %rdx
	.cfi_adjust_cfa_offset -8
	pop %rcx
	.cfi_adjust_cfa_offset -8
	pop %rax
	.cfi_adjust_cfa_offset -8
	add $8, %rsp
	.cfi_adjust_cfa_offset -8
	jmp *%r11
	.cfi_endproc
	.size stress_enter, .-stress_enter
	.section .note.GNU-stack, "", @progbits
