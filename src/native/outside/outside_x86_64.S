/* SPDX-License-Identifier: MIT */
/* outside_x86_64.S - calls of the test on their way out: outside.c
 *
 * What a slot of the loader's pointed to is called by way of a stub, which says
 * its number.  outside_call() answers where to go on; all that a call may pass,
 * variadic ones included, is as it was, and no frame of ours is left.
 */
	.text

	.globl	outside_stub
	.hidden	outside_stub
	.type	outside_stub, @function
	.balign	16
outside_stub:
	.cfi_startproc
	.set	number, 0
	.rept	2048			/* OUTSIDE_MAX */
	.balign	16
	mov	$number, %r11d
	jmp	enter
	.set	number, number + 1
	.endr
	.cfi_endproc
	.size	outside_stub, . - outside_stub

	.type	enter, @function
	.balign	16
enter:
	.cfi_startproc
	push	%rbp
	.cfi_adjust_cfa_offset 8
	.cfi_offset %rbp, -16
	mov	%rsp, %rbp
	.cfi_def_cfa_register %rbp
	sub	$192, %rsp
	mov	%rdi, (%rsp)		/* struct arguments */
	mov	%rsi, 8(%rsp)
	mov	%rdx, 16(%rsp)
	mov	%rcx, 24(%rsp)
	mov	%r8, 32(%rsp)
	mov	%r9, 40(%rsp)
	mov	%rax, 48(%rsp)
	mov	%r10, 56(%rsp)
	movaps	%xmm0, 64(%rsp)
	movaps	%xmm1, 80(%rsp)
	movaps	%xmm2, 96(%rsp)
	movaps	%xmm3, 112(%rsp)
	movaps	%xmm4, 128(%rsp)
	movaps	%xmm5, 144(%rsp)
	movaps	%xmm6, 160(%rsp)
	movaps	%xmm7, 176(%rsp)
	mov	%r11d, %edi
	mov	8(%rbp), %rsi		/* the return address */
	mov	%rsp, %rdx
	call	outside_call
	mov	%rax, %r11
	mov	(%rsp), %rdi
	mov	8(%rsp), %rsi
	mov	16(%rsp), %rdx
	mov	24(%rsp), %rcx
	mov	32(%rsp), %r8
	mov	40(%rsp), %r9
	mov	48(%rsp), %rax
	mov	56(%rsp), %r10
	movaps	64(%rsp), %xmm0
	movaps	80(%rsp), %xmm1
	movaps	96(%rsp), %xmm2
	movaps	112(%rsp), %xmm3
	movaps	128(%rsp), %xmm4
	movaps	144(%rsp), %xmm5
	movaps	160(%rsp), %xmm6
	movaps	176(%rsp), %xmm7
	leave
	.cfi_def_cfa %rsp, 8
	.cfi_restore %rbp
	jmp	*%r11
	.cfi_endproc
	.size	enter, . - enter

	.section .note.GNU-stack, "", @progbits
