# SPDX-License-Identifier: MIT
# The command `scarp`: cli + cc + report + replay, with the libraries it uses.
find_package(PkgConfig REQUIRED)
pkg_check_modules(LIBDW REQUIRED IMPORTED_TARGET libdw libelf)
pkg_check_modules(JANSSON REQUIRED IMPORTED_TARGET jansson)

file(GLOB COMMAND_SOURCES CONFIGURE_DEPENDS src/cli/*.c src/cc/*.c
	src/report/*.c src/replay/*.c)
add_executable(scarp ${COMMAND_SOURCES})
target_compile_options(scarp PRIVATE ${SCARP_WARNINGS})
target_link_libraries(scarp PRIVATE channel search base PkgConfig::LIBDW
	PkgConfig::JANSSON)
add_dependencies(scarp runtime build_id)
install(TARGETS scarp DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY include/scarp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
