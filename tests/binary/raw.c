/* SPDX-License-Identifier: MIT */
/* raw.c - waits by an instruction of its own */
#include <linux/futex.h>
#include <sys/syscall.h>

static int word;

int main(void)
{
	long result;

	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "a"(SYS_futex), "D"(&word), "S"(FUTEX_WAKE), "d"(1)
			 : "rcx", "r11", "memory");
	return result != 0;
}
