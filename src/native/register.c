/* SPDX-License-Identifier: MIT */
/* register.c - the files of operations that may block, one line each */
#include "native/driver.h"

#define FILES(X)                                                               \
	X(mutex)                                                               \
	X(thread_api)                                                          \
	X(wait)                                                                \
	X(choose)                                                              \
	X(cond)                                                                \
	X(rwlock)                                                              \
	X(signal_wait)                                                         \
	X(timer)                                                               \
	X(sem)                                                                 \
	X(barrier)                                                             \
	X(once)                                                                \
	X(futex)                                                               \
	X(time)                                                                \
	X(reuse)                                                               \
	X(spurious)                                                            \
	X(fails)                                                               \
	X(tick)                                                                \
	X(buffer)

#define DECLARE(name) void name##_register(void);
FILES(DECLARE)

void operations_register(void)
{
#define CALL(name) name##_register();
	FILES(CALL)
}
