/* SPDX-License-Identifier: MIT */
/* page_data.S - the page without its data, as three texts (html.c) */
	.macro	text name, from
	.globl	\name
	.hidden	\name
\name:
	.incbin	"\from"
	.byte	0
	.endm

	.section .rodata
	text	html_page, PAGE_HTML
	text	html_style, PAGE_CSS
	text	html_script, PAGE_JS
	.section .note.GNU-stack,"",@progbits
