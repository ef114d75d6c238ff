/* SPDX-License-Identifier: MIT */
/* embedded_data.S - the files themselves, and the table of them
 *
 * cmake/embed.cmake writes the list: one `file` for each.
 */
	.macro	file path, from
	.section .rodata
.Lpath\@:
	.asciz	"\path"
	.balign	16
.Lstart\@:
	.incbin	"\from"
.Lend\@:
	.section .data.rel.ro, "aw"
	.quad	.Lpath\@, .Lstart\@, .Lend\@
	.endm

	.section .data.rel.ro, "aw"
	.balign	16
	.globl	embedded_files, embedded_files_end
	.hidden	embedded_files, embedded_files_end
embedded_files:
	.include EMBEDDED_LIST
	.section .data.rel.ro, "aw"
embedded_files_end:
	.section .note.GNU-stack,"",@progbits
