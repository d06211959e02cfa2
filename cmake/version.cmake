# The version of this build: `git describe` in a clone with tags, the project's version and the commit in one
# without, the project's version alone elsewhere (a tarball, no git).
#
#   target_link_libraries(program PRIVATE traceglass_version)      #include "app/version.h"
#
# Each build looks it up, and when it changed compiles one file of one line. As a script (`cmake -P`) this is
# that look.
if(NOT CMAKE_SCRIPT_MODE_FILE)
    set(source ${CMAKE_BINARY_DIR}/version.cpp)
    add_custom_target(traceglass_look_up_version BYPRODUCTS ${source} COMMENT ""
        COMMAND ${CMAKE_COMMAND} -D FOLDER=${PROJECT_SOURCE_DIR} -D PROJECT=${PROJECT_VERSION} -D OUTPUT=${source}
            -P ${CMAKE_CURRENT_LIST_FILE})
    add_library(traceglass_version STATIC ${source})
    add_dependencies(traceglass_version traceglass_look_up_version)
    traceglass_target(traceglass_version)
    return()
endif()

set(version ${PROJECT})
if(EXISTS ${FOLDER}/.git) # an unpacked tarball may lie in a repository of something else
    execute_process(COMMAND git --no-optional-locks -C ${FOLDER} describe --always --dirty --match "v[0-9]*"
        OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(found MATCHES "^v([0-9].*)$")
        set(version ${CMAKE_MATCH_1})
    elseif(found)
        string(APPEND version "-g${found}")
    endif()
endif()
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
#include "app/version.h"

const char* const traceglass::kVersion = "@version@";
]])
