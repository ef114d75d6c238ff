/* SPDX-License-Identifier: MIT */
/* proc_self: asks a file of the kernel's for its name space */
#include <unistd.h>

int main(void)
{
	char name[32];

	return readlink("/proc/self/ns/pid", name, sizeof name) > 0 ? 0 : 1;
}
