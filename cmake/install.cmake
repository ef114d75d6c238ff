# SPDX-License-Identifier: MIT
# What `scarp cc` finds beside itself, in the build tree as in an installation:
# bin/scarp, lib/scarp/{scarp-rt.o,libscarp-rt.so,scarp-rt.symbols,libscarp-stub.so,gcc.specs,
# clang-features.h,scarp-gdb.py}, include/scarp/{scarp.h,linearize.h,clients.h}; and what CMake and pkg-config users find.
include_guard(GLOBAL)
include(CMakePackageConfigHelpers)

set(SCARP_LIB ${CMAKE_BINARY_DIR}/lib/scarp)
set(SCARP_STUB ${SCARP_LIB}/libscarp-stub.so)
set(SCARP_LISTS ${PROJECT_SOURCE_DIR}/src/cc/rt-lists.sh)

add_custom_command(OUTPUT ${SCARP_LIB}/scarp-rt.symbols ${SCARP_STUB}
	COMMAND sh ${SCARP_LISTS} ${CMAKE_NM} ${SCARP_RT}
		${SCARP_LIB}/scarp-rt.symbols ${CMAKE_BINARY_DIR}/scarp-stub.c
	COMMAND ${CMAKE_C_COMPILER} -shared -fPIC -nostdlib -fno-builtin -w
		-Wl,-soname,libscarp-stub.so -o ${SCARP_STUB}
		${CMAKE_BINARY_DIR}/scarp-stub.c
	DEPENDS ${SCARP_RT} ${SCARP_LISTS} VERBATIM)
add_custom_target(resources ALL
	DEPENDS ${SCARP_LIB}/scarp-rt.symbols ${SCARP_STUB})
add_dependencies(resources runtime)

foreach(name gcc.specs clang-features.h)
	configure_file(${PROJECT_SOURCE_DIR}/src/cc/${name} ${SCARP_LIB}/${name}
		COPYONLY)
endforeach()
configure_file(${PROJECT_SOURCE_DIR}/src/gdb/scarp-gdb.py
	${SCARP_LIB}/scarp-gdb.py COPYONLY)
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/include ${CMAKE_BINARY_DIR}/bin)
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/include/scarp
	${CMAKE_BINARY_DIR}/include/scarp SYMBOLIC)
foreach(name scarp-cc scarp-c++)
	file(CREATE_LINK scarp ${CMAKE_BINARY_DIR}/bin/${name} SYMBOLIC)
	install(FILES ${CMAKE_BINARY_DIR}/bin/${name}
		DESTINATION ${CMAKE_INSTALL_BINDIR})
endforeach()

# Always lib/scarp: the command looks there and nowhere else.
install(FILES ${SCARP_RT} ${SCARP_RT_LIBRARY} ${SCARP_LIB}/scarp-rt.symbols ${SCARP_STUB}
	${SCARP_LIB}/gcc.specs ${SCARP_LIB}/clang-features.h
	${SCARP_LIB}/scarp-gdb.py
	DESTINATION lib/scarp)

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/scarp-config.cmake.in
	${CMAKE_BINARY_DIR}/scarp-config.cmake
	INSTALL_DESTINATION lib/cmake/scarp
	PATH_VARS CMAKE_INSTALL_BINDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/scarp-config-version.cmake
	COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/scarp-config.cmake
	${CMAKE_BINARY_DIR}/scarp-config-version.cmake
	DESTINATION lib/cmake/scarp)
configure_file(${PROJECT_SOURCE_DIR}/cmake/scarp.pc.in
	${CMAKE_BINARY_DIR}/scarp.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/scarp.pc DESTINATION lib/pkgconfig)

# As in the tree, so that README.md and docs find each other, and the tutorial its programs.
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md
	${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/scarp)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs ${PROJECT_SOURCE_DIR}/examples
	DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/scarp)
