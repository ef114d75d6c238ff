/* SPDX-License-Identifier: MIT */
/* plugin.cc - the plugin for gcc: registration
 *
 * A plugin fits the build of gcc whose headers it was compiled with, and no
 * other: gcc's own check says so before anything happens.
 */
#include "scarp_gcc.h"

#include "diagnostic-core.h"
#include "cgraph.h"
#include "plugin-version.h"

#include "../asm_text.h"
#include "../holes.h"

int plugin_is_GPL_compatible;

/* Before they are written out, which forgets them. */
static void outside_of_functions(void *, void *)
{
	asm_node *node;

	if (!(flag_sanitize & SANITIZE_THREAD))
		return;
	for (node = symtab->first_asm_symbol(); node; node = node->next)
		if (asm_text_has_code(TREE_STRING_POINTER(node->asm_str)))
			hole(UNKNOWN_LOCATION, SCARP_HOLE_TOP_LEVEL, "");
}

static void begin(void *, void *)
{
	known_begin();
}

static void declared(void *declaration, void *)
{
	alloca_declared(static_cast<tree>(declaration));
}

static void defined(void *function, void *)
{
	naked_declared(static_cast<tree>(function));
}

static void finish(void *, void *)
{
	holes_write();
}

static const struct ggc_root_tab roots[] = {
	{hook_declaration, ANNOUNCES, sizeof hook_declaration[0],
		gt_ggc_mx_tree_node, gt_pch_nx_tree_node},
	{copy_declaration, 2, sizeof copy_declaration[0], gt_ggc_mx_tree_node,
		gt_pch_nx_tree_node},
	{clock_declaration, 2, sizeof clock_declaration[0], gt_ggc_mx_tree_node,
		gt_pch_nx_tree_node},
	LAST_GGC_ROOT_TAB};

int plugin_init(
	struct plugin_name_args *name, struct plugin_gcc_version *version)
{
	if (!plugin_default_version_check(version, &gcc_version)) {
		error("the plugin of scarp was built for another build of gcc "
		      "(%s %s): build scarp again, or compile with "
		      "%qs [SC604]",
			gcc_version.basever, gcc_version.datestamp,
			"--no-plugin");
		return 1;
	}
	for (int i = 0; i < name->argc; i++)
		if (strcmp(name->argv[i].key, SCARP_PLUGIN_KNOWS) == 0)
			known_wanted();
	pass_register(name->base_name);
	register_callback(name->base_name, PLUGIN_REGISTER_GGC_ROOTS, NULL,
		const_cast<ggc_root_tab *>(roots));
	register_callback(name->base_name, PLUGIN_ALL_IPA_PASSES_START,
		outside_of_functions, NULL);
	register_callback(name->base_name, PLUGIN_START_UNIT, begin, NULL);
	register_callback(
		name->base_name, PLUGIN_FINISH_DECL, declared, NULL);
	register_callback(
		name->base_name, PLUGIN_PRE_GENERICIZE, defined, NULL);
	register_callback(name->base_name, PLUGIN_FINISH_UNIT, finish, NULL);
	return 0;
}
