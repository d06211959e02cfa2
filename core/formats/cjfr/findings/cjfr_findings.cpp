#include "core/formats/cjfr/findings/cjfr_findings.h"

#include "core/formats/cjfr/findings/jvm_pieces.h"
#include "core/formats/cjfr/findings/jvm_rules.h"

#include <functional>

namespace traceglass::cjfr {

namespace {

// Types of the program's own that say how long something took.
std::vector<std::string> customTypes(const StreamIndex& index)
{
    std::vector<std::string> out;
    for (const Type& type : index.types.defined()) {
        const std::string name = type.isCombined ? Expander::expandedName(type) : type.name;
        if (type.kind == TypeKind::structure && index.countOf(type) > 0 && !name.starts_with("jdk.")
            && name.find('.') != name.npos
            && std::ranges::any_of(type.slots, [](const Slot& slot) { return slot.name == "duration"; }))
            out.push_back(name);
    }
    return out;
}

}

Result<Findings> CjfrFindings::find(const FindingRequest& request, Job& job) const
{
    const auto index = m_file.indexNow(job);
    if (!index)
        return tl::unexpected(index.error());
    findings::Checks checks(findingRules(), request.settings);
    const StatRequest everything {.timeline = request.timeline, .threads = request.threads};
    JvmPieces pieces(m_file, **index, everything, job);
    const auto look = pieces.read(customTypes(**index), checks.amount("jvm.slow-operation", "min"));
    if (!look)
        return tl::unexpected(look.error());
    const auto checkOwn = [this](const JvmLook& of, findings::Checks& into) {
        checkOperations(of, m_fields, into);
    };
    const std::initializer_list<std::function<void(const JvmLook&, findings::Checks&)>> rules = {
        checkTransfers,     checkTimeouts,   checkLocks,   checkPools,     checkDeadlocks,  checkCollections,
        checkDirectBuffers, // before what is left out of the heap
        checkHeap,          checkAllocation, checkStalls,  checkOwn,       checkMethods,    checkThrown,
        checkStops,         checkMachine,    checkClasses, checkCodeCache, checkThrottling, checkRecording,
    };
    for (const auto& check : rules) {
        if (job.stopRequested())
            return fail(Code::Stopped);
        check(**look, checks);
    }
    return checks.take();
}

}
