/* SPDX-License-Identifier: MIT */
/* fiber_x86_64.S - fiber_save, fiber_jump and the first frame of a fiber */
	.text
	.globl	fiber_save
	.hidden	fiber_save
	.type	fiber_save, @function
fiber_save:
	.cfi_startproc
	push	%rbp
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset %rbp, 0
	push	%rbx
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset %rbx, 0
	push	%r12
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset %r12, 0
	push	%r13
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset %r13, 0
	push	%r14
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset %r14, 0
	push	%r15
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset %r15, 0
	mov	%rsp, (%rdi)
	mov	%rdx, %rdi
	sub	$8, %rsp
	.cfi_adjust_cfa_offset 8
	call	*%rsi
	add	$8, %rsp
	.cfi_adjust_cfa_offset -8
	pop	%r15
	.cfi_adjust_cfa_offset -8
	.cfi_restore %r15
	pop	%r14
	.cfi_adjust_cfa_offset -8
	.cfi_restore %r14
	pop	%r13
	.cfi_adjust_cfa_offset -8
	.cfi_restore %r13
	pop	%r12
	.cfi_adjust_cfa_offset -8
	.cfi_restore %r12
	pop	%rbx
	.cfi_adjust_cfa_offset -8
	.cfi_restore %rbx
	pop	%rbp
	.cfi_adjust_cfa_offset -8
	.cfi_restore %rbp
	ret
	.cfi_endproc
	.size	fiber_save, . - fiber_save

	/* rdi: a stack pointer stored by fiber_save or made by fiber_make */
	.globl	fiber_jump
	.hidden	fiber_jump
	.type	fiber_jump, @function
fiber_jump:
	.cfi_startproc
	mov	%rdi, %rsp
	/* From here on an unwinder sees the frames of the other context. */
	.cfi_def_cfa_offset 56
	.cfi_rel_offset %r15, 0
	.cfi_rel_offset %r14, 8
	.cfi_rel_offset %r13, 16
	.cfi_rel_offset %r12, 24
	.cfi_rel_offset %rbx, 32
	.cfi_rel_offset %rbp, 40
	pop	%r15
	.cfi_adjust_cfa_offset -8
	.cfi_restore %r15
	pop	%r14
	.cfi_adjust_cfa_offset -8
	.cfi_restore %r14
	pop	%r13
	.cfi_adjust_cfa_offset -8
	.cfi_restore %r13
	pop	%r12
	.cfi_adjust_cfa_offset -8
	.cfi_restore %r12
	pop	%rbx
	.cfi_adjust_cfa_offset -8
	.cfi_restore %rbx
	pop	%rbp
	.cfi_adjust_cfa_offset -8
	.cfi_restore %rbp
	pop	%rcx
	.cfi_adjust_cfa_offset -8
	.cfi_register %rip, %rcx
	jmp	*%rcx
	.cfi_endproc
	.size	fiber_jump, . - fiber_jump

	/* rdi: as above; rsi: what is called as if fiber_save's caller did, and
	 * never returns; rdx: its argument */
	.globl	fiber_visit
	.hidden	fiber_visit
	.type	fiber_visit, @function
fiber_visit:
	.cfi_startproc
	mov	%rdi, %rsp
	.cfi_def_cfa_offset 56
	.cfi_rel_offset %r15, 0
	.cfi_rel_offset %r14, 8
	.cfi_rel_offset %r13, 16
	.cfi_rel_offset %r12, 24
	.cfi_rel_offset %rbx, 32
	.cfi_rel_offset %rbp, 40
	mov	(%rsp), %r15
	mov	8(%rsp), %r14
	mov	16(%rsp), %r13
	mov	24(%rsp), %r12
	mov	32(%rsp), %rbx
	mov	40(%rsp), %rbp
	mov	%rdx, %rdi
	/* They stay where they are, for who goes on there later. */
	sub	$8, %rsp
	.cfi_adjust_cfa_offset 8
	call	*%rsi
	ud2
	.cfi_endproc
	.size	fiber_visit, . - fiber_visit

	/* The outermost frame: r12 = entry, r13 = argument.  The return address
	 * is undefined, so that every unwinder stops here.  A fiber begins
	 * behind the nop: unwinders look a return address up one byte before. */
	.globl	fiber_first
	.hidden	fiber_first
	.type	fiber_first, @function
fiber_first:
	.cfi_startproc
	.cfi_undefined %rip
	.cfi_undefined %rbp
	nop
	xor	%ebp, %ebp
	mov	%r13, %rdi
	call	*%r12
	ud2
	.cfi_endproc
	.size	fiber_first, . - fiber_first
	.section .note.GNU-stack,"",@progbits
