/* SPDX-License-Identifier: MIT */
/* kept_cxx: what libstdc++ keeps is no leak either: facets of a locale, and
 * what they cache; exceptions leave nothing
 *
 * check: --exhaustive --leak-check
 * flags: -DKEEP=std::locale::global(std::locale(utf8))
 * modes: fork
 * verdict: partial
 * holes: unseen_calls
 * default: fork
 *
 * check: --exhaustive --leak-check
 * flags: -DKEEP=format()
 * modes: checkpoint restart fork
 * verdict: verified
 *
 * check: --exhaustive --leak-check
 * flags: -DKEEP=hand_over()
 * modes: checkpoint restart fork
 * verdict: verified
 *
 * check: --exhaustive --leak-check
 * flags: -DKEEP=forget()
 * modes: checkpoint restart fork
 * verdict: bug leak
 */
#include <atomic>
#include "test.h"
#include <locale>
#include <sstream>
#include <stdexcept>
#include <string>

static std::atomic_int x;
__attribute__((unused)) static const char utf8[] = "C.UTF-8";

__attribute__((unused)) static void format()
{
	std::ostringstream out;

	out << 1.5 << ' ' << 1000000;
	assert(out.str().size() > 3);
}

__attribute__((unused)) static void hand_over()
{
	try {
		throw std::runtime_error(std::string(100, 'x'));
	} catch (const std::exception &e) {
		assert(e.what()[99] == 'x');
	}
}

__attribute__((unused)) static void forget()
{
	volatile char *p = new char[100];

	p[0] = 1;
}

static void *look(void *)
{
	x++;
	return NULL;
}

int main()
{
	pthread_t t = start(look, NULL);

	KEEP;
	x++;
	KEEP;
	finish(t);
	return 0;
}
