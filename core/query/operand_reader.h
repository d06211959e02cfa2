// Values in the text of a query: where one begins and ends, and what it means to the field that it is compared with.
#pragma once

#include "core/query/parse.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace traceglass::query {

class OperandReader
{
protected:
    using Value = tl::expected<Operand, ParseError>;
    using Place = std::pair<std::size_t, std::size_t>; // first byte, and the one behind it

    OperandReader(std::string_view text, const FieldCatalogue* catalogue)
        : m_text(text)
        , m_catalogue(catalogue)
    {
    }

    bool atEnd() const { return m_at >= m_text.size(); }
    char here() const { return atEnd() ? '\0' : m_text[m_at]; }
    void skipBlanks();
    // The word that begins here, up to a blank or one of `ends`.
    std::string_view wordUntil(std::string_view ends) const;
    bool take(std::string_view word);

    tl::unexpected<ParseError> error(std::size_t begin, std::size_t end, std::string sentence,
                                     std::string suggestion = {}) const;
    // Of what begins there and should end here.
    tl::unexpected<ParseError> unclosed(std::size_t begin, char end, std::string sentence) const;
    tl::unexpected<ParseError> tooLong(std::size_t begin) const;

    // Of the field; of any text without one. Behind it stand no blanks but those of a unit.
    Value value(const FieldInfo* field);
    // As it is written: what it means is known by the field alone. A unit may stand behind a blank; one that no other
    // field has is then written without, as it is known where the field is.
    Value namedOperand(Op op, const std::vector<std::uint32_t>& fields);
    // Only expressions go with `~`, and nothing else.
    Value checkedForm(Operand operand, Op op, std::size_t begin, Place sign, bool takesTexts) const;
    // Without a catalogue nobody knows.
    bool takesTexts(const std::vector<std::uint32_t>& fields) const;
    tl::expected<std::string, ParseError> quotedText();

    std::string_view m_text;
    const FieldCatalogue* m_catalogue;
    std::size_t m_at = 0;

private:
    std::optional<ParseError> quotedOtherwise(std::string_view word, std::size_t begin) const;
    bool isUnitOf(const std::vector<std::uint32_t>& fields, std::string_view text) const;
    bool areSpans(const std::vector<std::uint32_t>& fields) const;
    // Behind a number that must have a unit, and at m_at: a word that is none, and nothing else.
    bool isWrongUnit(std::string_view word) const;
    bool
    isField(std::string_view word) const; // at m_at, too: the sign of a condition stands in it or behind it
    Value valueOf(const FieldInfo* field, std::string word, std::size_t begin);
    // A unit may stand behind a blank.
    tl::unexpected<ParseError> noMoment(std::string word, std::size_t begin);
    Value span(const std::string& word, std::size_t begin);
    Value quoted(const FieldInfo* field);
    Value pattern();
};

}
