// A value of a field of records as people read it: "12.3 ms", "1.50 kB", "checkout".
#pragma once

#include "core/model/record_field.h"

#include <string>

namespace traceglass::query {

std::string valueText(const FieldValue& value, const RecordField& field);

}
