# SPDX-License-Identifier: MIT
# The compiler plugins (src/plugin), one for each compiler that is installed
# with its headers: lib/scarp/plugin/VERSION/, VERSION as src/cc/plugin.c makes
# it.  Beside them their source, for compilers that come later.
include_guard(GLOBAL)

set(SCARP_PLUGINS ${SCARP_LIB}/plugin)
set(SCARP_PLUGIN_FILES "") # built
set(SCARP_PLUGIN_EMBED "") # PATH=FILE, all of them
set(SCARP_CLANGS "") # versions in names of commands that got one: 14

# What `COMPILER --version` says of the compiler, as the name of a folder.
function(scarp_compiler_name out compiler)
	execute_process(COMMAND ${compiler} --version
		OUTPUT_VARIABLE text ERROR_QUIET)
	string(REGEX REPLACE "\n.*" "" text "${text}")
	if(NOT text MATCHES "clang")
		string(FIND "${text}" "(" at)
		if(at GREATER 0)
			string(SUBSTRING "${text}" ${at} -1 text)
		endif()
	endif()
	string(REGEX REPLACE "[^A-Za-z0-9.-]+" "_" text "${text}")
	string(REGEX REPLACE "^_" "" text "${text}")
	set(${out} "${text}" PARENT_SCOPE)
endfunction()

# One plugin: SOURCE/build.sh COMPILER FILE.
function(scarp_plugin source compiler file)
	scarp_compiler_name(name ${compiler})
	set(built ${SCARP_PLUGINS}/${name}/${file})
	if(NOT name OR built IN_LIST SCARP_PLUGIN_FILES)
		return()
	endif()
	message(STATUS "compiler plugin for ${compiler}: ${name}")
	file(MAKE_DIRECTORY ${SCARP_PLUGINS}/${name})
	file(GLOB sources CONFIGURE_DEPENDS
		${PROJECT_SOURCE_DIR}/src/plugin/${source}/*
		${PROJECT_SOURCE_DIR}/src/plugin/*.h)
	add_custom_command(OUTPUT ${built}
		COMMAND sh ${PROJECT_SOURCE_DIR}/src/plugin/${source}/build.sh
			${compiler} ${built}
		DEPENDS ${sources} VERBATIM
		COMMENT "Building the plugin for ${compiler}")
	set(SCARP_PLUGIN_FILES ${SCARP_PLUGIN_FILES} ${built} PARENT_SCOPE)
	set(SCARP_PLUGIN_EMBED ${SCARP_PLUGIN_EMBED}
		lib/scarp/plugin/${name}/${file}=${built} PARENT_SCOPE)
endfunction()

foreach(version "" -11 -12 -13 -14 -15)
	find_program(SCARP_GCC${version} gcc${version})
	mark_as_advanced(SCARP_GCC${version})
	if(NOT SCARP_GCC${version})
		continue()
	endif()
	execute_process(COMMAND ${SCARP_GCC${version}} -print-file-name=plugin
		OUTPUT_VARIABLE folder OUTPUT_STRIP_TRAILING_WHITESPACE)
	if(EXISTS ${folder}/include/gcc-plugin.h)
		scarp_plugin(gcc ${SCARP_GCC${version}} scarp_gcc.so)
	endif()
endforeach()

foreach(version "" -14 -15 -16 -17 -18 -19)
	find_program(SCARP_CLANG${version} clang${version})
	mark_as_advanced(SCARP_CLANG${version})
	if(NOT SCARP_CLANG${version})
		continue()
	endif()
	execute_process(COMMAND ${SCARP_CLANG${version}} -print-resource-dir
		OUTPUT_VARIABLE folder OUTPUT_STRIP_TRAILING_WHITESPACE)
	if(EXISTS ${folder}/../../../include/llvm/Passes/PassPlugin.h)
		scarp_plugin(llvm ${SCARP_CLANG${version}} scarp_llvm.so)
		string(REPLACE "-" "" number "${version}")
		list(APPEND SCARP_CLANGS ${number})
	endif()
endforeach()

# The source, as a tree of its own.
file(GLOB_RECURSE sources CONFIGURE_DEPENDS
	RELATIVE ${PROJECT_SOURCE_DIR}/src/plugin
	${PROJECT_SOURCE_DIR}/src/plugin/*)
foreach(source ${sources})
	configure_file(${PROJECT_SOURCE_DIR}/src/plugin/${source}
		${SCARP_PLUGINS}/source/${source} COPYONLY)
	list(APPEND SCARP_PLUGIN_EMBED
		lib/scarp/plugin/source/${source}=${PROJECT_SOURCE_DIR}/src/plugin/${source})
endforeach()

add_custom_target(plugins ALL DEPENDS ${SCARP_PLUGIN_FILES})
install(DIRECTORY ${SCARP_PLUGINS} DESTINATION lib/scarp)
