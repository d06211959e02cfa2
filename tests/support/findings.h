// What rules find in a capture on disk, in words that tests compare.
//
//     const FoundIn found(path, {"rfr.long-poll.min=20ms"});
//     QCOMPARE(found.list(), QStringList {"medium rfr.long-poll metrics.flush"});
#pragma once

#include "core/findings/find.h"
#include "core/formats/all_rules.h"
#include "tests/support/stat_tables.h"

#include <QString>
#include <QStringList>

namespace traceglass {

struct FoundIn
{
    explicit FoundIn(const std::filesystem::path& path, const std::vector<std::string>& set = {},
                     const findings::Mutes& mutes = {}, unsigned threads = 0)
        : capture(path)
    {
        if (!capture.document || !capture.timeline)
            return;
        RuleSettings settings;
        for (const std::string& text : set)
            wrong += findings::setThreshold(settings, allRules(), text);
        Job job;
        auto found = findings::find(*capture.document, {*capture.timeline, settings, threads}, mutes, job);
        if (found)
            all = std::move(*found);
        isThere = found.has_value();
    }

    // "severity rule subject", the most serious first.
    QStringList list() const
    {
        QStringList out;
        for (const Finding& each : all.found)
            out << QString::fromStdString(std::string(severityName(each.severity)) + ' '
                                          + std::string(each.rule) + ' ' + each.subject.name);
        return isThere ? out : QStringList {QStringLiteral("nothing was asked")};
    }
    const Finding* of(std::string_view rule) const
    {
        const auto found = std::ranges::find(all.found, rule, &Finding::rule);
        return found == all.found.end() ? nullptr : &*found;
    }
    bool isChecked(std::string_view rule) const
    {
        return std::ranges::find(all.notChecked, rule, &NotChecked::rule) == all.notChecked.end();
    }

    IndexedCapture capture;
    Findings all;
    std::string wrong; // with thresholds
    bool isThere = false;
};

}
