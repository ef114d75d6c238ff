/* SPDX-License-Identifier: MIT */
/* sentence.h - a text that grows in a buffer of its caller, and is cut there */
#ifndef REPORT_SENTENCE_H
#define REPORT_SENTENCE_H

#include <stddef.h>
#include <stdint.h>

struct sentence {
	char *at;
	size_t used, size;
};

/* Empty, with a zero at its end; size at least 1. */
struct sentence sentence_in(char *out, size_t size);

/* Puts it behind what is there; what does not fit is lost. */
__attribute__((format(printf, 2, 3))) void sentence_add(
	struct sentence *s, const char *fmt, ...);

/* "12345", "12.3 M", "10^17", "over 10^300" */
void sentence_amount(char *out, size_t size, double n);

/* "s" unless there is one. */
const char *sentence_s(uint64_t n);

#endif
