/* SPDX-License-Identifier: MIT */
/* bad_use: each way to note operations that says nothing, and its message.
 *
 * check: --exhaustive --stop-after 0
 * verdict: bug bad_operation
 * executions: 20
 * failed: 20
 * says: 'pop' is called before the thread's operation of the same object has r
 * says: 'a return' of an operation that the thread has not called, or that has
 * says: 'push' never returns: its thread has ended
 * says: the process ends within 'push'
 * says: 'pop' has the address of a local whose function has returned
 * says: a stack has no 'peek'; it has: push, pop
 * says: 'push' of a stack has 1 argument, not 0
 * says: what 'push' of a stack returns is SCARP_NOTHING
 * says: 'heap' is no specification (scarp help linearize has them)
 * says: 'stack' begins empty: it takes no initial value
 * says: 'semaphore' begins with a number that is not negative
 * says: 'register' begins with a number, bytes or a pointer
 * says: 'counter' begins with a number
 * says: 'counter' begins with a number from -2^62 on
 * says: 'semaphore' begins with a number
 * says: 'queue' begins empty: it takes no initial value
 * says: 'push' has a value of more than 40 bytes
 * says: the name of an operation has 1 to 31 characters, not 0
 * says: 'stack' is said within an operation of the object
 * says: 'add' of a counter takes numbers
 */
#include <pthread.h>
#include <scarp/linearize.h>
#include <scarp/scarp.h>
#include <stddef.h>
#include <stdlib.h>

static int stack, other[1];
static const struct scarp_value none = {0, 0, 0, NULL};

static void *ends_within(void *unused)
{
	const struct scarp_value one = SCARP_NUMBER(1);

	scarp_operation_call(&stack, "push", &one, 1);
	return unused;
}

static __attribute__((noinline)) void *local(void)
{
	volatile char here[64] = "";
	void *volatile at = (void *)(size_t)here;

	return at;
}

static void value(struct scarp_value argument)
{
	SCARP_OPERATION(&stack, "push", (void)0, (argument), SCARP_NOTHING);
}

static void in_a_thread(void)
{
	pthread_t t;

	pthread_create(&t, NULL, ends_within, NULL);
	pthread_join(t, NULL);
}

static void misuse(unsigned which)
{
	static const char long_one[41] = "x";
	void *got;

	switch (which) {
	case 0:
		SCARP_OPERATION(&stack, "push",
			SCARP_OPERATION(
				&stack, "pop", (void)0, (), SCARP_EMPTY),
			(SCARP_NUMBER(1)), SCARP_NOTHING);
		break;
	case 1:
		scarp_operation_return(&stack, none);
		break;
	case 2:
		in_a_thread();
		break;
	case 3:
		SCARP_OPERATION(&stack, "push", exit(0), (SCARP_NUMBER(1)),
			SCARP_NOTHING);
		break;
	case 4:
		SCARP_OPERATION(
			&stack, "pop", got = local(), (), SCARP_POINTER(got));
		break;
	case 5:
		SCARP_OPERATION(&stack, "peek", (void)0, (), SCARP_EMPTY);
		break;
	case 6:
		SCARP_OPERATION(&stack, "push", (void)0, (), SCARP_NOTHING);
		break;
	case 7:
		SCARP_OPERATION(&stack, "push", (void)0, (SCARP_NUMBER(1)),
			SCARP_NUMBER(0));
		break;
	case 8:
		scarp_specification(other, "heap");
		break;
	case 9:
		scarp_specification_from(other, "stack", SCARP_NUMBER(1));
		break;
	case 10:
		scarp_specification_from(other, "semaphore", SCARP_NUMBER(-1));
		break;
	case 11:
		scarp_specification_from(other, "register", SCARP_EMPTY);
		break;
	case 12:
		value(SCARP_BYTES(long_one, sizeof long_one));
		break;
	case 13:
		SCARP_OPERATION(&stack, "", (void)0, (), SCARP_NOTHING);
		break;
	case 14:
		SCARP_OPERATION(&stack, "push",
			scarp_specification(&stack, "stack"), (SCARP_NUMBER(1)),
			SCARP_NOTHING);
		break;
	case 15:
		scarp_specification_from(other, "counter", SCARP_POINTER(NULL));
		break;
	case 16:
		scarp_specification_from(
			other, "counter", SCARP_NUMBER(-(1ll << 62) - 1));
		break;
	case 17:
		scarp_specification_from(other, "semaphore", SCARP_TRUTH(1));
		break;
	case 18:
		scarp_specification_from(other, "queue", SCARP_POINTER(NULL));
		break;
	default:
		scarp_specification(other, "counter");
		SCARP_OPERATION(
			other, "add", (void)0, (SCARP_EMPTY), SCARP_NOTHING);
	}
}

int main(void)
{
	scarp_specification(&stack, "stack");
	misuse(scarp_choose(20));
	return 0;
}
