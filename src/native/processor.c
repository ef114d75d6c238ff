/* SPDX-License-Identifier: MIT */
#include "native/processor.h"

/* Of libgcc, in programs that use it; whoever calls it again changes nothing.
 */
int __cpu_indicator_init(void) __attribute__((weak));

void processor_init(void)
{
	if (__cpu_indicator_init)
		__cpu_indicator_init();
}
