/* SPDX-License-Identifier: MIT */
#include "native/libc/cxx_path.h"
#include "native/heap/heap.h"
#include "native/libc/cxx_call.h"
#include "native/races/shadow.h"

enum {
	BLOCKS_MAX = 1024
};

static uint64_t known[BLOCKS_MAX]; /* of one call; in no state */

static bool is_known(uint64_t block, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (known[i] == block)
			return true;
	return false;
}

/* Saves the blocks that n bytes at `at` point into; false: too many. */
static bool reach(uint64_t at, size_t n, uint32_t *blocks)
{
	struct channel_place place;

	for (size_t i = 0; i + 8 <= n; i += 8) {
		uint64_t to = *(const uint64_t *)(at + i);

		if (!in_heap(to))
			continue;
		heap_describe(to, &place);
		if (!place.block || place.freed_pc ||
			to - place.block >= place.block_size ||
			is_known(place.block, *blocks))
			continue;
		if (*blocks == BLOCKS_MAX)
			return false;
		known[(*blocks)++] = place.block;
		undo_save((void *)place.block, place.block_size);
	}
	return true;
}

void path_tell(struct text_call *c, const void *path)
{
	text_tell(c, path, PATH_BYTES, false);
	text_tell_source(c, path);
}

void path_tell_change(struct text_call *c, void *object, size_t n)
{
	struct channel_place place;
	uint32_t blocks = 0;

	text_tell(c, object, n, true);
	if (!reach((uint64_t)object, n, &blocks))
		c->elsewhere = true;
	for (uint32_t i = 0; i < blocks && !c->elsewhere; i++) {
		heap_describe(known[i], &place);
		if (!reach(place.block, place.block_size, &blocks))
			c->elsewhere = true;
	}
}

/* --- std::filesystem::path
 * ------------------------------------------------------------------- */

#define PATH(p) path_tell(&c, (void *)(p))
#define CHANGES(p) path_tell_change(&c, (void *)(p), PATH_BYTES)
#define MAKES(p) WRITES(p, PATH_BYTES)
#define OF(rest) _ZNSt10filesystem7__cxx114path##rest
#define OF_CONST(rest) _ZNKSt10filesystem7__cxx114path##rest
#define VIEW(of) VIEW_(of)
#define VIEW_(of) of##ESt17basic_string_viewIcSt11char_traitsIcEE

/* The parts, whose address has their kind in its last two bits. */
static void changes_parts(struct text_call *c, uint64_t parts)
{
	uint64_t at = parts & ~3ull;

	if (at)
		path_tell_change(c, (void *)at, 8);
}

CALL(OF(5_ListC1Ev), WRITES(a, 8))
CALL(OF(5_ListC1ERKS2_), WRITES(a, 8); READS(b, 8))
CALL(OF_CONST(5_List5beginEv), READS(a, 8))
CALL(OF_CONST(5_List3endEv), READS(a, 8))
CALL(OF_CONST(5_List13_Impl_deleterclEPNS2_5_ImplE), changes_parts(&c, b))
CALL(OF(14_M_split_cmptsEv), CHANGES(a))
CALL(OF(15remove_filenameEv), CHANGES(a))
CALL(OF(16replace_filenameERKS1_), CHANGES(a); PATH(b))
CALL(OF(17replace_extensionERKS1_), CHANGES(a); PATH(b))
CALL(VIEW(OF(9_M_append)), CHANGES(a); READS(d, b))
CALL(VIEW(OF(9_M_concat)), CHANGES(a); READS(d, b))
CALL(OF(aSERKS1_), CHANGES(a); PATH(b))
CALL(OF(dVERKS1_), CHANGES(a); PATH(b))
CALL(OF(pLERKS1_), CHANGES(a); PATH(b))
CALL(OF_CONST(11parent_pathEv), MAKES(a); PATH(b))
CALL(OF_CONST(13relative_pathEv), MAKES(a); PATH(b))
CALL(OF_CONST(14root_directoryEv), MAKES(a); PATH(b))
CALL(OF_CONST(16lexically_normalEv), MAKES(a); PATH(b))
CALL(OF_CONST(18lexically_relativeERKS1_), MAKES(a); PATH(b); PATH(d))
CALL(OF_CONST(19lexically_proximateERKS1_), MAKES(a); PATH(b); PATH(d))
CALL(OF_CONST(9root_nameEv), MAKES(a); PATH(b))
CALL(OF_CONST(9root_pathEv), MAKES(a); PATH(b))
CALL(OF_CONST(12has_filenameEv), PATH(a))
CALL(OF_CONST(13has_root_nameEv), PATH(a))
CALL(OF_CONST(13has_root_pathEv), PATH(a))
CALL(OF_CONST(15has_parent_pathEv), PATH(a))
CALL(OF_CONST(17has_relative_pathEv), PATH(a))
CALL(OF_CONST(18has_root_directoryEv), PATH(a))
CALL(OF_CONST(17_M_find_extensionEv), PATH(a))
CALL(OF_CONST(7compareERKS1_), PATH(a); PATH(b))
CALL(VIEW(OF_CONST(7compare)), PATH(a); READS(d, b))
CALL(_ZNSt10filesystem7__cxx1110hash_valueERKNS0_4pathE, PATH(a))
