// Opens the input as an RDF file and walks everything in it.
#include "core/base/text.h"
#include "core/formats/demo_png.h"
#include "core/formats/rdf/rdf_document.h"
#include "core/formats/rdf/demo/rdf_writer.h"
#include "fuzz_support.h"

namespace traceglass::fuzz::rdf_target {

using namespace rdf;

const std::vector<Bytes>& seeds()
{
    static const std::vector<Bytes> all = [] {
        RdfWriter inner = RdfWriter::toMemory();
        (void)inner.add({.id = "Inner", .compression = Compression::zstd}, {}, asBytes("[1, {\"a\": null}]"));
        (void)inner.finish();
        const Bytes nested = inner.take();

        RdfWriter writer = RdfWriter::toMemory();
        (void)writer.add(
            {.id = "SystemInfo", .compression = Compression::zstd}, asBytes("head"),
            asBytes("{\"name\": \"a\\u00e9\", \"list\": [1, 2.5, true], \"deep\": {\"x\": {}}}"));
        (void)writer.add({.id = "Event", .version = 2}, {}, asBytes("\x01\x02\x03"));
        (void)writer.add({.id = "Event"}, {}, asBytes("line one\nline two\n"));
        (void)writer.add({.id = "Scene", .compression = Compression::zstd}, {}, nested);
        (void)writer.add({.id = "Plain"}, {}, nested);
        (void)writer.add({.id = "Picture"}, {}, encodePng({2, 2, Bytes(12), {}}));
        (void)writer.add({.id = "Empty", .compression = Compression::zstd}, {}, {});
        (void)writer.add({.id = "Zeros", .compression = Compression::zstd}, {}, Bytes(300'000));
        (void)writer.finish();

        RdfWriter empty = RdfWriter::toMemory();
        (void)empty.finish();
        return std::vector<Bytes> {writer.take(), nested, empty.take()};
    }();
    return all;
}

void run(std::span<const std::byte> input)
{
    const MemoryFile file(input);
    Job job;
    if (const auto document = RdfDocument::open(file.path(), job))
        walk(**document);
}

const Target kTarget("rdf", seeds, run);

}
