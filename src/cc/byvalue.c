/* SPDX-License-Identifier: MIT */
/* byvalue.c - is a type returned by value, as far as debug information says?
 *
 * Implicit and defaulted members say nothing: then members and bases decide.
 */
#include "cc/byvalue.h"

#include <dwarf.h>
#include <string.h>

enum {
	DEPTH_MAX = 32
};

/* The type of `die` without typedefs, const, volatile and array. */
static bool type_of(Dwarf_Die *die, Dwarf_Die *type)
{
	Dwarf_Attribute at;

	if (!dwarf_formref_die(
		    dwarf_attr_integrate(die, DW_AT_type, &at), type) ||
		dwarf_peel_type(type, type) != 0)
		return false;
	return dwarf_tag(type) != DW_TAG_array_type || type_of(type, type);
}

static bool is_aggregate(Dwarf_Die *type)
{
	int tag = dwarf_tag(type);

	return tag == DW_TAG_structure_type || tag == DW_TAG_union_type ||
	       tag == DW_TAG_class_type;
}

/* Written by the user, and not "= default" at its first declaration. */
static bool provided(Dwarf_Die *function)
{
	Dwarf_Attribute at;
	Dwarf_Word how = 0;

	dwarf_formudata(dwarf_attr(function, DW_AT_defaulted, &at), &how);
	return how != DW_DEFAULTED_in_class &&
	       !dwarf_hasattr(function, DW_AT_artificial) &&
	       !dwarf_hasattr(function, DW_AT_deleted);
}

/* One parameter besides `this`, a reference to the class. */
static bool copies(Dwarf_Die *function, Dwarf_Die *class)
{
	Dwarf_Die child, type, target;
	int parameters = 0;
	bool same = false;

	if (dwarf_child(function, &child) != 0)
		return false;
	do {
		if (dwarf_tag(&child) != DW_TAG_formal_parameter ||
			dwarf_hasattr(&child, DW_AT_artificial))
			continue;
		parameters++;
		same = type_of(&child, &type) &&
		       (dwarf_tag(&type) == DW_TAG_reference_type ||
			       dwarf_tag(&type) ==
				       DW_TAG_rvalue_reference_type) &&
		       type_of(&type, &target) &&
		       dwarf_dieoffset(&target) == dwarf_dieoffset(class);
	} while (dwarf_siblingof(&child, &child) == 0);
	return parameters == 1 && same;
}

static bool special(Dwarf_Die *function, Dwarf_Die *class)
{
	const char *name = dwarf_diename(function);
	const char *own = dwarf_diename(class);
	size_t n = own ? strcspn(own, "<") : 0;

	if (dwarf_hasattr(function, DW_AT_virtuality))
		return true;
	if (!name || !provided(function))
		return false;
	return name[0] == '~' || (n && strncmp(name, own, n) == 0 && !name[n] &&
					 copies(function, class));
}

static bool by_reference(Dwarf_Die *class, int depth)
{
	Dwarf_Die child, type;
	Dwarf_Attribute at;
	Dwarf_Word convention;

	if (dwarf_formudata(dwarf_attr(class, DW_AT_calling_convention, &at),
		    &convention) == 0)
		return convention == DW_CC_pass_by_reference;
	if (depth == DEPTH_MAX || dwarf_child(class, &child) != 0)
		return false;
	do {
		int tag = dwarf_tag(&child);

		if (tag == DW_TAG_subprogram && special(&child, class))
			return true;
		if (tag != DW_TAG_member && tag != DW_TAG_inheritance)
			continue;
		if (dwarf_hasattr(&child, DW_AT_virtuality) ||
			(type_of(&child, &type) && is_aggregate(&type) &&
				by_reference(&type, depth + 1)))
			return true;
	} while (dwarf_siblingof(&child, &child) == 0);
	return false;
}

static bool has_members(Dwarf_Die *type)
{
	Dwarf_Die child;

	if (dwarf_child(type, &child) != 0)
		return false;
	do {
		int tag = dwarf_tag(&child);

		if (tag == DW_TAG_member || tag == DW_TAG_inheritance)
			return true;
	} while (dwarf_siblingof(&child, &child) == 0);
	return false;
}

bool byvalue_aggregate(Dwarf_Die *die)
{
	Dwarf_Die type;

	if (!type_of(die, &type) || !is_aggregate(&type))
		return false;
	if (dwarf_hasattr(&type, DW_AT_declaration))
		return true; /* its members are not known here */
	return has_members(&type) && !by_reference(&type, 0);
}
