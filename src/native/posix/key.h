/* SPDX-License-Identifier: MIT */
/* key.h - pthread keys, for C11's names; pc: where the test calls */
#ifndef NATIVE_POSIX_KEY_H
#define NATIVE_POSIX_KEY_H

#include "native/rt.h"

#include <pthread.h>

int key_create(pthread_key_t *out, void (*destructor)(void *), uint64_t pc);
int key_delete(pthread_key_t k, uint64_t pc);
int key_set(pthread_key_t k, const void *value, uint64_t pc);
void *key_get(pthread_key_t k, uint64_t pc);

#endif
