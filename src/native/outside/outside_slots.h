/* SPDX-License-Identifier: MIT */
/* outside_slots.h - the modules of the process, and where they call others */
#ifndef NATIVE_OUTSIDE_SLOTS_H
#define NATIVE_OUTSIDE_SLOTS_H

#include "native/rt.h"

enum {
	OUTSIDE_MAX = 2048 /* stubs in outside_x86_64.S */
};

/* What a slot that led to `target` is to lead to; `name` stays valid, NULL: not
 * known.  outside.c. */
void *outside_stub_for(void *target, const char *name);

/* Looks for modules that were not there before, and turns their slots.  One
 * that scarp did not build is the hole `uninstrumented`, if it came later. */
void outside_modules_again(void);

/* Is this code that scarp cc compiled? */
bool outside_is_ours(uint64_t pc);
/* Is this code of another module? */
bool outside_is_foreign(uint64_t address);
/* The library that it is in; NULL: none, or one that comes with the system. */
const char *outside_library(const void *function);
/* Where the code of its module is; false: it is in none. */
bool outside_code_of(const void *function, uint64_t *start, uint64_t *end);
/* What its module calls by that name is `to` from now on. */
void outside_lead(const void *function, const char *name, void *to);
/* Bytes of data of the module that has this function, as far as they can be
 * written; *start is where, 8-aligned. */
size_t outside_data_of(const void *function, uint64_t *start);
/* Is this data of such code? */
bool outside_is_data(uint64_t address);
/* Does nobody write there: constants and code of a module? */
bool outside_is_constant(uint64_t address);
/* Is that a function of other modules, and of none that scarp cc compiled?
 * `next`: what the program itself defines is passed over (RTLD_NEXT). */
bool outside_defines(const char *name, bool next);
/* Where the program has that name; 0: nowhere. */
uint64_t outside_of_program(const char *name);
/* Does any module have that name? */
bool outside_finds(const char *name, bool next);

#endif
