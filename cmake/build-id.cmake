# SPDX-License-Identifier: MIT
# cmake -DSRC=src -DVERSION=0.1.0 -DOUT=build_id.h -P build-id.cmake
#
# Writes the build string: the version and a hash of everything that a test
# process and the command have to agree on, the runtime's sources and the layout
# of what they share.  The file changes only when the string does.
set(PARTS base search detect linear channel native)
set(ALL "")
foreach(part ${PARTS})
	file(GLOB_RECURSE files RELATIVE ${SRC} ${SRC}/${part}/*)
	list(SORT files)
	foreach(file ${files})
		file(SHA256 ${SRC}/${file} hash)
		string(APPEND ALL "${file} ${hash}\n")
	endforeach()
endforeach()
string(SHA256 ALL "${ALL}")
string(SUBSTRING ${ALL} 0 12 ALL)
set(TEXT "/* made by build-id.cmake */\n#define SCARP_BUILD \"scarp ${VERSION} (${ALL})\"\n")
set(OLD "")
if(EXISTS ${OUT})
	file(READ ${OUT} OLD)
endif()
if(NOT OLD STREQUAL TEXT)
	file(WRITE ${OUT} "${TEXT}")
endif()
