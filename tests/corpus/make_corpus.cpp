#include "tests/corpus/make_corpus.h"

#include "core/formats/rtc/demo/rtc_demo_device.h"
#include "core/io/file.h"

namespace traceglass::corpus {

Bytes noise(std::size_t size, std::uint64_t seed)
{
    DemoRandom random(seed);
    Bytes out(size);
    for (std::byte& byte : out)
        byte = static_cast<std::byte>(random.next() >> 24);
    return out;
}

void Folder::write(std::string_view name, std::span<const std::byte> bytes) const
{
    const std::filesystem::path path = m_path / name;
    std::error_code error;
    std::filesystem::create_directories(path.parent_path(), error);
    must(writeFile(path, bytes)); // says so when there is no folder
}

}

int main(int count, char** arguments)
{
    using namespace traceglass::corpus;
    if (count != 2) {
        std::cerr << "usage: make_corpus FOLDER\n";
        return 1;
    }
    const Folder folder(arguments[1]);
    makeRdf(folder / "rdf");
    makeRtc(folder / "rtc/valid");
    makeRtcDamaged(folder / "rtc");
    makeRfr(folder / "rfr/valid");
    makeRfrDamaged(folder / "rfr/damaged");
    makeCjfr(folder / "cjfr/valid");
    makeCjfrRecordings(folder / "cjfr/valid");
    makeCjfrMalformed(folder / "cjfr/malformed");
    return 0;
}
