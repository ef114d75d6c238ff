# SPDX-License-Identifier: MIT
# The command `scarp`: cli + cc + report + replay, with the libraries it uses.
find_package(PkgConfig REQUIRED)
pkg_check_modules(LIBDW REQUIRED IMPORTED_TARGET libdw libelf)
pkg_check_modules(JANSSON REQUIRED IMPORTED_TARGET jansson)

file(GLOB COMMAND_SOURCES CONFIGURE_DEPENDS src/cli/*/*.c src/cc/*.c
	src/report/*.c src/report/html/*.c src/replay/*.c)
add_executable(scarp ${COMMAND_SOURCES} src/cc/embedded_data.S
	src/report/html/page_data.S)
target_compile_options(scarp PRIVATE ${SCARP_WARNINGS})
target_link_libraries(scarp PRIVATE m quicksand linear channel search base PkgConfig::LIBDW
	PkgConfig::JANSSON)
add_dependencies(scarp runtime resources plugins build_id)
# What it carries inside (src/cc/embedded.h): PATH=FILE for each file.
set(SCARP_EMBED lib/scarp/scarp-rt.o=${SCARP_RT}
	lib/scarp/libscarp-rt.so=${SCARP_RT_LIBRARY}
	lib/scarp/scarp-rt.symbols=${SCARP_LIB}/scarp-rt.symbols
	lib/scarp/libscarp-stub.so=${SCARP_STUB}
	lib/scarp/gcc.specs=${SCARP_LIB}/gcc.specs
	lib/scarp/clang-features.h=${SCARP_LIB}/clang-features.h
	lib/scarp/scarp-gdb.py=${SCARP_LIB}/scarp-gdb.py
	include/scarp/scarp.h=${PROJECT_SOURCE_DIR}/include/scarp/scarp.h
	include/scarp/linearize.h=${PROJECT_SOURCE_DIR}/include/scarp/linearize.h
	include/scarp/clients.h=${PROJECT_SOURCE_DIR}/include/scarp/clients.h
	${SCARP_PLUGIN_EMBED})
set(SCARP_EMBED_LIST ${CMAKE_BINARY_DIR}/generated/embedded_list.inc)
set(text "")
set(SCARP_EMBEDDED ${SCARP_EMBED_LIST})
foreach(pair ${SCARP_EMBED})
	string(REPLACE "=" ";" pair ${pair})
	list(GET pair 0 path)
	list(GET pair 1 from)
	string(APPEND text "\tfile \"${path}\", \"${from}\"\n")
	list(APPEND SCARP_EMBEDDED ${from})
endforeach()
file(CONFIGURE OUTPUT ${SCARP_EMBED_LIST} CONTENT "${text}" @ONLY)
set_source_files_properties(src/cc/embedded_data.S PROPERTIES
	OBJECT_DEPENDS "${SCARP_EMBEDDED}"
	COMPILE_DEFINITIONS "EMBEDDED_LIST=\"${SCARP_EMBED_LIST}\"")
# The page that shows a bug (src/report/html): its text is a part of the command.
set(SCARP_PAGE ${PROJECT_SOURCE_DIR}/src/report/html/page)
set_source_files_properties(src/report/html/page_data.S PROPERTIES
	OBJECT_DEPENDS "${SCARP_PAGE}.html;${SCARP_PAGE}.css;${SCARP_PAGE}.js"
	COMPILE_DEFINITIONS "PAGE_HTML=\"${SCARP_PAGE}.html\";PAGE_CSS=\"${SCARP_PAGE}.css\";PAGE_JS=\"${SCARP_PAGE}.js\"")
install(TARGETS scarp DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY include/scarp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
