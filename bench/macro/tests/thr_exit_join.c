/* SPDX-License-Identifier: MIT */
/* thr_exit_join - main ends while its child joins it, and frees what main had
 */
#include "kernel.h"
#include "thr.h"

static void *child(void *parent)
{
	void *status = NULL;

	thr_join((int)(intptr_t)parent, &status);
	assert(status == (void *)(intptr_t)'!');
	return NULL;
}

int main(void)
{
	thr_init();
	thr_create(child, (void *)(intptr_t)thr_self());
	thr_exit((void *)(intptr_t)'!');
}
