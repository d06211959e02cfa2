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

// Conditions, and where slices begin that they hold for, once they were asked: all together, so that fields of records
// are read once.
struct AskedOfSlices
{
    std::vector<Expr> exprs {};
    std::vector<std::shared_ptr<RecordRefs>> refs {};

    Result<void> ask(const TimelinePtr& timeline, const FieldColumns* columns, Job& job)
    {
        if (exprs.empty())
            return {};
        if (!timeline)
            return fail(Code::NoTimeAxis);
        auto next = refs.begin();
        return runEach(timeline, columns, exprs, {}, job, [&](Hits&& hits) {
            return refsOf(hits, job).map([&](RecordRefs&& found) { **next++ = std::move(found); });
        });
    }
};

// A condition, or several of which one has to hold: a slice that one holds for is one that they hold for together.
bool isOfSlices(const Expr& expr)
{
    if (expr.kind == Expr::Kind::test)
        return expr.test.field != Field::any;
    return expr.kind == Expr::Kind::any && !expr.parts.empty() && std::ranges::all_of(expr.parts, isOfSlices);
}

RecordNode nodeOf(const Expr& expr, AskedOfSlices& asked)
{
    if (isOfSlices(expr)) {
        asked.exprs.push_back(expr);
        asked.refs.push_back(std::make_shared<RecordRefs>());
        return {.kind = Expr::Kind::test, .refs = asked.refs.back()};
    }
    RecordNode out {expr.kind};
    Expr together {Expr::Kind::any, {}, {}};
    for (const Expr& part : expr.parts) {
        if (expr.kind == Expr::Kind::any && isOfSlices(part))
            together.parts.push_back(part);
        else
            out.parts.push_back(nodeOf(part, asked));
    }
    if (!together.parts.empty())
        out.parts.push_back(nodeOf(together, asked));
    if (expr.kind != Expr::Kind::test)
        return out;
    out.text = patternOf(expr.test.operands.front(), Op::contains);
    if (!out.text)
        out.kind = Expr::Kind::any; // no expression is in no text
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
    AskedOfSlices asked;
    RecordNode root = nodeOf(expr, asked);
    if (auto done = asked.ask(timeline, columns, job); !done)
        return tl::unexpected(done.error());
    auto only = fitting ? sharedRefs(*fitting, job) : Result<RecordRefsPtr>();
    if (!only)
        return tl::unexpected(only.error());
    return std::make_shared<const ExprOfRecords>(std::move(root), std::move(*only));
}

}
