# SPDX-License-Identifier: MIT
# The command `scarp`: cli + cc + report + replay, with the libraries it uses.
find_package(PkgConfig REQUIRED)
pkg_check_modules(LIBDW REQUIRED IMPORTED_TARGET libdw libelf)
pkg_check_modules(JANSSON REQUIRED IMPORTED_TARGET jansson)

file(GLOB COMMAND_SOURCES CONFIGURE_DEPENDS src/cli/*.c src/cc/*.c
	src/report/*.c src/replay/*.c)
add_executable(scarp ${COMMAND_SOURCES} src/cc/embedded_data.S)
target_compile_options(scarp PRIVATE ${SCARP_WARNINGS})
target_link_libraries(scarp PRIVATE channel search base PkgConfig::LIBDW
	PkgConfig::JANSSON)
add_dependencies(scarp runtime resources build_id)
# What it carries inside (src/cc/embedded.h).
set(SCARP_EMBEDDED ${SCARP_RT} ${SCARP_LIB}/scarp-rt.symbols ${SCARP_STUB}
	${SCARP_LIB}/gcc.specs ${PROJECT_SOURCE_DIR}/include/scarp/scarp.h)
set_source_files_properties(src/cc/embedded_data.S PROPERTIES
	OBJECT_DEPENDS "${SCARP_EMBEDDED}" COMPILE_DEFINITIONS
	"EMBED_RUNTIME=\"${SCARP_RT}\";EMBED_SYMBOLS=\"${SCARP_LIB}/scarp-rt.symbols\";EMBED_STUB=\"${SCARP_STUB}\";EMBED_SPECS=\"${SCARP_LIB}/gcc.specs\";EMBED_HEADER=\"${PROJECT_SOURCE_DIR}/include/scarp/scarp.h\"")
install(TARGETS scarp DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY include/scarp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
