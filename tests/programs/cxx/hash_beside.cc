/* SPDX-License-Identifier: MIT */
/* hash_beside: the library hashes a text that another thread changes
 *
 * check: --exhaustive
 * verdict: verified
 * races: some
 */
#include <functional>
#include <pthread.h>
#include <string>

static std::string text = "text";

static void *change(void *)
{
	text[1] = 'a';
	return nullptr;
}

int main()
{
	pthread_t t;
	volatile size_t hash;

	pthread_create(&t, nullptr, change, nullptr);
	hash = std::hash<std::string>()(text);
	pthread_join(t, nullptr);
	return hash == 0;
}
