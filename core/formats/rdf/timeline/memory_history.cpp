#include "core/formats/rdf/timeline/memory_history.h"

#include <algorithm>

namespace traceglass::rdf {

namespace {

std::optional<std::uint32_t> positionOf(const std::vector<RecordRef>& refs, RecordRef ref)
{
    const auto found = std::ranges::find(refs, ref);
    return found == refs.end() ? std::nullopt
                               : std::optional(static_cast<std::uint32_t>(found - refs.begin()));
}

}

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

std::optional<std::uint32_t> MemoryHistory::resourceWith(RecordRef ref) const
{
    if (const auto made = positionOf(resourceRefs, ref))
        return made;
    const auto binding = std::ranges::find(bindings, ref, &Binding::ref);
    return binding == bindings.end() ? std::nullopt : std::optional(binding->resource);
}

std::optional<std::uint32_t> MemoryHistory::allocationWith(RecordRef ref) const
{
    return positionOf(allocationRefs, ref);
}

std::vector<std::uint32_t> MemoryHistory::bindingsAt(std::uint64_t address) const
{
    std::vector<std::uint32_t> out;
    for (std::uint32_t n = 0; n < bindings.size(); ++n) {
        const Binding& binding = bindings[n];
        if (address >= binding.address && address - binding.address < binding.size
            && !names.isImplicit(binding.resource))
            out.push_back(n);
    }
    return out;
}

}
