#include "core/formats/rdf/rdf_document.h"

#include "core/base/text.h"

#include <array>

namespace traceglass::rdf {

namespace {

constexpr std::array<std::string_view, 5> kSuffixes = {".rdf", ".rmv", ".rra", ".rgd", ".rgp"};

Match probe(const Probe& probe)
{
    const std::string_view head = asText(probe.head);
    return head.starts_with("AMD_RDF ") || head.starts_with("RTA_DATA") ? Match::sure : Match::no;
}

Result<std::unique_ptr<Document>> open(const Probe& probe)
{
    return RdfDocument::open(probe.path);
}

}

const Format kFormat {
    .id = "rdf",
    .name = "Radeon Data File",
    .label = "AMD GPU",
    .suffixes = kSuffixes,
    .probe = probe,
    .open = open,
    .record = "chunk",
    .records = "chunks",
};

}
