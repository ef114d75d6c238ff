/* SPDX-License-Identifier: MIT */
/* machine.h - how much memory the machine has */
#ifndef CLI_PROCESSES_MACHINE_H
#define CLI_PROCESSES_MACHINE_H

#include <stdint.h>

/* Bytes that can be had; UINT64_MAX: unknown. */
uint64_t machine_available(void);
/* Of all its memory, in percent; 100: unknown.  For tests:
 * SCARP_MEMORY=PERCENT. */
double machine_available_percent(void);

#endif
