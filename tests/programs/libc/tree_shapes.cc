/* SPDX-License-Identifier: MIT */
/* tree_shapes: the trees and lists that scarp links itself obey the rules of
 * red-black trees and of std::list
 *
 * check: --exhaustive
 * verdict: verified
 * states: 9.3.2.1.
 * native: sc
 */
#include <cassert>
#include <cstdio>
#include <list>
#include <map>

struct node {
	int black;
	node *parent, *left, *right;
};

/* The number of black nodes on every way down. */
static int height(node *n, node *parent)
{
	if (!n)
		return 1;
	assert(n->parent == parent);
	assert(n->black || ((!n->left || n->left->black) &&
				   (!n->right || n->right->black)));
	int left = height(n->left, n);

	assert(left == height(n->right, n));
	return left + n->black;
}

static void check(std::map<int, int> &m, const bool *in)
{
	node *header = (node *)m.end()._M_node;
	auto at = m.begin();
	auto back = m.end();

	assert(!header->parent || header->parent->black);
	height(header->parent, header);
	for (int k = 0; k < 64; k++)
		if (in[k]) {
			assert(at->first == k);
			++at;
		}
	assert(at == m.end());
	for (int k = 63; k >= 0; k--)
		if (in[k]) {
			--back;
			assert(back->first == k);
		}
	assert(back == m.begin());
}

int main()
{
	unsigned random = 1;

	for (int keys = 2; keys <= 64; keys += 31) {
		std::map<int, int> m;
		bool in[64] = {};

		for (int i = 0; i < 50; i++) {
			random = random * 1103515245 + 12345;
			int k = (int)((random >> 16) % (unsigned)keys);

			if (random >> 8 & 1)
				m[k] = k;
			else
				m.erase(k);
			in[k] = random >> 8 & 1;
			check(m, in);
		}
	}
	std::list<int> a{3, 1, 2}, b{9}, c;

	a.splice(a.begin(), b);
	a.sort();
	a.reverse();
	c.swap(a);
	assert(a.empty() && b.empty());
	for (int n : c)
		std::printf("%d.", n);
	std::printf("\n");
}
