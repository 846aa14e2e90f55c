# What is installed, and the Debian package of it: cmake --install build/release, or tools/package.

# ---- pages and completion, written by the command itself

set(share ${CMAKE_BINARY_DIR}/share)
set(pages "")
foreach(lang en pl ru)
    add_custom_command(OUTPUT ${share}/${lang}/safehouse.1
        COMMAND ${CMAKE_COMMAND} -E make_directory ${share}/${lang}
        COMMAND safehouse manual --lang ${lang} > ${share}/${lang}/safehouse.1
        DEPENDS safehouse)
    list(APPEND pages ${share}/${lang}/safehouse.1)
endforeach()
add_custom_command(OUTPUT ${share}/completion
    COMMAND safehouse manual bash > ${share}/completion
    DEPENDS safehouse ${pages})
add_custom_target(pages ALL DEPENDS ${pages} ${share}/completion)

# ---- units: a house on a file of its own, and safehouse@NODE, one of several houses on one database

set(description "Safehouse, a house for games of agents")
set(environment -/etc/default/safehouse)
set(where "--data \${STATE_DIRECTORY}/safehouse.db")
set(state "StateDirectory=safehouse\nStateDirectoryMode=0700\n")
configure_file(install/safehouse.service.in ${share}/safehouse.service @ONLY)
set(description "Safehouse, house %i of several on one database")
set(environment /etc/default/safehouse@%i)
set(where "--data \${DATA} --node %i")
set(state "")
configure_file(install/safehouse.service.in ${share}/safehouse@.service @ONLY)

# ---- where everything goes

install(TARGETS safehouse RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES ${share}/en/safehouse.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${share}/pl/safehouse.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/pl/man1)
install(FILES ${share}/ru/safehouse.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/ru/man1)
install(FILES ${share}/completion DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME safehouse)
install(FILES ${share}/safehouse.service ${share}/safehouse@.service DESTINATION lib/systemd/system)
install(FILES install/haproxy.cfg install/Containerfile install/compose.yaml DESTINATION ${CMAKE_INSTALL_DOCDIR}/install)
install(FILES README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
install(DIRECTORY doc DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(CODE "if(CMAKE_INSTALL_PREFIX STREQUAL /usr) # elsewhere the service does without
    file(INSTALL \"${CMAKE_SOURCE_DIR}/install/default\" DESTINATION /etc/default RENAME safehouse)
endif()")

# ---- the package

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME safehouse)
set(CPACK_PACKAGE_CONTACT "Safehouse authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "table for games of agents, with bots and a house for guests")
set(CPACK_PACKAGE_DESCRIPTION
"Plays Inside Job, Sentient, The Agents and Dead Drop in the terminal, against
bots that cannot peek, and opens a house where people and programs play over
WebSocket. Records and deals can be verified by anyone. In English, Polish and
Russian.
.
Installing it opens a house for this machine alone, on port 7447.")
set(CPACK_SET_DESTDIR ON)
set(CPACK_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS libwebsockets-evlib-uv) # loaded at run time
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${CMAKE_SOURCE_DIR}/install/postinst ${CMAKE_SOURCE_DIR}/install/prerm
    ${CMAKE_SOURCE_DIR}/install/postrm ${CMAKE_SOURCE_DIR}/install/conffiles)
include(CPack)
