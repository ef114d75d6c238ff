/* SPDX-License-Identifier: MIT */
/* text_streams: what std::stringstream and its kin do goes back with each
 * execution, whatever was switched between two calls of theirs
 *
 * Each thread has its own, counts in between, and asserts all that it gets.
 * Two threads of two additions each: C(4, 2) = 6 orders.
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * executions: 6
 *
 * check: --exhaustive
 * verdict: verified
 * races: none
 */
#include <atomic>
#include <cassert>
#include <iomanip>
#include <sstream>
#include <string>
#include <thread>
#include <utility>

static std::atomic<int> counter;

static void writes(int me)
{
	std::ostringstream out, other(std::string("behind"), std::ios::ate);
	std::string text(600, 'a'), got;

	out << me << ' ' << std::hex << 255 << std::dec << " " << 0.5 << text;
	out.width(4);
	out << std::setfill('*') << me << true << 'c' << 7L << 8ull << 1e300
	    << std::setprecision(3) << 3.14159 << static_cast<void *>(nullptr);
	counter++;
	got = out.str();
	assert(got.size() == 600 + 8 + 4 + 4 + 6 + 4 + 1);
	assert(got.substr(0, 9) == std::to_string(me) + " ff 0.5a");
	assert(got.substr(608) == "***" + std::to_string(me) +
					  "1c781e+3003.140");
	out.seekp(0);
	out << "first";
	assert(out.tellp() == 5);
	assert(out.str().substr(0, 7) == "first0.");
	out.str("again");
	assert(out.str() == "again");
	counter++;
	out << text << text;
	out.put('!').write("??", 2).flush();
	assert(out.str().size() == 1203 && out.good());
	other << me << std::string(" and ") << std::move(text);
	assert(other.str().size() == 6 + 1 + 5 + 600);
	out = std::move(other);
	out.clear();
	assert(out.str().substr(0, 6) == "behind");
}

static void reads(int me)
{
	std::istringstream in("12 -3 4.5 word 0x1f true\nline two\nlast");
	std::stringstream both;
	std::string word, line;
	char some[8], c;
	double real;
	unsigned u;
	bool yes;
	int a, b;

	in >> a >> b;
	counter++;
	in >> real >> word >> std::hex >> u >> std::boolalpha >> yes;
	assert(a == 12 && b == -3 && word == "word" && u == 31 && yes);
	assert(real > 4.4 && real < 4.6);
	assert(std::getline(in, line) && line.empty());
	in.get(c);
	in.unget();
	assert(in.peek() == 'l' && c == 'l' && in.tellg() == 25);
	in.ignore(5);
	in.getline(some, sizeof some);
	assert(std::string(some) == "two" && in.gcount() == 4);
	in.read(some, 3);
	assert(some[0] == 'l' && some[2] == 's' && in.get() == 't');
	assert(in.get() == EOF && in.eof());
	in.clear();
	in.seekg(0);
	in.putback('x');
	assert(in.fail());
	both << me << " " << std::string(100, 'b');
	counter++;
	both >> a >> line;
	assert(a == me && line.size() == 100 && both.eof());
	both.exceptions(std::ios::failbit);
	try {
		both >> a;
		assert(false);
	} catch (const std::ios_base::failure &) {
	}
	assert(both.fail());
}

int main()
{
	std::thread t(writes, 1);

	reads(2);
	t.join();
	assert(counter == 4);
}
