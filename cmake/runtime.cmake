# SPDX-License-Identifier: MIT
# The runtime that is linked into every test: base + search + detect + native
# as one relocatable object whose internals are invisible from outside.
file(GLOB NATIVE_SOURCES CONFIGURE_DEPENDS src/native/*.c src/native/*.S
	src/native/posix/*.c)
enable_language(ASM)
add_library(runtime_parts OBJECT ${BASE_SOURCES} ${SEARCH_SOURCES}
	${DETECT_SOURCES} ${CHANNEL_SOURCES} ${NATIVE_SOURCES})
target_include_directories(runtime_parts PRIVATE src include)
target_compile_options(runtime_parts PRIVATE -fPIC -fvisibility=hidden -O2 -g
	-fno-omit-frame-pointer -fno-builtin -fno-stack-protector
	-fcf-protection=none -ftls-model=initial-exec
	$<$<COMPILE_LANGUAGE:C>:${SCARP_WARNINGS}>)

set(SCARP_RT ${CMAKE_BINARY_DIR}/lib/scarp/scarp-rt.o)
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/lib/scarp)
add_custom_command(OUTPUT ${SCARP_RT}
	COMMAND ${CMAKE_LINKER} -r -o ${SCARP_RT}.all $<TARGET_OBJECTS:runtime_parts>
	COMMAND ${CMAKE_OBJCOPY} --localize-hidden ${SCARP_RT}.all ${SCARP_RT}
	COMMAND ${CMAKE_COMMAND} -E rm ${SCARP_RT}.all
	DEPENDS runtime_parts $<TARGET_OBJECTS:runtime_parts>
	COMMAND_EXPAND_LISTS VERBATIM)
add_custom_target(runtime ALL DEPENDS ${SCARP_RT})
