#include "core/formats/cjfr/cjfr_document.h"


namespace traceglass::cjfr {

namespace {

Match probe(const Probe& probe)
{
    return !probe.directory && hasMagic(probe.head) ? Match::sure : Match::no;
}

Result<std::unique_ptr<Document>> open(const Probe& probe)
{
    return CjfrDocument::open(probe.path);
}

constexpr std::string_view kSuffixes[] = {".cjfr"};

}

const Format kFormat {
    .id = "cjfr",
    .name = "CondensedData",
    .label = "JVM",
    .suffixes = kSuffixes,
    .probe = probe,
    .open = open,
    .record = "message",
    .records = "messages",
};

}
