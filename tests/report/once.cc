// SPDX-License-Identifier: MIT
// A lambda of a member function, and a static local that two threads use.
#include <cassert>
#include <thread>

static int make()
{
	return 4;
}

static int &number()
{
	static int one = make();

	return one;
}

struct server {
	int n = 0;
	std::thread t;

	void start()
	{
		t = std::thread([this] { n = number(); });
	}
};

int main()
{
	server s;

	s.start();
	int mine = number();
	s.t.join();
	assert(s.n != mine);
}
