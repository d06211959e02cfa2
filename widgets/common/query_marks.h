// Marks of a query: under the text of a field in which it is written, and in what it has found.
#pragma once

#include "core/query/text_condition.h"

#include <QVariant>
#include <cstddef>
#include <string_view>

class QLineEdit;

namespace traceglass {

// A wave under these bytes of its UTF-8 text, where something is wrong; equal: none any more.
void underlineWrong(QLineEdit& field, std::size_t begin, std::size_t end);

// For kMarksRole of a cell that shows fromUtf8(text): where it has what is asked for in that field.
QVariant foundMarks(const query::TextCondition& condition, std::string_view field, std::string_view text);

}
