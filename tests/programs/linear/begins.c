/* SPDX-License-Identifier: MIT */
/* begins: what an object begins with, by who reads it before or after the one
 * operation that changes it
 *
 * A register that holds pointers begins with a null pointer.
 *
 * check: --exhaustive
 * verdict: verified
 *
 * Without that it begins with the number 0, which is another value.
 *
 * check: --exhaustive
 * args: zero
 * verdict: bug not_linearizable
 * says: read -> null
 *
 * Or with another pointer, or with bytes.
 *
 * check: --exhaustive
 * args: pointer
 * verdict: verified
 *
 * check: --exhaustive
 * args: bytes
 * verdict: verified
 *
 * check: --exhaustive
 * args: other_bytes
 * verdict: bug not_linearizable
 * says: read -> "here"
 *
 * A counter may begin below 0.
 *
 * check: --exhaustive
 * args: counter
 * verdict: verified
 *
 * check: --exhaustive
 * args: other_counter
 * verdict: bug not_linearizable
 */
#include <pthread.h>
#include <scarp/linearize.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

static int place[2];
static int *_Atomic cell;
static atomic_int number = -3;

static void *writes(void *unused)
{
	SCARP_OPERATION(&cell, "write", cell = &place[1],
		(SCARP_POINTER(&place[1])), SCARP_NOTHING);
	return unused;
}

static void *adds(void *unused)
{
	SCARP_OPERATION(&number, "add", atomic_fetch_add(&number, 5),
		(SCARP_NUMBER(5)), SCARP_NOTHING);
	return unused;
}

static void say(void)
{
	SCARP_OPERATION(&cell, "read", (void)0, (), SCARP_BYTES("here", 4));
}

static void *says(void *unused)
{
	say();
	return unused;
}

static void both(void *(*change)(void *), void (*look)(void))
{
	pthread_t t;

	pthread_create(&t, NULL, change, NULL);
	look();
	pthread_join(t, NULL);
}

static void reads(void)
{
	int *got;

	SCARP_OPERATION(&cell, "read", got = cell, (), SCARP_POINTER(got));
}

static void counts(void)
{
	int got;

	SCARP_OPERATION(&number, "read", got = atomic_load(&number), (),
		SCARP_NUMBER(got));
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "null";

	if (strcmp(how, "null") == 0) {
		scarp_specification_from(
			&cell, "register", SCARP_POINTER(NULL));
		both(writes, reads);
	} else if (strcmp(how, "zero") == 0) {
		scarp_specification(&cell, "register");
		both(writes, reads);
	} else if (strcmp(how, "pointer") == 0) {
		cell = &place[0];
		scarp_specification_from(
			&cell, "register", SCARP_POINTER(&place[0]));
		both(writes, reads);
	} else if (strstr(how, "bytes")) {
		scarp_specification_from(&cell, "register",
			SCARP_BYTES(how[0] == 'o' ? "gone" : "here", 4));
		both(says, say);
	} else {
		scarp_specification_from(&number, "counter",
			SCARP_NUMBER(how[0] == 'o' ? -4 : -3));
		both(adds, counts);
	}
	return 0;
}
