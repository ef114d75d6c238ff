/* SPDX-License-Identifier: MIT */
/* filesystem_race: a path, or an iterator, that another thread uses at the same
 * time
 *
 * verdict: partial
 * holes: may_tear
 * races: some
 *
 * check: --exhaustive
 * flags: -std=c++17 -DUSES=fs::exists(path)
 *
 * check: --exhaustive
 * flags: -std=c++17 -DUSES=path.has_filename()
 *
 * check: --exhaustive
 * flags: -std=c++17 -DUSES=fs::remove(path)
 */
#include <filesystem>
#include <pthread.h>

namespace fs = std::filesystem;

static fs::path path = "a/b";

static void *other(void *unused)
{
	(void)USES;
	return unused;
}

int main()
{
	pthread_t t;

	pthread_create(&t, nullptr, other, nullptr);
	path /= "c";
	pthread_join(t, nullptr);
	return 0;
}
