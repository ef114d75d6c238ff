/* SPDX-License-Identifier: MIT */
/* case.c - one test case of a framework that has no argument which names it
 *
 * cmocka keeps the name in a variable of its library, which a test program may
 * set by a call.  The command makes that call from here: what it stores is then
 * part of what every execution begins with.
 */
#include "native/case.h"

#include <stddef.h>
#include <string.h>

#include "native/rt.h"

/* There if the program has cmocka, of the library or of its archive. */
extern void cmocka_set_test_filter(const char *pattern) __attribute__((weak));

void case_init(void)
{
	static const char name[] = "SCARP_CASE=";

	if (!cmocka_set_test_filter)
		return;
	for (char **e = rt.envp; *e; e++)
		if (strncmp(*e, name, sizeof name - 1) == 0)
			cmocka_set_test_filter(*e + sizeof name - 1);
}
