/* SPDX-License-Identifier: MIT */
/* fstream_whole: what streams on files have and say goes back with each
 * execution, whatever was switched between two calls of theirs
 *
 * Each thread has files of its own, counts in between, and asserts all that it
 * gets.
 *
 * check: --strategy random --max-executions 200
 * verdict: partial
 * holes: sampled
 * exit: 0
 *
 * check: --strategy pct --max-executions 200
 * verdict: partial
 * holes: sampled
 * exit: 0
 * races: none
 */
#include <atomic>
#include <cassert>
#include <cstdio>
#include <fstream>
#include <iomanip>
#include <iterator>
#include <memory>
#include <string>
#include <thread>
#include <utility>

static std::atomic<int> counter;

struct log : std::ofstream {
	explicit log(const std::string &path) : std::ofstream(path)
	{
		*this << "log ";
	}
};

static void inserts(const std::string &name, int me)
{
	std::ofstream out(name), next;

	assert(out.is_open() && !next.is_open());
	out << "line " << me << '\n' << 3.5 << std::endl;
	counter++;
	out << std::setw(5) << std::setfill('*') << std::hex << 255 << '\n';
	assert(out.tellp() == 7 + 4 + 6);
	out << std::string(9000, 'x') << '\n';
	counter++;
	next = std::move(out);
	assert(next.is_open() && next.good());
	next.put('y').write("zz", 2);
	next.seekp(-2, std::ios::end);
	next << 'Z';
	next.close();
	assert(next.good());
	next.close();
	assert(next.fail());
}

static void extracts(const std::string &name, int me)
{
	std::ifstream in(name);
	std::string a, b;
	char some[6];
	double d;
	int k;

	assert(in >> a >> k >> d && a == "line" && k == me && d == 3.5);
	counter++;
	assert(in.get() == '\n' && in.peek() == '*');
	in.read(some, 6);
	assert(std::string(some, 5) == "***ff" && in.gcount() == 6);
	in.unget();
	in.putback('f');
	assert(in.get() == 'f' && in.get() == '\n');
	assert(std::getline(in, b) && b.size() == 9000);
	assert(in >> a && a == "yZz" && in.eof());
	in.clear();
	in.seekg(0);
	assert(in.tellg() == 0);
	counter++;
	std::string all((std::istreambuf_iterator<char>(in)), {});
	assert(all.size() == 7 + 4 + 6 + 9001 + 3);
	in.close();
}

static void does_both(const std::string &name)
{
	std::fstream both(
		name, std::ios::in | std::ios::out | std::ios::trunc);
	char given[64];
	std::string a;

	assert(both.is_open());
	both << "one two";
	both.seekg(4);
	both >> a;
	assert(a == "two" && both.eof());
	both.clear();
	both.seekp(0);
	both << "six";
	counter++;
	both.seekg(0);
	both >> a;
	assert(a == "six");
	both.close();
	both.rdbuf()->pubsetbuf(given, sizeof given);
	both.open(name, std::ios::out);
	both << 12;
	counter++;
	both << 34;
	std::fstream third;
	third.swap(both);
	third.close();
	std::unique_ptr<std::istream> in(new std::ifstream(name));
	*in >> a;
	assert(a == "1234");
}

static void fails(const std::string &name)
{
	std::ifstream none(name + "/none");
	std::ofstream out;
	bool caught = false;

	assert(!none.is_open() && none.fail());
	out.exceptions(std::ios::failbit);
	try {
		out.open(name + "/none");
	} catch (const std::ios_base::failure &) {
		caught = true;
	}
	assert(caught);
	{
		log l(name);

		l << 1;
		assert(l.is_open());
	}
	std::filebuf buffer;
	assert(buffer.open(name, std::ios::in) && buffer.is_open());
	assert(buffer.in_avail() == 5 && buffer.sbumpc() == 'l');
	assert(buffer.snextc() == 'g' && buffer.sgetc() == 'g');
	assert(buffer.close() && !buffer.close());
}

static void run(int me)
{
	std::string name = "fstream_whole-" + std::to_string(me);

	inserts(name, me);
	extracts(name, me);
	does_both(name);
	fails(name);
	std::remove(name.c_str());
}

int main()
{
	std::thread t(run, 1);

	run(2);
	t.join();
	assert(counter == 12);
}
