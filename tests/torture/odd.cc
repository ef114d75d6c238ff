// SPDX-License-Identifier: MIT
// odd.cc - forms of C++ that few programs have, each of them valid: see odd.c
// { dg-options "-std=c++17" }
#include <any>
#include <complex>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

struct Held {
	int v;
	~Held()
	{
		v = 0;
	}
};
struct Below : virtual Held {
	unsigned a : 3, b : 7;
	long c;
	Held d[2];
};
struct Packed {
	char x;
	Held d;
	short y : 5;
} __attribute__((packed));
union Either {
	Held d;
	int i;
	Either()
	{
	}
	~Either()
	{
	}
};
struct Nothing {
};
struct Derived : Nothing {
	Nothing e;
	Held d;
};

Held one, many[4];
Below below;
Derived derived;
Either *either;
volatile int vi;
std::optional<Held> maybe;
std::variant<int, Held, std::string> variant;
std::tuple<Held, int> tuple;
std::any any;
std::pair<Held, Held> two;
std::vector<Held> vector;
std::unique_ptr<Held> unique;
std::shared_ptr<Held> shared;
std::complex<float> small;
std::complex<double> large;
int(Held::*member) = &Held::v;

Held get(Held);
Below get(Below x)
{
	return x;
}

void language(int n, Below &b, Packed *p)
{
	Held x = one;
	one = x;
	many[n] = one;
	one = many[n];
	get(one);
	x = get(many[n]);
	one = get(x);
	b = below;
	below = get(b);
	b.a = n;
	below.b = b.a;
	p->d = one;
	one = p->d;
	p->y = n;
	derived = Derived();
	derived.d = one;
	auto lambda = [=](int k) mutable {
		x.v = k;
		return x;
	};
	one = lambda(n);
	many[1] = lambda(2);
	either->d = one;
	many[2] = std::move(either->d);
	Held array[3] = {one, many[0], get(one)};
	many[3] = array[n];
	try {
		one = get(one);
		throw one;
	} catch (Held &e) {
		one = e;
	} catch (Below e) {
		below = e;
	}
	Held *made = new Held(one);
	*made = many[0];
	delete made;
	made = new Held[n];
	made[0] = one;
	delete[] made;
	made->*member = 3;
	vi = one.*member;
	thread_local Held local;
	one = local;
	local = one;
	static Held kept = one;
	one = kept;
	one = vi ? many[0] : many[1];
}

void library()
{
	std::function<Held(Held)> call = static_cast<Held (*)(Held)>(get);
	one = call(one);
	maybe = one;
	one = *maybe;
	variant = one;
	one = std::get<Held>(variant);
	tuple = std::make_tuple(one, 1);
	std::tie(one, std::ignore) = tuple;
	two = {one, one};
	std::swap(two.first, two.second);
	vector.push_back(one);
	one = vector[0];
	unique.reset(new Held(one));
	shared = std::make_shared<Held>(one);
	small *= small;
	large /= 2;
	any = 3;
	for (auto e : many)
		one = e;
	auto [first, second] = two;
	one = first;
	many[0] = second;
}
