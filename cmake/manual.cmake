# SPDX-License-Identifier: MIT
# Manual pages and what shells complete with, made by the command of its own
# tables; and the documents.  In the build tree they lie as in an installation:
# share/man, share/doc/scarp.
include_guard(GLOBAL)

set(SCARP_DOCUMENTS share/doc/scarp) # the command looks there and nowhere else
set(SCARP_MAN ${CMAKE_BINARY_DIR}/share/man)
set(SCARP_COMPLETION ${CMAKE_BINARY_DIR}/share/completion)
set(SCARP_PAGES scarp.1 scarp-check.1 scarp-ctest.1 scarp-replay.1 scarp-show.1
	scarp-ls.1 scarp-diff.1 scarp-linearize.1 scarp-resume.1 scarp-shrink.1 scarp-fences.1 scarp-study.1 scarp-cc.1 scarp-c++.1
	scarp-flags.1 scarp-explain.1 scarp.conf.5 scarp-messages.7 scarp-topics.7)

set(made "")
foreach(page ${SCARP_PAGES})
	string(REGEX REPLACE ".*\\." "man" folder ${page})
	list(APPEND made ${SCARP_MAN}/${folder}/${page})
	install(FILES ${SCARP_MAN}/${folder}/${page}
		DESTINATION ${CMAKE_INSTALL_MANDIR}/${folder})
endforeach()
add_custom_command(OUTPUT ${made} ${SCARP_COMPLETION}/scarp
		${SCARP_COMPLETION}/_scarp
	COMMAND sh ${PROJECT_SOURCE_DIR}/cmake/manual.sh $<TARGET_FILE:scarp>
		${SCARP_MAN} ${SCARP_COMPLETION} ${SCARP_PAGES}
	DEPENDS scarp ${PROJECT_SOURCE_DIR}/cmake/manual.sh
	COMMENT "Manual pages and completion" VERBATIM)
add_custom_target(manual ALL DEPENDS ${made})
install(FILES ${SCARP_COMPLETION}/scarp
	DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/bash-completion/completions)
install(FILES ${SCARP_COMPLETION}/_scarp
	DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/zsh/site-functions)

# Documents refer to each other, and their commands to examples, as in the sources.
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/share/doc)
file(CREATE_LINK ${PROJECT_SOURCE_DIR} ${CMAKE_BINARY_DIR}/share/doc/scarp
	SYMBOLIC)
install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${SCARP_DOCUMENTS})
install(DIRECTORY docs examples DESTINATION ${SCARP_DOCUMENTS})
install(FILES share/ci/action.yml share/ci/gitlab.yml
	DESTINATION share/scarp/ci)
