// What is wrong in a field, underlined with waves where it stands.
#pragma once

#include <cstddef>

class QLineEdit;

namespace traceglass {

// Bytes of the text as UTF-8, as errors of queries tell them; equal: nothing.
void underline(QLineEdit& field, std::size_t begin, std::size_t end);

}
