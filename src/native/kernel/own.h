/* SPDX-License-Identifier: MIT */
/* own.h - the process's own folder in /proc
 *
 * getpid gives a number of ours (ident.h), and /proc is the kernel's: what lies
 * below the folder of that number is what lies below /proc/self.
 */
#ifndef NATIVE_KERNEL_OWN_H
#define NATIVE_KERNEL_OWN_H

#include <stdbool.h>
#include <stddef.h>

/* The name by which the kernel knows that path: itself, or one in the arena. */
const char *own_path(const char *path);
/* The same for at once: itself, or what holds until the next call of this. */
const char *own_name(const char *path);
/* Is it the link /proc/self? */
bool own_link(const char *path);
/* What that says; how long it is. */
long own_number(char *out, size_t n);

/* own_stat.c: is it /proc/self/stat, by the kernel's name? */
bool own_stat_named(const char *path);
/* What that says, the same in all executions; how long it is. */
size_t own_stat(char *out, size_t n);

#endif
