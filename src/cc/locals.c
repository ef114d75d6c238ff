/* SPDX-License-Identifier: MIT */
#include "cc/locals.h"

#include <dwarf.h>
#include <string.h>

enum {
	DIES_MAX = 1 << 20,
	PEEL_MAX = 32
};

struct look {
	struct draft *draft;
	const struct unit *unit;
	size_t dies;
};

static bool opaque(const char *name)
{
	static const char *const names[] = {"pthread_t", "pthread_mutex_t",
		"pthread_cond_t", "pthread_rwlock_t", "pthread_barrier_t",
		"pthread_attr_t", "pthread_mutexattr_t", "pthread_condattr_t",
		"pthread_rwlockattr_t", "pthread_barrierattr_t", "sem_t",
		"thrd_t", "mtx_t", "cnd_t", "sigset_t", "timespec", "timeval"};

	for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
		if (name && strcmp(name, names[i]) == 0)
			return true;
	return false;
}

/* A struct, class, union or array of anything, but for opaque ones. */
static bool has_parts(Dwarf_Die *variable)
{
	Dwarf_Die type = *variable;
	Dwarf_Attribute at;
	bool array = false;

	for (int i = 0; i < PEEL_MAX; i++) {
		int tag;

		if (!dwarf_formref_die(
			    dwarf_attr_integrate(&type, DW_AT_type, &at),
			    &type))
			return array;
		tag = dwarf_tag(&type);
		if (opaque(dwarf_diename(&type)))
			return false;
		if (tag == DW_TAG_structure_type || tag == DW_TAG_class_type ||
			tag == DW_TAG_union_type)
			return true;
		if (tag == DW_TAG_array_type)
			array = true;
		else if (tag != DW_TAG_typedef && tag != DW_TAG_const_type &&
			 tag != DW_TAG_volatile_type)
			return array;
	}
	return array;
}

/* On the stack as a whole: relative to a register, and no value of its own. */
static bool in_memory(Dwarf_Die *variable)
{
	Dwarf_Attribute at;
	Dwarf_Addr base, start, end;
	ptrdiff_t next = 0;
	Dwarf_Op *op;
	size_t n;

	if (!dwarf_attr(variable, DW_AT_location, &at))
		return false;
	while ((next = dwarf_getlocations(
			&at, next, &base, &start, &end, &op, &n)) > 0) {
		uint8_t last = n ? op[n - 1].atom : 0;

		if (n &&
			(op[0].atom == DW_OP_fbreg ||
				(op[0].atom >= DW_OP_breg0 &&
					op[0].atom <= DW_OP_breg31)) &&
			last != DW_OP_stack_value && last != DW_OP_piece)
			return true;
	}
	return false;
}

static void found(struct look *k, Dwarf_Die *variable)
{
	struct inventory *i = k->draft->of;
	Dwarf_Attribute at;
	Dwarf_Die origin = *variable;
	const char *file;
	int line = 0;

	if (i->locals++ > 0)
		return;
	dwarf_formref_die(
		dwarf_attr(variable, DW_AT_abstract_origin, &at), &origin);
	file = dwarf_decl_file(&origin);
	dwarf_decl_line(&origin, &line);
	i->local_name = draft_text(
		k->draft, dwarf_diename(&origin) ? dwarf_diename(&origin) : "");
	i->local_file = draft_text(k->draft, file ? file : k->unit->name);
	i->local_line = (uint32_t)line;
}

/* Visits `die` and what is below and after it. */
static void walk(struct look *k, Dwarf_Die *die)
{
	Dwarf_Die child;

	do {
		if (++k->dies > DIES_MAX)
			return;
		/* A parameter may be a struct passed by value. */
		if ((dwarf_tag(die) == DW_TAG_variable ||
			    dwarf_tag(die) == DW_TAG_formal_parameter) &&
			in_memory(die) && has_parts(die))
			found(k, die);
		if (dwarf_haschildren(die) > 0 && dwarf_child(die, &child) == 0)
			walk(k, &child);
	} while (dwarf_siblingof(die, die) == 0);
}

void locals_list(struct draft *d, const struct units *units)
{
	struct look k = {.draft = d};

	for (size_t i = 0; i < units->units; i++) {
		Dwarf_Die child = units->unit[i].die;

		k.unit = &units->unit[i];
		if (units->unit[i].instrumented && !units->unit[i].gcc &&
			!units->unit[i].plugin &&
			dwarf_child(&child, &child) == 0)
			walk(&k, &child);
	}
	if (k.dies > DIES_MAX) /* not all was looked at */
		d->of->locals += d->of->locals == 0;
}
