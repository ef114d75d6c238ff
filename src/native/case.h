/* SPDX-License-Identifier: MIT */
/* case.h - one test case of a framework that has no argument which names it */
#ifndef NATIVE_CASE_H
#define NATIVE_CASE_H

/* Before the first execution; rt.envp is there.  Tells cmocka, if it is linked,
 * which test to run: SCARP_CASE in the environment.  Without that nothing. */
void case_init(void);

#endif
