// SPDX-License-Identifier: MIT
// Names that a report makes of lambdas and of what a library calls its members.
#include <cassert>
#include <thread>
#include <vector>

static std::vector<int> all{1, 2};

int main()
{
	std::thread second([] { all.clear(); });
	assert(!all.empty());
	second.join();
}
