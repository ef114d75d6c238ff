/* SPDX-License-Identifier: MIT */
/* error_code_race: the library reads an error code that another thread assigns
 *
 * check: --exhaustive
 * verdict: partial
 * races: some
 * holes: may_tear
 *
 * check: --exhaustive --races=error
 * verdict: bug data_race
 */
#include <pthread.h>
#include <system_error>

static std::error_code shared;
static volatile int seen;

static void *assign(void *)
{
	shared = std::make_error_code(std::errc::invalid_argument);
	return nullptr;
}

int main()
{
	pthread_t t;

	pthread_create(&t, nullptr, assign, nullptr);
	seen = shared.default_error_condition().value();
	pthread_join(t, nullptr);
	return 0;
}
