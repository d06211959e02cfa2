// Words of the core in the language of the window. The core has no Qt and speaks English; its fixed short words
// (titles of columns, sections and rules, labels in Details, what is counted) are translated where they are shown.
//
//     label->setText(coreText(section.title));                 // "Place": "Ort"
//     tr("Remove %1").arg(countedText(3, "note", "notes"))       // "3 notes": "3 Notizen"
//     label->setText(coreSentence(row.extra));                 // "12 live at the end": "12 leben am Ende"
//
// Those that have translations are listed in core_words.cpp and core_sentences.cpp. Any other text is shown as
// it is.
#pragma once

#include <QString>
#include <cstdint>
#include <span>
#include <string_view>

namespace traceglass {

// One line for people, as fromUtf8.
QString coreText(std::string_view text);

QString countedText(std::uint64_t count, std::string_view one, std::string_view many);

// One that may begin with what it counts, or have numbers in it.
QString coreSentence(std::string_view text);

// As they are in English; in sentences %1 is a number with what it counts or its unit.
std::span<const char* const> coreWords();
std::span<const char* const> coreSentences();

}
