#include "core/formats/cjfr/wire/cjfr_pass.h"

#include <utility>

namespace traceglass::cjfr {

MessagePass::MessagePass(const StreamIndex& index, FieldsOf fieldsOf, MessageRange range)
    : MessageWalk(index, range.first)
    , m_fieldsOf(std::move(fieldsOf))
    , m_endNumber(range.end)
    , m_passes(index.types.all().size())
{
    for (const Cache& cache : index.types.caches())
        m_entries.push_back(cache.entries.size());
}

const MessagePass::TypePass& MessagePass::passOf(const Type& type)
{
    auto& pass = m_passes[type.index];
    if (!pass) {
        pass = std::make_unique<TypePass>();
        pass->fields = m_fieldsOf(type);
        const bool movesClock = type.isUniverse && m_index->isJfr();
        if (!movesClock)
            pass->steps = Steps(type, pass->fields ? *pass->fields : kNoFields);
    }
    return *pass;
}

// As a scan passes over what is ordinary. False: nothing has happened.
bool MessagePass::nextInSteps()
{
    if (m_in.left() < kLongestNumber)
        return false;
    SureCursor at = m_in.unchecked();
    const std::uint64_t id = at.uv();
    const Type* const type = id > m_index->types.lastKind() ? m_index->types.find(id) : nullptr;
    if (!type)
        return false;
    m_pass = &passOf(*type);
    const std::uint64_t start = m_in.offset();
    m_message = {m_number, type, start, 0, m_in.offset(at), m_clock.baseNs};
    if (!m_pass->steps.pass(at, m_in, m_clock, m_entries, m_kept))
        return false;
    m_message.length = m_in.offset() - start;
    ++m_number;
    return true;
}

void MessagePass::keepOfWalked()
{
    const Message& walked = message();
    m_pass = &passOf(*walked.type);
    if (!m_pass->fields || walked.type->kind != TypeKind::structure)
        return;
    Revisit policy;
    Walker<Revisit> walker(policy);
    Cursor in(m_index->bytes, walked.content);
    Clock clock {m_index->rules, walked.baseNs};
    keep(walker, in, clock, *walked.type, *m_pass->fields, m_index->types.caches(), m_kept);
}

bool MessagePass::next()
{
    if (m_number >= m_endNumber)
        return false;
    if (nextInSteps())
        return true;
    if (!MessageWalk::next())
        return false;
    keepOfWalked();
    return true;
}

}
