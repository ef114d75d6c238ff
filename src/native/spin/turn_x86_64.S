/* SPDX-License-Identifier: MIT */
/* turn_x86_64.S - a loop's head tells its turn: with registers that outlive
 * calls, as the loop has them
 */
	.section scarp_hooks, "ax", @progbits
	.globl	__scarp_turn
	.hidden	turn_registers
	.hidden	turn_told
	.type	__scarp_turn, @function
__scarp_turn:
	.cfi_startproc
	mov	%rbx, turn_registers(%rip)
	mov	%rbp, 8+turn_registers(%rip)
	mov	%r12, 16+turn_registers(%rip)
	mov	%r13, 24+turn_registers(%rip)
	mov	%r14, 32+turn_registers(%rip)
	mov	%r15, 40+turn_registers(%rip)
	jmp	turn_told
	.cfi_endproc
	.size	__scarp_turn, . - __scarp_turn

	.section .note.GNU-stack, "", @progbits
