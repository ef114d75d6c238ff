/* SPDX-License-Identifier: MIT */
/* syscall_name.h - what the kernel calls a system call */
#ifndef NATIVE_POSIX_SYSCALL_NAME_H
#define NATIVE_POSIX_SYSCALL_NAME_H

/* By its number; "": the headers of the machine where scarp was built have
 * none. */
const char *syscall_name(long number);

#endif
