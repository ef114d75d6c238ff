/* SPDX-License-Identifier: MIT */
/* execs: becomes another program */
#include <unistd.h>

int main(void)
{
	execl("/bin/true", "true", (char *)NULL);
	return 0;
}
