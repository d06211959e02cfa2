#include "core/formats/rdf/timeline/memory_history.h"

#include <algorithm>

namespace traceglass::rdf {

std::string MemoryHistory::nameOf(std::uint32_t resource) const
{
    const std::string_view name = names.nameOf(resource);
    return name.empty() ? resourceTypeName(state.resources()[resource].type) : std::string(name);
}

std::span<const MemoryHistory::Binding> MemoryHistory::bindingsOf(std::uint32_t resource) const
{
    const auto first = std::ranges::lower_bound(bindings, resource, {}, &Binding::resource);
    const auto behind = std::ranges::upper_bound(bindings, resource, {}, &Binding::resource);
    return {first, behind};
}

}
