/* SPDX-License-Identifier: MIT */
/* driver.h - one execution after the other, on the process's first stack */
#ifndef NATIVE_DRIVER_H
#define NATIVE_DRIVER_H

#include "native/rt.h"

/* Explores until the search is done, then ends the process. */
void driver_run(void) __attribute__((noreturn));
/* The main thread of the test: constructors, main, exit. */
void *main_run(void *arg);
/* Every file of operations fills its rows of offer_of. */
void operations_register(void);

#endif
