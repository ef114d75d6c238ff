/* SPDX-License-Identifier: MIT */
/* library: memory that a library allocates for itself does not fail, as is
 * told; the text of an ostringstream here. What the test allocates does
 *
 * check: --exhaustive --fail malloc
 * modes: fork
 * verdict: verified
 * scope: failures not_failed
 * states: kept lost
 */
#include <cstdio>
#include <cstdlib>
#include <sstream>

int main()
{
	std::ostringstream text;
	void *volatile kept = std::malloc(10);

	for (int i = 0; i < 100; i++)
		text << i << " some text that does not fit into the string ";
	std::puts(kept ? "kept" : "lost");
	std::free(kept);
	return text.good() ? 0 : 1;
}
