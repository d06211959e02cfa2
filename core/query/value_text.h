// Values of fields of records as text.
#pragma once

#include "core/model/record_field.h"

#include <string>

namespace traceglass::query {

// As people read it: "12.3 ms", "1.50 kB", "checkout".
std::string valueText(const FieldValue& value, const RecordField& field);
// As a test on the field is written that holds for just this value: "12300000 ns"; of a text the text itself. Empty: no
// test can.
std::string writtenValue(const FieldValue& value, const RecordField& field);

}
