# What an installation does not have and a package does. Run by cpack between installing and packing.
if(CPACK_GENERATOR STREQUAL "TGZ")
    configure_file(${CPACK_TRACEGLASS_SOURCES}/packaging/tarball.txt
        ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/README.txt COPYONLY)
    return()
endif()

# As Debian's policy has it: what changed in Debian's form, and it and the man pages compressed.
set(share ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr/share)
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE ${share}/doc/traceglass/changelog "traceglass (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * What changed is told in NEWS.gz.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
configure_file(${CPACK_TRACEGLASS_SOURCES}/CHANGELOG.md ${share}/doc/traceglass/NEWS COPYONLY)
file(GLOB pages ${share}/man/man1/*.1)
execute_process(COMMAND gzip -9n ${share}/doc/traceglass/changelog ${share}/doc/traceglass/NEWS ${pages}
    COMMAND_ERROR_IS_FATAL ANY)
