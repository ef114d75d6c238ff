/* SPDX-License-Identifier: MIT */
/* phase_name.h - functions that make objects, or do away with them, by name
 *
 * What a program initialises no other thread should see yet, and what it
 * destroys none any more; it mostly ensures that by other means than it uses in
 * between, so that races with such functions are less often worth a search of
 * their own (detect/race.h: setup).  No program says which functions these are.
 *
 * Here they are: constructors and destructors of C++; and what has, as the
 * first or the last word of its name, one of
 *   init initialise initialize create new setup ctor construct
 *   destroy free fini finalise finalize deinit teardown dtor destruct
 * where words end at an underscore and before a capital letter ("queue_init",
 * "initQueue").  Not those with a word that says what runs (main, test, thread,
 * worker, task, run, loop, bench), nor the standard library's, nor plain "new",
 * "free" and "create", which hand out and take back the memory of others.
 *
 * Words that are as often said of an operation between threads are not in the
 * list: alloc, delete, remove, open, close, start, stop, exit, release.
 */
#ifndef DETECT_PHASE_NAME_H
#define DETECT_PHASE_NAME_H

#include "detect/race.h"

/* Of a function as a reader calls it: qualified, no parameters, no template
 * arguments. */
enum race_phase phase_of_name(const char *name);

#endif
