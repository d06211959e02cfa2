#include "core/query/record_test.h"

#include "core/base/text.h"
#include "core/query/hit_refs.h"
#include "core/query/pattern.h"

#include <algorithm>

namespace traceglass::query {

namespace {

using RecordRefsPtr = std::shared_ptr<const RecordRefs>;

// One of both: a text that is looked for, or where slices begin for which a condition holds.
struct RecordNode
{
    Expr::Kind kind = Expr::Kind::all;
    std::vector<RecordNode> parts {};
    std::optional<Pattern> text {};
    RecordRefsPtr refs {};

    bool needsTexts() const { return text || std::ranges::any_of(parts, &RecordNode::needsTexts); }
    bool holds(const Record& record) const;
};

bool isInTexts(const Pattern& pattern, const Record& record)
{
    const auto in = [&](const std::string& text) { return pattern.isIn(text); };
    return in(record.kind) || in(record.subject) || in(record.by) || in(record.fields)
        || std::ranges::any_of(record.values, in, &RecordValue::text) || in(hexNumber(record.range.offset));
}

bool RecordNode::holds(const Record& record) const
{
    const auto part = [&](const RecordNode& node) { return node.holds(record); };
    switch (kind) {
    case Expr::Kind::all: return std::ranges::all_of(parts, part);
    case Expr::Kind::any: return std::ranges::any_of(parts, part);
    case Expr::Kind::none: return !part(parts.front());
    case Expr::Kind::test: break;
    }
    return text ? isInTexts(*text, record) : refs->contains(record.ref);
}

class ExprOfRecords : public RecordTest
{
public:
    ExprOfRecords(RecordNode root, RecordRefsPtr only)
        : m_root(std::move(root))
        , m_only(std::move(only))
        , m_needsTexts(m_root.needsTexts())
    {
    }
    bool needsTexts() const override { return m_needsTexts; }
    bool holds(const Record& record) const override
    {
        return (!m_only || m_only->contains(record.ref)) && m_root.holds(record);
    }

private:
    RecordNode m_root;
    RecordRefsPtr m_only; // null: all
    bool m_needsTexts;
};

Result<RecordRefsPtr> sharedRefs(const Hits& hits, Job& job)
{
    return refsOf(hits, job).map(
        [](RecordRefs&& refs) { return std::make_shared<const RecordRefs>(std::move(refs)); });
}

Result<RecordRefsPtr> refsWhere(const Expr& test, const TimelinePtr& timeline, const FieldColumns* columns,
                                Job& job)
{
    if (!timeline)
        return fail(Code::NoTimeAxis);
    const auto hits = run(timeline, columns, test, {}, job);
    return hits ? sharedRefs(*hits, job) : tl::unexpected(hits.error());
}

Result<RecordNode> nodeOf(const Expr& expr, const TimelinePtr& timeline, const FieldColumns* columns,
                          Job& job)
{
    RecordNode out {expr.kind};
    for (const Expr& part : expr.parts) {
        auto made = nodeOf(part, timeline, columns, job);
        if (!made)
            return made;
        out.parts.push_back(std::move(*made));
    }
    if (expr.kind != Expr::Kind::test)
        return out;
    if (expr.test.field != Field::any) {
        auto refs = refsWhere(expr, timeline, columns, job);
        if (!refs)
            return tl::unexpected(refs.error());
        out.refs = std::move(*refs);
        return out;
    }
    const Operand& wanted = expr.test.operands.front();
    if (wanted.kind == Operand::Kind::pattern) {
        if (auto pattern = Pattern::make(wanted.written, wanted.withCase))
            out.text = std::move(*pattern);
        else
            out.kind = Expr::Kind::any; // no expression is in no text
    } else {
        out.text = Pattern::containing(wanted.written);
    }
    return out;
}

}

bool hasConditions(const Expr& expr)
{
    return expr.kind == Expr::Kind::test ? expr.test.field != Field::any
                                         : std::ranges::any_of(expr.parts, hasConditions);
}

Result<RecordTestPtr> recordTest(const Expr& expr, const HitsPtr& fitting, const TimelinePtr& timeline,
                                 const FieldColumns* columns, Job& job)
{
    if (expr == Expr {} && !fitting)
        return RecordTestPtr();
    auto root = nodeOf(expr, timeline, columns, job);
    if (!root)
        return tl::unexpected(root.error());
    auto only = fitting ? sharedRefs(*fitting, job) : Result<RecordRefsPtr>();
    if (!only)
        return tl::unexpected(only.error());
    return std::make_shared<const ExprOfRecords>(std::move(*root), std::move(*only));
}

}
