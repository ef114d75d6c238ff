/* SPDX-License-Identifier: MIT */
/* prelude_cxx.h - what the forms of cxx.forms refer to */
#include <algorithm>
#include <array>
#include <atomic>
#include <bitset>
#include <complex>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <new>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "shapes.h"

struct D {
	long a, b, c;
	D(long x) : a(x), b(x), c(x)
	{
	}
	D(const D &o) : a(o.a), b(o.b), c(o.c)
	{
	}
	D &operator=(const D &o)
	{
		a = o.a;
		b = o.b;
		c = o.c;
		return *this;
	}
	~D()
	{
	}
};
struct V {
	long x = 1;
	virtual long f()
	{
		return x;
	}
	virtual ~V()
	{
	}
};
struct V2 : V {
	long y = 2;
	long f() override
	{
		return y;
	}
};
struct VB {
	long x = 1;
};
struct VD : virtual VB {
	long y = 2;
	virtual void q()
	{
	}
};
struct Sl {
	char c;
	S40 s;
	short t;
};
static NOINLINE D fD(long x)
{
	return D(x);
}
static NOINLINE std::string fstr(long x)
{
	return std::string(x, 'a');
}
static NOINLINE std::pair<long, long> fp(long x)
{
	return {x, x};
}
static NOINLINE std::optional<long> fo(long x)
{
	return x;
}
static NOINLINE std::array<long, 5> fa(long x)
{
	return {x, x, x, x, x};
}
static NOINLINE std::unique_ptr<long> fu(long x)
{
	return std::unique_ptr<long>(new long(x));
}
static NOINLINE std::tuple<long, int, char> ft(long x)
{
	return {x, 1, 2};
}
struct NRVO {
	long a[6];
};
static NOINLINE NRVO fn(long x)
{
	NRVO r;
	for (int i = 0; i < 6; i++)
		r.a[i] = x + i;
	return r;
}
static NOINLINE S40 thr40(long x)
{
	if (x == 77)
		throw 1;
	return f40(x);
}
static NOINLINE long vD(D d)
{
	return d.a;
}
static NOINLINE long varr(std::array<long, 5> a)
{
	return a[3];
}
struct Mem {
	S40 s;
	std::array<long, 3> q;
	Mem(long x) : s(f40(x)), q{x, x, x}
	{
	}
};
struct Em {
};
struct De : Em {
	S16 s;
	De() : s(f16(N))
	{
	}
};
struct Op {
	long a, b, c;
	Op operator+(const Op &o) const
	{
		return {a + o.a, b + o.b, c + o.c};
	}
};
template <class T> T &keep(T &x)
{
	share((void *)&x, sizeof x);
	return x;
}
using Str = std::basic_string<char>;
