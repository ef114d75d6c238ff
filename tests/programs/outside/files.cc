/* SPDX-License-Identifier: MIT */
/* files: what C++ does to files by calls that are not modelled is a hole, also
 * alone
 *
 * modes: fork
 * verdict: partial
 * holes: file_writes
 *
 * check: --exhaustive
 * flags: -std=c++17 '-DTOUCH=std::wofstream("/dev/null")<<1'
 *
 * check: --exhaustive
 * flags: -std=c++17 '-DTOUCH=(void)std::filesystem::space("/")'
 */
#include <filesystem>
#include <fstream>
#include <pthread.h>

static void *nothing(void *arg)
{
	return arg;
}

int main()
{
	pthread_t t;

	pthread_create(&t, nullptr, nothing, nullptr);
	pthread_join(t, nullptr);
	TOUCH;
	return 0;
}
