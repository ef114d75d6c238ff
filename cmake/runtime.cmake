# SPDX-License-Identifier: MIT
# The runtime that is linked into every test: base + search + detect + linear + native
# as one relocatable object whose internals are invisible from outside.
file(GLOB NATIVE_SOURCES CONFIGURE_DEPENDS src/native/*.c src/native/*.S
	src/native/*/*.c src/native/*/*.S)
enable_language(ASM)
# Who comes first in a test (native/start.h): what is linked into it has one
# file of these, the library that is loaded into other programs the other one.
set(LINKED_SOURCE ${PROJECT_SOURCE_DIR}/src/native/entry/linked.c)
set(PRELOADED_SOURCE ${PROJECT_SOURCE_DIR}/src/native/entry/preloaded.c)
list(REMOVE_ITEM NATIVE_SOURCES ${LINKED_SOURCE} ${PRELOADED_SOURCE})
# Exceptions pass through these: an initialisation is taken back, a piece ends.
set_source_files_properties(src/native/posix/once.c
	src/native/libc/cxx_console.c src/native/libc/cxx_file.c
	src/native/libc/cxx_filesystem.c src/native/libc/cxx_locale.c
	src/native/libc/cxx_path.c src/native/libc/cxx_pmr.c
	src/native/libc/cxx_stream.c
	src/native/libc/cxx_text.c PROPERTIES
	COMPILE_OPTIONS -fexceptions)
# Called before every access, or instead of one: no frame of their own.
set_source_files_properties(src/native/hooks/hooks_tsan.c
	src/native/hooks/hooks_atomic_entry.c PROPERTIES
	COMPILE_OPTIONS -fomit-frame-pointer)
# Runs where a call is about to be made, whose arguments may be in any other.
set_source_files_properties(src/native/stress.c PROPERTIES
	COMPILE_OPTIONS -mgeneral-regs-only)
# The search defines nothing that the test calls: short copies need no call.
set_source_files_properties(${BASE_SOURCES} ${SEARCH_SOURCES} PROPERTIES
	COMPILE_OPTIONS "-O3;-fbuiltin;-fomit-frame-pointer")
set(SYSCALL_NAMES ${CMAKE_BINARY_DIR}/generated/syscall_names.inc)
set(SYSCALL_NAMES_BY ${PROJECT_SOURCE_DIR}/src/native/posix/syscall_names.sh)
add_custom_command(OUTPUT ${SYSCALL_NAMES}
	COMMAND sh ${SYSCALL_NAMES_BY} ${CMAKE_C_COMPILER} ${SYSCALL_NAMES}
	DEPENDS ${SYSCALL_NAMES_BY} VERBATIM)
set_source_files_properties(src/native/posix/syscall_name.c PROPERTIES
	OBJECT_DEPENDS ${SYSCALL_NAMES}
	INCLUDE_DIRECTORIES ${CMAKE_BINARY_DIR}/generated)
add_library(runtime_parts OBJECT ${BASE_SOURCES} ${SEARCH_SOURCES}
	${DETECT_SOURCES} ${CHANNEL_SOURCES} ${NATIVE_SOURCES})
# What judges operations allocates where the test's heap is not: linear/room.c.
add_library(runtime_linear OBJECT ${LINEAR_SOURCES})
target_compile_definitions(runtime_linear PRIVATE malloc=linear_malloc
	calloc=linear_calloc realloc=linear_realloc free=linear_free
	qsort=linear_qsort)
add_library(runtime_linked OBJECT ${LINKED_SOURCE})
add_library(runtime_preloaded OBJECT ${PRELOADED_SOURCE})
set(RUNTIME_OBJECTS runtime_parts runtime_linear runtime_linked runtime_preloaded)
# Without lines: they are four fifths of a test's file, and half of the time that
# linking it takes.  Functions keep their names.
option(SCARP_RUNTIME_LINES "source lines of the runtime in every test" OFF)
foreach(part ${RUNTIME_OBJECTS})
	target_include_directories(${part} PRIVATE src include)
	add_dependencies(${part} build_id)
	target_compile_options(${part} PRIVATE -fPIC -fvisibility=hidden -O2
		$<IF:$<BOOL:${SCARP_RUNTIME_LINES}>,-g,-g0>
		-fno-omit-frame-pointer -fno-builtin -fno-stack-protector
		-ffunction-sections
		-fcf-protection=none -ftls-model=initial-exec
		$<$<COMPILE_LANGUAGE:C>:${SCARP_WARNINGS}>)
endforeach()

set(SCARP_RT ${CMAKE_BINARY_DIR}/lib/scarp/scarp-rt.o)
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/lib/scarp)
set(SCARP_RT_LINK ${PROJECT_SOURCE_DIR}/src/native/libc/link.sh)
set(SCARP_RT_PRIVATE ${PROJECT_SOURCE_DIR}/src/native/libc/private.syms)
set(SCARP_RT_HOT ${PROJECT_SOURCE_DIR}/src/native/hot.txt)
# One object of all parts and one beginning; its internals are local in it.
function(scarp_runtime out beginning)
	add_custom_command(OUTPUT ${out}
		COMMAND sh ${SCARP_RT_LINK} ${CMAKE_LINKER} ${CMAKE_OBJCOPY}
			${CMAKE_NM} ${SCARP_RT_PRIVATE} ${out}
			$<TARGET_OBJECTS:runtime_parts>
			$<TARGET_OBJECTS:runtime_linear>
			$<TARGET_OBJECTS:${beginning}>
		DEPENDS runtime_parts $<TARGET_OBJECTS:runtime_parts>
			runtime_linear $<TARGET_OBJECTS:runtime_linear>
			${beginning} $<TARGET_OBJECTS:${beginning}>
			${SCARP_RT_LINK} ${SCARP_RT_PRIVATE} ${SCARP_RT_HOT}
		COMMAND_EXPAND_LISTS VERBATIM)
endfunction()
scarp_runtime(${SCARP_RT} runtime_linked)

# The same as a library, for programs that scarp cc did not build.
set(SCARP_PRELOADED ${CMAKE_BINARY_DIR}/scarp-preloaded.o)
set(SCARP_RT_LIBRARY ${CMAKE_BINARY_DIR}/lib/scarp/libscarp-rt.so)
scarp_runtime(${SCARP_PRELOADED} runtime_preloaded)
add_custom_command(OUTPUT ${SCARP_RT_LIBRARY}
	COMMAND ${CMAKE_C_COMPILER} -shared -Wl,-soname,libscarp-rt.so
		-Wl,-z,now -Wl,--hash-style=gnu -o ${SCARP_RT_LIBRARY}
		${SCARP_PRELOADED}
	DEPENDS ${SCARP_PRELOADED} VERBATIM)
add_custom_target(runtime ALL DEPENDS ${SCARP_RT} ${SCARP_RT_LIBRARY})
