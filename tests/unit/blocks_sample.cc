// SPDX-License-Identifier: MIT
// What debug information has of functions in functions: inlined ones, lambdas,
// methods of classes that are local, blocks with variables, namespaces.
#include <algorithm>
#include <cstdio>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace outer
{
namespace
{
int twice(int x)
{
	int y = x + x;
	if (y > 100) {
		int z = y * y;
		y = z % 101;
	}
	return y;
}
} // namespace

struct counter {
	int n = 0;
	void add(int by) { n += twice(by); }
	static int of(const std::vector<int> &v);
};

int counter::of(const std::vector<int> &v)
{
	struct local {
		counter c;
		void take(int x) { c.add(x); }
	} l;

	std::for_each(v.begin(), v.end(), [&](int x) {
		if (x % 2) {
			int odd = x;
			l.take(odd);
		} else {
			l.take(x / 2);
		}
	});
	return l.c.n;
}
} // namespace outer

int main(int argc, char **argv)
{
	std::map<std::string, std::vector<int>> m;

	for (int i = 0; i < argc; i++)
		for (const char *p = argv[i]; *p; p++)
			m[argv[i]].push_back(*p);
	try {
		for (auto &[name, v] : m) {
			if (v.empty())
				throw std::runtime_error(name);
			std::sort(v.begin(), v.end(),
				[](int a, int b) { return b < a; });
			std::printf("%d\n", outer::counter::of(v));
		}
	} catch (const std::exception &e) {
		std::puts(e.what());
	}
}
