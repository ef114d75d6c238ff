# SPDX-License-Identifier: MIT
# scarp_cases(LABEL SCRIPT TIMEOUT ARGUMENT...): a test for each name that
# `SCRIPT --list` prints (a Python script), called with the arguments and the name.
find_package(Python3 COMPONENTS Interpreter REQUIRED)
function(scarp_cases label script timeout)
	set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${script})
	execute_process(COMMAND ${Python3_EXECUTABLE} ${script} --list
		OUTPUT_VARIABLE cases OUTPUT_STRIP_TRAILING_WHITESPACE)
	string(REPLACE "\n" ";" cases "${cases}")
	foreach(case ${cases})
		add_test(NAME ${label}.${case} COMMAND ${Python3_EXECUTABLE}
			${script} ${ARGN} ${case})
		set_tests_properties(${label}.${case} PROPERTIES LABELS ${label}
			TIMEOUT ${timeout} SKIP_RETURN_CODE 77)
	endforeach()
endfunction()
