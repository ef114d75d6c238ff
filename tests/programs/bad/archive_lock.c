/* SPDX-License-Identifier: MIT */
/* archive_lock: a lock of the program's own, under names that the C library
 * has, too: nothing else is in this file, so that it comes out of an archive
 * for these names or not at all */
#include <stdatomic.h>

static atomic_flag held = ATOMIC_FLAG_INIT;
extern int locked;
int locked;

int mtx_lock(void *unused)
{
	(void)unused;
	while (atomic_flag_test_and_set(&held))
		;
	locked++;
	return 42;
}

int mtx_unlock(void *unused)
{
	(void)unused;
	atomic_flag_clear(&held);
	return 43;
}
