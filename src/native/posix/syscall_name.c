/* SPDX-License-Identifier: MIT */
#include "native/posix/syscall_name.h"

static const struct {
	long number;
	const char *name;
} names[] = {
#define NAME(number, name) {number, name},
#include "syscall_names.inc"
#undef NAME
};

const char *syscall_name(long number)
{
	for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
		if (names[i].number == number)
			return names[i].name;
	return "";
}
