# What every target of this project shares.

# traceglass_target(NAME [PLAIN] [LIGHT]): warnings, sanitizers and the include root (includes read "core/base/result.h").
# PLAIN: neither optimised nor instrumented, for tests: what they test is, and compiling them takes half the time. The
# thread sanitizer has to see what their threads do all the same.
# LIGHT: optimised a little, for what asks, puts texts together and calls Qt: all loops over data are in the core and the
# views. Compiling it takes a third less.
function(traceglass_target name)
    cmake_parse_arguments(PARSE_ARGV 1 target "PLAIN;LIGHT" "" "")
    if(TRACEGLASS_SANITIZE MATCHES "thread")
        set(target_PLAIN OFF)
    endif()
    target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR})
    target_compile_options(${name} PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow
        -Wnon-virtual-dtor -Woverloaded-virtual)
    if(TRACEGLASS_WERROR)
        target_compile_options(${name} PRIVATE -Werror)
    endif()
    if(TRACEGLASS_FUZZ)
        target_compile_options(${name} PRIVATE -fsanitize=fuzzer-no-link)
        target_link_options(${name} PUBLIC -fsanitize=fuzzer-no-link)
    endif()
    if(target_PLAIN)
        target_compile_options(${name} PRIVATE -O0)
    elseif(target_LIGHT)
        target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)
    endif()
    if(TRACEGLASS_SANITIZE)
        if(NOT target_PLAIN)
            target_compile_options(${name} PRIVATE -fsanitize=${TRACEGLASS_SANITIZE} -fno-omit-frame-pointer
                -fno-sanitize-recover=all)
            if(TRACEGLASS_SANITIZE_NOT)
                target_compile_options(${name} PRIVATE -fno-sanitize=${TRACEGLASS_SANITIZE_NOT})
            endif()
        endif()
        # At fixed addresses: moving an instrumented program takes longer than most of what the tests let it do.
        target_link_options(${name} PUBLIC -fsanitize=${TRACEGLASS_SANITIZE} -no-pie)
    endif()
endfunction()

# traceglass_forbid_qt(NAME): the core stays free of Qt; configuring fails when a Qt library is linked to it.
function(traceglass_forbid_qt name)
    get_target_property(libraries ${name} LINK_LIBRARIES)
    if("${libraries}" MATCHES "Qt[56]?::")
        message(FATAL_ERROR "${name} must not link Qt, but links: ${libraries}")
    endif()
endfunction()

# traceglass_view(NAME): a library of views, which ask (core/ask) instead of reading captures: what reads them does not
# compile there.
function(traceglass_view name)
    target_compile_definitions(${name} PRIVATE TRACEGLASS_VIEW)
endfunction()
