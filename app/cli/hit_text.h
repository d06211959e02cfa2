// A slice that a query found, as a line for people, as JSON and as CSV.
//
//     HitText text(document, timeline);
//     hits.each([&](const query::Hit& hit) { out.write(text.json(hit, ++number)); return out.good(); });
#pragma once

#include "core/model/document.h"
#include "core/query/run.h"

#include <string>

namespace traceglass::cli {

class HitText
{
public:
    HitText(const Document& document, const Timeline& timeline)
        : m_document(document)
        , m_timeline(timeline)
    {
    }

    std::string line(const query::Hit& hit) const;
    std::string json(const query::Hit& hit, std::uint64_t number) const; // counted from 1
    static std::string csvHeader();
    std::string csv(const query::Hit& hit) const;

private:
    std::string momentText(const ClockAxis& clock, std::int64_t viewNs) const;
    std::optional<std::string_view> nameOf(const query::Hit& hit) const; // nothing: it has none

    const Document& m_document;
    const Timeline& m_timeline;
};

}
