// Rules for captures of every format: what is wrong with the bytes, and how far times can be trusted.
#pragma once

#include "core/model/document.h"

namespace traceglass::findings {

inline constexpr std::string_view kDamaged = "data.damaged";
inline constexpr std::string_view kApproximate = "data.approximate";

std::span<const Rule> sharedRules();
// What it gives once the job was stopped is not whole.
Findings findShared(const Document& document, const FindingRequest& request, const Job& job);
bool isAboutData(const Finding& finding); // one of damage or a missing end

}
