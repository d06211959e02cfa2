#include "core/formats/rdf/timeline/memory_history.h"

namespace traceglass::rdf {

std::string MemoryHistory::nameOf(std::uint32_t resource) const
{
    const std::string_view name = names.nameOf(resource);
    return name.empty() ? inWords(resourceTypeName(state.resources()[resource].type)) : std::string(name);
}

std::span<const MemoryHistory::Binding> MemoryHistory::bindingsOf(std::uint32_t resource) const
{
    return std::span(bindings).subspan(firstBindings[resource],
                                       firstBindings[resource + 1] - firstBindings[resource]);
}

}
