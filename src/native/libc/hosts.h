/* SPDX-License-Identifier: MIT */
/* hosts.h - "localhost", as /etc/hosts of this machine has it */
#ifndef NATIVE_LIBC_HOSTS_H
#define NATIVE_LIBC_HOSTS_H

#include <stdbool.h>

enum {
	HOSTS_MOST = 4 /* lines for one name and family */
};

/* How many lines name 127.0.0.1 so, and how many ::1.  False: another address
 * has that name, or something else than the file is asked first. */
bool hosts_localhost(int *of_4, int *of_6);

#endif
