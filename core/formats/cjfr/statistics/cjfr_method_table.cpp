// Methods, by the samples of what threads ran: on top of the stack, and anywhere in it.
#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/formats/cjfr/records/cjfr_fields.h"
#include "core/formats/cjfr/statistics/cjfr_tables.h"

#include <unordered_map>

namespace traceglass::cjfr {

namespace {

struct MethodRow
{
    StringId name {};
    std::int64_t self = 0;
    std::int64_t total = 0;
    std::int64_t truncated = 0;
};

struct MethodStack
{
    std::vector<StringId> methods; // each once, the innermost first
    bool isTruncated = false;
};

// Methods of stacks, each stack read once.
class MethodStacks
{
public:
    explicit MethodStacks(EventPass& pass)
        : m_pass(pass)
    {
    }

    const MethodStack& of(const Value& trace)
    {
        const auto [known, isNew] = m_byTrace.try_emplace(trace.content);
        if (isNew)
            read(trace, known->second);
        return known->second;
    }

private:
    void read(const Value& trace, MethodStack& into)
    {
        const ValueReader& values = m_pass.values();
        into.isTruncated = isTrue(values, fieldOf(values, trace, "truncated"));
        const Value frames = fieldOf(values, trace, "frames");
        std::size_t depth = 0;
        values.forEach(frames, [&](const Slot&, std::uint64_t, const Value& frame) {
            const StringId method = m_pass.name(fieldOf(values, frame, "method"));
            if (m_seen.insert(number(method)).second)
                into.methods.push_back(method);
            return ++depth < limits::kStackDepth;
        });
        into.isTruncated |= depth < values.childCount(frames);
        m_seen.clear();
    }

    EventPass& m_pass;
    std::unordered_map<std::uint64_t, MethodStack> m_byTrace; // by place of the content
    std::unordered_set<std::uint32_t> m_seen;
};

}

Result<StatTable> methodTable(EventPass& pass, std::string_view sampleType)
{
    MethodStacks stacks(pass);
    RowsOf<std::uint32_t, MethodRow> rows; // by name
    std::int64_t samples = 0;
    std::uint64_t truncated = 0, without = 0;
    const auto done = pass.read({{sampleType, {"stackTrace"}}}, [&](const EventView& event) {
        ++samples;
        const Value trace = pass.value(event.fields.front());
        if (trace.isNull()) {
            ++without;
            return;
        }
        const MethodStack& stack = stacks.of(trace);
        truncated += stack.isTruncated ? 1 : 0;
        for (const StringId method : stack.methods) {
            MethodRow& row = rows[number(method)];
            row.name = method;
            ++row.total;
            row.self += method == stack.methods.front() ? 1 : 0;
            row.truncated += stack.isTruncated ? 1 : 0;
        }
    });
    if (!done)
        return tl::unexpected(done.error());

    StatTable table;
    for (const MethodRow& row : rows.all()) {
        table.keys.push_back(keyText(pass, row.name, "unknown method"));
        table.queries.push_back(
            row.self == 0 ? std::string() // samples are called as their innermost method
                          : stats::queryOf({stats::isEqual(query::Field::kind, "samples"),
                                            stats::isEqual(query::Field::name, table.keys.back())}));
    }
    const stats::Columns columns(table, rows.all(), pass.job());
    const auto share = [&](const MethodRow& row) { return stats::shareOf(row.total, samples); };
    const auto selfShare = [&](const MethodRow& row) { return stats::shareOf(row.self, samples); };
    columns.addSum("self", "self", "Samples in which it ran itself: it is the innermost method.",
                   StatUnit::count, [](const MethodRow& row) { return row.self; });
    columns.add("self_share", "self share", "That as part of all samples.", StatUnit::share, selfShare);
    columns.add("self_margin", "self ±", "1.96 √(p (1 − p) / n) of this share: within so much it is known.",
                StatUnit::share,
                [&](const MethodRow& row) { return stats::uncertaintyOf(selfShare(row), samples); });
    columns.addSum("total", "total",
                   "Samples in which it is in the stack, once however often it stands there.",
                   StatUnit::count, [](const MethodRow& row) { return row.total; });
    columns.add("share", "share", "That as part of all samples.", StatUnit::share, share);
    columns.add("margin", "±", "1.96 √(p (1 − p) / n) of this share: within so much it is known.",
                StatUnit::share,
                [&](const MethodRow& row) { return stats::uncertaintyOf(share(row), samples); });
    columns.addSum("truncated", "truncated", "Samples of these whose outermost frames were not recorded.",
                   StatUnit::count, [](const MethodRow& row) { return row.truncated; });
    table.isEstimate = true;
    const bool isNative = sampleType == "jdk.NativeMethodSample";
    table.remarks.push_back(
        "An estimate by " + counted(static_cast<std::uint64_t>(samples), "sample", "samples")
        + (isNative ? " of threads in native methods, which may wait there; those in Java "
                      "are not among them."
                    : " of threads that ran Java; those in native methods are not among "
                      "them."));
    if (truncated > 0)
        table.remarks.push_back(counted(
            truncated, "stack is truncated: what called the outermost recorded method lacks in its total.",
            "stacks are truncated: what called the outermost recorded method lacks in its total."));
    if (without > 0)
        table.remarks.push_back(counted(without, "sample has no stack.", "samples have no stack."));
    return table;
}

}
