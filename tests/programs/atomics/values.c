/* SPDX-License-Identifier: MIT */
/* values: what each operation returns and leaves, at each size
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * states: ended
 * executions: 1
 * native: sc
 */
#include "test.h"

#define CHECK(type)                                                            \
	do {                                                                   \
		static _Atomic type v;                                         \
		static type w;                                                 \
		type e = 1;                                                    \
		atomic_store(&v, 5);                                           \
		assert(atomic_load(&v) == 5);                                  \
		assert(atomic_exchange(&v, 6) == 5);                           \
		assert(atomic_fetch_add(&v, 10) == 6);                         \
		assert(atomic_fetch_sub(&v, 4) == 16);                         \
		assert(atomic_fetch_or(&v, 3) == 12);                          \
		assert(atomic_fetch_and(&v, 9) == 15);                         \
		assert(atomic_fetch_xor(&v, 1) == 9);                          \
		assert(atomic_load(&v) == 8);                                  \
		assert(!atomic_compare_exchange_strong(&v, &e, 3));            \
		assert(e == 8 && atomic_load(&v) == 8);                        \
		assert(atomic_compare_exchange_strong(&v, &e, 3));             \
		assert(e == 8 && atomic_load(&v) == 3);                        \
		e = 4;                                                         \
		assert(!atomic_compare_exchange_weak(&v, &e, 7) && e == 3);    \
		assert(__sync_fetch_and_add(&w, 2) == 0);                      \
		assert(__sync_add_and_fetch(&w, 2) == 4);                      \
		assert(__sync_val_compare_and_swap(&w, 4, 9) == 4);            \
		assert(__sync_bool_compare_and_swap(&w, 4, 1) == 0);           \
		assert(__sync_lock_test_and_set(&w, 1) == 9);                  \
		__sync_lock_release(&w);                                       \
		assert(__atomic_fetch_nand(&w, 5, __ATOMIC_SEQ_CST) == 0);     \
		assert((type)~w == 0);                                         \
		assert(__atomic_add_fetch(&w, 1, __ATOMIC_RELAXED) == 0);      \
		atomic_store(&v, (type)-1);                                    \
		atomic_fetch_add(&v, 1);                                       \
		assert(atomic_load(&v) == 0);                                  \
	} while (0)

int main(void)
{
	atomic_flag f = ATOMIC_FLAG_INIT;

	CHECK(unsigned char);
	CHECK(unsigned short);
	CHECK(unsigned int);
	CHECK(unsigned long);
	CHECK(signed char);
	CHECK(int);
	CHECK(long long);
	assert(!atomic_flag_test_and_set(&f));
	assert(atomic_flag_test_and_set(&f));
	atomic_flag_clear(&f);
	assert(!atomic_flag_test_and_set(&f));
	atomic_thread_fence(memory_order_seq_cst);
	atomic_signal_fence(memory_order_seq_cst);
	__sync_synchronize();
	printf("ended\n");
	return 0;
}
