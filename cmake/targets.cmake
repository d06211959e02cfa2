# What every target of this project shares.

# GCC looks again and again which of its memory it still needs: where there is much, that is a tenth of its time and more.
# More sources at a time take more memory, too.
cmake_host_system_information(RESULT memory QUERY TOTAL_PHYSICAL_MEMORY) # MB
if(EXISTS /sys/fs/cgroup/memory.max) # of a container
    file(STRINGS /sys/fs/cgroup/memory.max most LIMIT_COUNT 1 REGEX "^[0-9]+$")
    if(most)
        math(EXPR most "${most} / 1000000")
        if(most LESS memory)
            set(memory ${most})
        endif()
    endif()
endif()
cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
math(EXPR memory_of_core "${memory} / ${cores}")
set(spacious)
set(batch 24)
if(memory_of_core GREATER 3000)
    set(batch 48)
    if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
        set(spacious --param=ggc-min-heapsize=2000000)
    endif()
endif()
if(NOT DEFINED CMAKE_UNITY_BUILD_BATCH_SIZE)
    set(CMAKE_UNITY_BUILD_BATCH_SIZE ${batch})
endif()

# traceglass_target(NAME [PLAIN] [LIGHT]): warnings, sanitizers and the include root (includes read "core/base/text.h").
# PLAIN: neither optimised nor instrumented, for tests: what they test is, and compiling them takes half the time. The
# thread sanitizer has to see what their threads do all the same.
# LIGHT: optimised a little, for what asks, puts texts together and calls Qt: loops over data are in the core. Compiling
# it takes a third less.
function(traceglass_target name)
    cmake_parse_arguments(PARSE_ARGV 1 target "PLAIN;LIGHT" "" "")
    if(TRACEGLASS_SANITIZE MATCHES "thread")
        set(target_PLAIN OFF)
    endif()
    target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR})
    target_compile_options(${name} PRIVATE ${spacious} -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow
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

# traceglass_moc(NAME): the meta objects of its classes. Without several sources at a time Qt's own way; else without
# reading the headers of Qt once more for each of ours, and compiled together with what they belong to.
function(traceglass_moc name)
    if(NOT CMAKE_UNITY_BUILD)
        set_target_properties(${name} PROPERTIES AUTOMOC ON)
        return()
    endif()
    get_target_property(sources ${name} SOURCES)
    list(FILTER sources INCLUDE REGEX "[.]cpp$")
    list(TRANSFORM sources PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
    list(TRANSFORM sources REPLACE "cpp$" "h" OUTPUT_VARIABLE headers)
    foreach(file IN LISTS sources headers)
        get_filename_component(base ${file} NAME_WLE)
        if(file MATCHES "h$")
            set(made moc_${base}.cpp)
        else()
            set(made ${base}.moc) # the source includes it
        endif()
        if(EXISTS ${file})
            set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
            file(STRINGS ${file} found LIMIT_COUNT 1 REGEX "Q_(OBJECT|GADGET|NAMESPACE)")
            if(found)
                add_custom_command(OUTPUT ${made} DEPENDS ${file} COMMAND Qt6::moc --no-notes ${file} -o ${made} VERBATIM)
                target_sources(${name} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/${made})
            endif()
        endif()
    endforeach()
    target_include_directories(${name} PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
endfunction()

# traceglass_forbid_qt(NAME): the core stays free of Qt; configuring fails when a Qt library is linked to it.
function(traceglass_forbid_qt name)
    get_target_property(libraries ${name} LINK_LIBRARIES)
    if("${libraries}" MATCHES "Qt[56]?::")
        message(FATAL_ERROR "${name} must not link Qt, but links: ${libraries}")
    endif()
endfunction()

# traceglass_view(NAME): a library or program of views, which ask (core/ask) instead of reading captures: what reads them
# does not compile there (tests/core/view_calls.cpp).
function(traceglass_view name)
    target_compile_definitions(${name} PRIVATE TRACEGLASS_VIEW)
endfunction()
