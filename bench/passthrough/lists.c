/* SPDX-License-Identifier: MIT */
/* lists.c - a binary tree is searched: accesses, compares and calls */
#include "bench.h"

enum {
	NODES = 1 << 10
};

struct node {
	struct node *child[2];
	unsigned key, hits;
};

static struct node nodes[THREADS][NODES];

static void insert(struct node **root, struct node *n)
{
	while (*root)
		root = &(*root)->child[n->key > (*root)->key];
	*root = n;
}

static struct node *find(struct node *n, unsigned key)
{
	while (n && n->key != key)
		n = n->child[key > n->key];
	return n;
}

static long body(long count, long number)
{
	struct node *root = NULL, *n;
	unsigned key = 1;
	long hits = 0;

	for (int i = 0; i < NODES; i++) {
		n = &nodes[number][i];
		n->key = key = key * 1664525u + 1013904223u;
		insert(&root, n);
	}
	for (long turn = 0; turn < count; turn++) {
		key = 1;
		for (int i = 0; i < NODES; i++) {
			key = key * 1664525u + 1013904223u;
			n = find(root, key);
			hits += ++n->hits;
		}
	}
	return hits;
}
