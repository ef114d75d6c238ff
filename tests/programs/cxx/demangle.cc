/* SPDX-License-Identifier: MIT */
/* demangle: a C++ call that scarp does not know is told even where the runtime
 * makes the same one
 *
 * Two threads in turn have a name written into one buffer by the library; the
 * last one stays.  (Every other C++ test shows that the runtime's own call is
 * not told: it would run in fork mode.)
 *
 * states: A::b() A::c()
 *
 * check: --exhaustive
 * modes: fork
 * default: fork
 * verdict: partial
 * holes: unseen_calls
 * says: __cxa_demangle (demangle.cc:42)
 * native: sc
 *
 * check: --exhaustive
 * modes: checkpoint restart
 * verdict: partial
 * holes: unknown_calls unseen_calls
 * says: __cxa_demangle (demangle.cc:42)
 */
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cxxabi.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *buffer;
static size_t room = 64;

static void *work(void *mangled)
{
	char *text;
	int status;

	pthread_mutex_lock(&lock);
	/* The line that is to be named: */
	text = abi::__cxa_demangle(
		static_cast<char *>(mangled), buffer, &room, &status);
	assert(text == buffer && status == 0);
	pthread_mutex_unlock(&lock);
	return nullptr;
}

int main()
{
	static char b[] = "_ZN1A1bEv", c[] = "_ZN1A1cEv";
	pthread_t t, u;

	buffer = static_cast<char *>(std::malloc(room));
	pthread_create(&t, nullptr, work, b);
	pthread_create(&u, nullptr, work, c);
	pthread_join(t, nullptr);
	pthread_join(u, nullptr);
	std::printf("%s\n", buffer);
	std::free(buffer);
}
