/* SPDX-License-Identifier: MIT */
/* proc_self: asks a file of the kernel's for its process number */
#include <unistd.h>

int main(void)
{
	char number[32];

	return readlink("/proc/self", number, sizeof number) > 0 ? 0 : 1;
}
