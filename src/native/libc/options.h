/* SPDX-License-Identifier: MIT */
#ifndef NATIVE_OPTIONS_H
#define NATIVE_OPTIONS_H

/* Before the first execution. */
void options_init(void);

#endif
