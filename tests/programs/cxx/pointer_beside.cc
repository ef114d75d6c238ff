/* SPDX-License-Identifier: MIT */
/* pointer_beside: an exception's pointer is copied while another thread resets it
 *
 * check: --exhaustive
 * verdict: bug use_after_free
 * races: some
 */
#include <exception>
#include <pthread.h>

static std::exception_ptr shared = std::make_exception_ptr(1);

static void *reset(void *)
{
	shared = nullptr;
	return nullptr;
}

int main()
{
	pthread_t t;

	pthread_create(&t, nullptr, reset, nullptr);
	{
		std::exception_ptr copy(shared);
	}
	pthread_join(t, nullptr);
	return 0;
}
