/* SPDX-License-Identifier: MIT */
#ifndef NATIVE_CALENDAR_H
#define NATIVE_CALENDAR_H

/* Before the first execution. */
void calendar_init(void);

#endif
