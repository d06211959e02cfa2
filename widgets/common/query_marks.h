// Marks under the text of a field in which a query is written.
#pragma once

#include <cstddef>

class QLineEdit;

namespace traceglass {

// A wave under these bytes of its UTF-8 text, where something is wrong; equal: none any more.
void underlineWrong(QLineEdit& field, std::size_t begin, std::size_t end);

}
