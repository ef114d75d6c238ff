/* SPDX-License-Identifier: MIT */
/* real.c - the definitions that ours hide */
#include "native/rt.h"

#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

void *real_find(void **slot, const char *name, const char *version)
{
	void *found = version ? dlvsym(RTLD_NEXT, name, version)
			      : dlsym(RTLD_NEXT, name);

	if (!found) {
		static const char text[] = "scarp: the C library lacks ";

		(void)!write(2, text, sizeof text - 1);
		(void)!write(2, name, strlen(name));
		(void)!write(2, "\n", 1);
		_exit(3);
	}
	*slot = found;
	return found;
}
