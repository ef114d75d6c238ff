// SPDX-License-Identifier: MIT
// containers.cc - vector, map, string and shared_ptr, as programs use them
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bench.h"

static long body(long count, long number)
{
	std::map<int, std::shared_ptr<std::string>> names;
	std::vector<int> keys;
	long sum = 0;

	for (long i = 0; i < count; i++) {
		int key = (int)(i * 7919 % 257);
		auto &name = names[key];

		keys.push_back(key);
		if (!name)
			name = std::make_shared<std::string>(
				"name " + std::to_string(key));
		else if (i % 5 == 0)
			names.erase(key);
		if (keys.size() > 100) {
			for (int k : keys)
				sum += k;
			keys.clear();
		}
	}
	for (auto &entry : names)
		sum += (long)entry.second->size();
	return sum;
}
