// What a test on a field of records means for the values of one field: which numbers, texts and truths fit.
//
//     const auto test = FieldTest::make(parsed, field, startNs);      // error: why it means nothing for that
//     field test->fits(FieldValue(WideInteger(200)))
//
// Integers are compared exactly, whatever their size. A unit that is written is turned into that of the
// field.
#pragma once

#include "core/model/record_field.h"
#include "core/query/pattern.h"
#include "core/query/query.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace traceglass::query {

struct Unfit
{
    std::string sentence;
    std::string suggestion {};
    std::optional<std::size_t> operand {}; // nothing: the sign is meant
};

class FieldTest
{
public:
    // `startNs`: the moment from which relative ones count.
    static tl::expected<FieldTest, Unfit> make(const Test& test, const RecordField& field,
                                               std::int64_t startNs = 0);

    // Is it what the test names? Where values must differ (!=), those that do not.
    bool fits(const FieldValue& value) const;

private:
    struct Whole // numbers, both ends in it
    {
        WideInteger least = 0;
        WideInteger most = 0;
    };
    struct Real
    {
        double least = 0;
        double most = 0;
        bool isLeastIn = true;
        bool isMostIn = true;
    };

    FieldTest() = default;
    std::optional<Unfit> addNumbers(const Test& test, const RecordField& field, std::int64_t startNs);
    void addTexts(const Test& test);
    std::optional<Unfit> addTruths(const Test& test);

    std::vector<Whole> m_wholes;
    std::vector<Real> m_reals;
    std::vector<Pattern> m_texts;
    bool m_fitsTrue = false;
    bool m_fitsFalse = false;
};

// Why the test means nothing for any of these fields.
std::optional<Unfit> unfitFor(const Test& test, const FieldCatalogue& catalogue,
                              const std::vector<std::uint32_t>& fields);

}
