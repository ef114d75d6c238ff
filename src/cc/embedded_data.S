/* SPDX-License-Identifier: MIT */
/* embedded_data.S - the files themselves; paths come from cmake/command.cmake */
	.macro	file name, path
	.globl	embedded_\name, embedded_\name\()_end
	.hidden	embedded_\name, embedded_\name\()_end
	.balign	16
embedded_\name:
	.incbin	"\path"
embedded_\name\()_end:
	.endm

	.section .rodata
	file	runtime, EMBED_RUNTIME
	file	symbols, EMBED_SYMBOLS
	file	stub, EMBED_STUB
	file	specs, EMBED_SPECS
	file	header, EMBED_HEADER
	.section .note.GNU-stack,"",@progbits
