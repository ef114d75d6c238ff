/* SPDX-License-Identifier: MIT */
/* clang-features.h - included before each file that clang compiles: a program
 * that asks whether ThreadSanitizer is there must be told that it is not, or it
 * calls functions of that runtime
 *
 * Of all other features __has_extension says the same as __has_feature, but for
 * those that this language has as an extension alone: they are named here (all
 * in which clang 14 to 19 answer differently).  No program sees `~`: it makes
 * two arguments of one.
 */
#if defined(__has_feature) && !defined(__scarp_feature)
#pragma clang system_header
#define __scarp_second(a, b, ...) b
#define __scarp_feature(...) __scarp_second(__VA_ARGS__)
#define __scarp_has_thread_sanitizer ~, 0
#define __scarp_has___thread_sanitizer__ ~, 0
#if !__has_feature(c_alignas)
#define __scarp_has_c_alignas ~, 0
#define __scarp_has___c_alignas__ ~, 0
#endif
#if !__has_feature(c_alignof)
#define __scarp_has_c_alignof ~, 0
#define __scarp_has___c_alignof__ ~, 0
#endif
#if !__has_feature(c_atomic)
#define __scarp_has_c_atomic ~, 0
#define __scarp_has___c_atomic__ ~, 0
#endif
#if !__has_feature(c_attributes)
#define __scarp_has_c_attributes ~, 0
#define __scarp_has___c_attributes__ ~, 0
#endif
#if !__has_feature(c_generic_selection_with_controlling_type)
#define __scarp_has_c_generic_selection_with_controlling_type ~, 0
#define __scarp_has___c_generic_selection_with_controlling_type__ ~, 0
#endif
#if !__has_feature(c_generic_selections)
#define __scarp_has_c_generic_selections ~, 0
#define __scarp_has___c_generic_selections__ ~, 0
#endif
#if !__has_feature(c_static_assert)
#define __scarp_has_c_static_assert ~, 0
#define __scarp_has___c_static_assert__ ~, 0
#endif
#if !__has_feature(c_thread_local)
#define __scarp_has_c_thread_local ~, 0
#define __scarp_has___c_thread_local__ ~, 0
#endif
#if !__has_feature(cxx_atomic)
#define __scarp_has_cxx_atomic ~, 0
#define __scarp_has___cxx_atomic__ ~, 0
#endif
#if !__has_feature(cxx_attributes_on_using_declarations)
#define __scarp_has_cxx_attributes_on_using_declarations ~, 0
#define __scarp_has___cxx_attributes_on_using_declarations__ ~, 0
#endif
#if !__has_feature(cxx_binary_literals)
#define __scarp_has_cxx_binary_literals ~, 0
#define __scarp_has___cxx_binary_literals__ ~, 0
#endif
#if !__has_feature(cxx_default_function_template_args)
#define __scarp_has_cxx_default_function_template_args ~, 0
#define __scarp_has___cxx_default_function_template_args__ ~, 0
#endif
#if !__has_feature(cxx_defaulted_functions)
#define __scarp_has_cxx_defaulted_functions ~, 0
#define __scarp_has___cxx_defaulted_functions__ ~, 0
#endif
#if !__has_feature(cxx_deleted_functions)
#define __scarp_has_cxx_deleted_functions ~, 0
#define __scarp_has___cxx_deleted_functions__ ~, 0
#endif
#if !__has_feature(cxx_explicit_conversions)
#define __scarp_has_cxx_explicit_conversions ~, 0
#define __scarp_has___cxx_explicit_conversions__ ~, 0
#endif
#if !__has_feature(cxx_fixed_enum)
#define __scarp_has_cxx_fixed_enum ~, 0
#define __scarp_has___cxx_fixed_enum__ ~, 0
#endif
#if !__has_feature(cxx_generalized_nttp)
#define __scarp_has_cxx_generalized_nttp ~, 0
#define __scarp_has___cxx_generalized_nttp__ ~, 0
#endif
#if !__has_feature(cxx_init_captures)
#define __scarp_has_cxx_init_captures ~, 0
#define __scarp_has___cxx_init_captures__ ~, 0
#endif
#if !__has_feature(cxx_inline_namespaces)
#define __scarp_has_cxx_inline_namespaces ~, 0
#define __scarp_has___cxx_inline_namespaces__ ~, 0
#endif
#if !__has_feature(cxx_lambdas)
#define __scarp_has_cxx_lambdas ~, 0
#define __scarp_has___cxx_lambdas__ ~, 0
#endif
#if !__has_feature(cxx_local_type_template_args)
#define __scarp_has_cxx_local_type_template_args ~, 0
#define __scarp_has___cxx_local_type_template_args__ ~, 0
#endif
#if !__has_feature(cxx_nonstatic_member_init)
#define __scarp_has_cxx_nonstatic_member_init ~, 0
#define __scarp_has___cxx_nonstatic_member_init__ ~, 0
#endif
#if !__has_feature(cxx_override_control)
#define __scarp_has_cxx_override_control ~, 0
#define __scarp_has___cxx_override_control__ ~, 0
#endif
#if !__has_feature(cxx_range_for)
#define __scarp_has_cxx_range_for ~, 0
#define __scarp_has___cxx_range_for__ ~, 0
#endif
#if !__has_feature(cxx_reference_qualified_functions)
#define __scarp_has_cxx_reference_qualified_functions ~, 0
#define __scarp_has___cxx_reference_qualified_functions__ ~, 0
#endif
#if !__has_feature(cxx_rvalue_references)
#define __scarp_has_cxx_rvalue_references ~, 0
#define __scarp_has___cxx_rvalue_references__ ~, 0
#endif
#if !__has_feature(cxx_variable_templates)
#define __scarp_has_cxx_variable_templates ~, 0
#define __scarp_has___cxx_variable_templates__ ~, 0
#endif
#if !__has_feature(cxx_variadic_templates)
#define __scarp_has_cxx_variadic_templates ~, 0
#define __scarp_has___cxx_variadic_templates__ ~, 0
#endif
#if !__has_feature(gnu_asm)
#define __scarp_has_gnu_asm ~, 0
#define __scarp_has___gnu_asm__ ~, 0
#endif
#if !__has_feature(gnu_asm_goto_with_outputs)
#define __scarp_has_gnu_asm_goto_with_outputs ~, 0
#define __scarp_has___gnu_asm_goto_with_outputs__ ~, 0
#endif
#if !__has_feature(gnu_asm_goto_with_outputs_full)
#define __scarp_has_gnu_asm_goto_with_outputs_full ~, 0
#define __scarp_has___gnu_asm_goto_with_outputs_full__ ~, 0
#endif
#if !__has_feature(matrix_types_scalar_division)
#define __scarp_has_matrix_types_scalar_division ~, 0
#define __scarp_has___matrix_types_scalar_division__ ~, 0
#endif
#if !__has_feature(objc_c_static_assert)
#define __scarp_has_objc_c_static_assert ~, 0
#define __scarp_has___objc_c_static_assert__ ~, 0
#endif
#if !__has_feature(overloadable_unmarked)
#define __scarp_has_overloadable_unmarked ~, 0
#define __scarp_has___overloadable_unmarked__ ~, 0
#endif
#if !__has_feature(pragma_clang_attribute_external_declaration)
#define __scarp_has_pragma_clang_attribute_external_declaration ~, 0
#define __scarp_has___pragma_clang_attribute_external_declaration__ ~, 0
#endif
#if !__has_feature(pragma_clang_attribute_namespaces)
#define __scarp_has_pragma_clang_attribute_namespaces ~, 0
#define __scarp_has___pragma_clang_attribute_namespaces__ ~, 0
#endif
#if !__has_feature(statement_attributes_with_gnu_syntax)
#define __scarp_has_statement_attributes_with_gnu_syntax ~, 0
#define __scarp_has___statement_attributes_with_gnu_syntax__ ~, 0
#endif
#undef __has_feature
#define __has_feature(x) __scarp_feature(__scarp_has_##x, __has_extension(x), ~)
#endif
