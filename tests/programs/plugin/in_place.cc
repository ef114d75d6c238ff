/* SPDX-License-Identifier: MIT */
/* in_place: what C++ builds where it stays: new S(f()), placement new, a
 * member's initialiser, a result that may be an exception instead
 *
 * Both threads make the value from what they have read: 2, or 1 when both read
 * before either wrote.  An exception is thrown by the call that reads 2, of
 * which there is none.
 *
 * verdict: verified
 * states: 1 2
 * races: some
 *
 * check: --exhaustive
 * args: placement
 * native: sc
 *
 * check: --exhaustive
 * args: member
 *
 * check: --exhaustive
 * args: assigned
 *
 * check: --exhaustive
 * args: element
 *
 * check: --exhaustive
 * args: assigned
 * flags: -O0
 */
#include <cstdio>
#include <cstring>
#include <new>
#include <pthread.h>
#include <vector>

struct count {
	long n;
};

__attribute__((noinline)) static count more(long n)
{
	if (n == 2)
		throw 2;
	return {n + 1};
}

struct holder {
	count c;
	explicit holder(long n) : c(more(n))
	{
	}
};

static holder *at;
static std::vector<count> *some;

int main(int argc, char **argv)
{
	char *how = argv[argc - 1];

	at = static_cast<holder *>(::operator new(sizeof *at));
	at->c.n = 0;
	some = new std::vector<count>(3);
	auto body = [](void *p) -> void * {
		const char *how = static_cast<const char *>(p);

		if (std::strcmp(how, "placement") == 0)
			new (&at->c) count(more(at->c.n));
		else if (std::strcmp(how, "member") == 0)
			new (at) holder(at->c.n);
		else if (std::strcmp(how, "element") == 0)
			(*some)[1] = more((*some)[1].n);
		else
			try {
				at->c = more(at->c.n);
			} catch (int n) {
				at->c.n = 100 + n;
			}
		return nullptr;
	};
	pthread_t a, b;

	pthread_create(&a, nullptr, body, how);
	pthread_create(&b, nullptr, body, how);
	pthread_join(a, nullptr);
	pthread_join(b, nullptr);
	std::printf("%ld\n",
		std::strcmp(how, "element") == 0 ? (*some)[1].n : at->c.n);
}
