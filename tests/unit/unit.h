/* SPDX-License-Identifier: MIT */
/* unit.h - what cmocka needs before it, and a memory for searches */
#ifndef UNIT_H
#define UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#undef fail /* ours is in err.h */

#include "search/search.h"

static _Alignas(16) char memory[1 << 20];

/* A search that must come into being. */
static inline struct search *searching(struct search_config config)
{
	struct search *s;

	assert_int_equal(
		search_new(&s, memory, sizeof memory, &config, NULL), OK);
	return s;
}

#endif
