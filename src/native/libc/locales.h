/* SPDX-License-Identifier: MIT */
#ifndef NATIVE_LOCALES_H
#define NATIVE_LOCALES_H

/* Before the first execution. */
void locales_init(void);
void newlocale_init(void);

#endif
