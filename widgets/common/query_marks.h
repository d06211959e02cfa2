// Marks of a query: what is wrong with it, also under the text of a field in which it is written, and what it has found.
#pragma once

#include "core/query/parse.h"
#include "core/query/text_condition.h"

#include <QVariant>
#include <cstddef>
#include <string_view>

class QLineEdit;

namespace traceglass {

// What is wrong and what may stand there instead: "`statsu` is no field · status?"
QString mistakeText(const query::ParseError& error);

// A wave under these bytes of its UTF-8 text, where something is wrong; equal: none any more.
void underlineWrong(QLineEdit& field, std::size_t begin, std::size_t end);

// For kMarksRole of a cell that shows fromUtf8(text): where it has what is asked for in that field.
QVariant foundMarks(const query::TextCondition& condition, std::string_view field, std::string_view text);

}
