/* SPDX-License-Identifier: MIT */
/* null_member: an atomic store to a member through a null pointer is told by
 * its own address and line
 *
 * check: --exhaustive
 * verdict: bug crash
 * says: access through a null pointer (address 0x4)
 * says: null_member.c:22
 */
#include "test.h"

struct node {
	int value;
	atomic_int next;
};

static struct node *volatile none;

static void *work(void *unused)
{
	/* A volatile pointer, or the compiler would know. */
	atomic_store(&none->next, 1); /* BUG */
	return unused;
}

int main(void)
{
	finish(start(work, NULL));
	return 0;
}
