/* SPDX-License-Identifier: MIT */
/* unordered_map: 41 keys (20 odd, 20 even, and 0) and the last writer of key 0
 *
 * The number of buckets is decided by code inside libstdc++.so, which remembers
 * when to grow; it is the same for both orders.
 *
 * default: checkpoint
 *
 * check: --exhaustive
 * verdict: verified
 * states: size=41,last=1 size=41,last=2
 * native: sc
 *
 * check: --exhaustive
 * flags: -DBUCKETS
 * verdict: verified
 * distinct: 1
 */
#include "both.h"
#include <unordered_map>

static std::unordered_map<int, int> m;

int main()
{
	both([](int i) {
		m[0] = i;
		for (int k = 0; k < 20; k++)
			m[i + 2 * k] = i;
	});
#ifdef BUCKETS
	std::printf("%d\n", (int)m.bucket_count());
#else
	std::printf("size=%d,last=%d\n", (int)m.size(), m[0]);
#endif
}
