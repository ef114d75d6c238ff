/* SPDX-License-Identifier: MIT */
/* setjmp_x86_64.S - setjmp and its like: announced, then glibc's own
 *
 * They return twice, so there must be no frame of ours when glibc's runs: each
 * asks setjmp.c where that is, and jumps there with the stack as it found it.
 */
	.text

	.macro FORWARD name number
	.globl	\name
	.type	\name, @function
\name:
	.cfi_startproc
	push	%rdi
	.cfi_adjust_cfa_offset 8
	push	%rsi
	.cfi_adjust_cfa_offset 8
	sub	$8, %rsp
	.cfi_adjust_cfa_offset 8
	mov	$\number, %edx
	mov	24(%rsp), %rcx		/* the return address */
	call	setjmp_forward
	add	$8, %rsp
	.cfi_adjust_cfa_offset -8
	pop	%rsi
	.cfi_adjust_cfa_offset -8
	pop	%rdi
	.cfi_adjust_cfa_offset -8
	jmp	*%rax
	.cfi_endproc
	.size	\name, . - \name
	.endm

	FORWARD _setjmp 0
	FORWARD setjmp 1
	FORWARD __sigsetjmp 2

	.section .note.GNU-stack, "", @progbits
