// What a memory token shows (rdf-payloads.md 1.3 to 1.5): its fields, what it is about in short, its colour.
//
//     for (const PayloadField& field : describeToken(token)) ... field.name, field.value, field.offset
//     tokenSubject(token)                                     // "image 0x105c4000", "41.0 MiB at 0x7f20000"
//
// Offsets of fields count from the start of the token.
#pragma once

#include "core/formats/rdf/payloads/memory/rmt_tokens.h"
#include "core/model/node.h"

namespace traceglass::rdf {

std::vector<PayloadField> describeToken(const RmtToken& token);
void writeToken(const RmtToken& token, JsonWriter& json); // the same as members of an object
std::string tokenSubject(const RmtToken& token);
Tint tokenTint(RmtKind kind);

}
