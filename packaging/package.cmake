# What `cpack` makes: a Debian package, and a tarball that works from any folder. packaging/build-deb runs it.
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_NAME traceglass)
set(CPACK_PACKAGE_VENDOR "The Traceglass authors")
set(CPACK_PACKAGE_CONTACT "The Traceglass authors <authors@traceglass.invalid>")
set(CPACK_STRIP_FILES ON)
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_SOURCE_DIR}/package_version.cmake)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_SOURCE_DIR}/package_files.cmake)
set(CPACK_TRACEGLASS_SOURCES ${PROJECT_SOURCE_DIR}) # for these two

set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/core) # a shared core
# The caches of types, menu and icons are brought up to date by the first three; then come desktops without X, and Qt's own
# words in other languages.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "shared-mime-info, desktop-file-utils, hicolor-icon-theme, qt6-wayland, qt6-translations-l10n")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "bash-completion")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "viewer for trace captures: timeline, structure and bytes")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "Traceglass opens recordings of async Rust programs (RFR), of embedded devices
(RTC) and of JVMs (CondensedData), and captures of AMD's GPU tools (RDF). One
window shows the timeline, the structure of the file and its bytes, all
following one selection: what was late, who woke it, where time and memory
went. Notes are kept in the capture. Damaged captures open as far as they can
be read.
.
The command line tglass gives the same as text and JSON.")
include(CPack)
