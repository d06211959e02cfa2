// What the Statistics tab compares: the table of A is asked of its capture, whole; when that of B has all percentiles, too, the
// worker puts both beside each other.
#include "core/base/behind.h"
#include "core/base/sort.h"
#include "core/base/text.h"
#include "core/compare/side_by_side.h"
#include "core/stats/histogram.h"
#include "widgets/common/command_text.h"
#include "widgets/common/utf8.h"
#include "widgets/statistics/statistics_pane.h"

#include <QComboBox>
#include <algorithm>

namespace traceglass {

namespace {

constexpr std::size_t kMostUnits = 20; // to choose from

// Means something else behind --per.
bool isWordOfPer(std::string_view name)
{
    return name == "second" || name == "none";
}

// Names of slices that both have, those with the most first; one that is there once is nothing to divide by. None once the
// job is stopped.
std::vector<std::string> commonNames(const StatTable& a, const StatTable& b, const Job& job)
{
    std::vector<std::string_view> known(a.keys.begin(), a.keys.end());
    if (!sortUnlessStopped(known, std::less(), job))
        return {};
    std::vector<std::pair<std::int64_t, std::string_view>> both;
    for (std::size_t row = 0; row < b.size(); ++row) {
        if (isStoppedAt(row, job))
            return {};
        const std::string& key = b.keys[row];
        const std::int64_t times = b.columns.front().integers[row];
        if (times > 1 && !key.empty() && !isWordOfPer(key) && std::ranges::binary_search(known, key))
            both.emplace_back(-times, key);
    }
    const std::size_t count = std::min(both.size(), kMostUnits);
    std::ranges::partial_sort(both, both.begin() + std::ptrdiff_t(count));
    std::vector<std::string> out;
    for (std::size_t i = 0; i < count; ++i)
        out.emplace_back(both[i].second);
    return out;
}

}

void StatisticsPane::connectBaseline()
{
    connect(m_baseline, &SessionBaseline::changed, this, [this] {
        m_order = {-1}; // that of a comparison is another
        m_compared.reset();
        m_a.reset();
        m_askedOfA.reset();
        m_compare->say({});
        if (m_made.empty())
            return tell(); // nobody has looked yet
        if (isVisible())
            fetch();
        else
            m_made.clear();
    });
    connect(m_baseline, &SessionBaseline::notesChanged, this, [this] {
        if (!asksForNotes() || m_made.empty())
            return;
        m_askedOfA.reset();
        later();
    });
    connect(m_compare, &CompareBar::scaleChanged, this, &StatisticsPane::compareBoth);
    connect(m_compare, &CompareBar::sentenceChanged, this, &StatisticsPane::tell);
}

void StatisticsPane::fetchA(const std::string& id, std::shared_ptr<const query::Hits> hits)
{
    m_asker->cancel(kCompare);
    m_b.reset();
    m_scopeOfB = m_baseline->scopeOfB();
    if (m_captureOfA != m_baseline->capture()) {
        m_captureOfA = m_baseline->capture();
        m_askerOfA = m_captureOfA ? std::make_unique<Asker>(m_captureOfA) : nullptr;
    }
    const auto a = m_baseline->a();
    m_comparesNow = a.has_value();
    if (!a) {
        if (m_askerOfA)
            m_askerOfA->cancel(kTable);
        m_a.reset();
        return;
    }
    ask::Table question {
        {.timeline = a->timeline, .by = id, .second = second().toStdString(), .scope = a->scope}};
    if (m_baseline->isCapture()) {
        // Which range is selected here is nothing to another capture.
        const AskedOfA asked {a->timeline, id, question.question.second, m_sliceFilter->text()};
        const bool isSame = m_askedOfA == asked;
        m_askedOfA = asked;
        if (isSame && (m_a || m_askerOfA->isWaiting(kTable)))
            return;
        question.where = m_sliceFilter->expr();
    } else {
        question.question.timeline = m_timeline;
        question.question.only = std::move(hits);
    }
    m_a.reset();
    m_askerOfA->ask(kTable, Priority::background, std::move(question), [this](ask::Table::Answer answer) {
        if (!answer)
            return giveUpComparing(tr("A cannot be read: %1").arg(fromUtf8(message(answer.error()))));
        m_a = std::move(*answer);
        compareBoth();
    });
}

// What was compared before stays until the next comparison is made; a table that stood alone is shown meanwhile.
void StatisticsPane::takeB(const Made& made)
{
    if (!m_compared)
        showTable(made.table, made.rows);
    const auto takeAll = [this](const std::shared_ptr<Made>& all) {
        if (!isComparing()) // that was given up
            return showMade(*all);
        m_b = std::make_shared<const stats::MadeTable>(
            stats::MadeTable {m_timeline, m_scopeOfB, all->slices, all->table});
        compareBoth();
    };
    if (made.slices)
        makePercentiles(made.slices, {}, takeAll);
    else
        takeAll(std::make_shared<Made>(made));
    tell();
}

void StatisticsPane::compareBoth()
{
    if (!m_a || !m_b)
        return;
    m_asker->work<std::shared_ptr<Made>>(
        kCompare, Priority::background,
        [a = m_a, namesOfA = m_compared && m_compared->a == m_a ? m_compared->namesOfA : nullptr, b = m_b,
         scale = m_compare->scale(), leadsToA = !m_baseline->isCapture(),
         order = m_order](Job& job) { return compareIn(a, namesOfA, b, scale, leadsToA, order, job); },
        [this](const std::shared_ptr<Made>& made) {
            if (!made->table)
                return; // it was stopped
            showMade(*made);
            m_compare->setNames(m_compared->names);
            m_compare->setScaled(m_compared->isScaled);
            tellComparison();
        });
    tell();
}

std::shared_ptr<StatisticsPane::Made> StatisticsPane::compareIn(const PartPtr& a, StatTablePtr namesOfA,
                                                                const PartPtr& b,
                                                                const CompareBar::Scale& scale, bool leadsToA,
                                                                StatOrder order, Job& job)
{
    auto out = std::make_shared<Made>();
    auto compared = std::make_shared<Compared>();
    compared->a = a;
    compared->namesOfA = std::move(namesOfA);
    divide(*compared, b, scale, job);
    auto parts = compare::comparedParts(*a, *b, compared->per, job);
    if (!parts)
        return out;
    compared->parts = std::move(*parts);
    auto beside = compare::sideBySide(compared->parts.b.table(), compared->parts.both, {leadsToA}, job);
    if (!beside) {
        letGo(std::move(compared));
        return out;
    }
    out->slices = compared->parts.b.slices;
    out->table = std::make_shared<const StatTable>(std::move(*beside));
    out->arrange(order, job);
    out->compared = std::move(compared);
    return out;
}

// As `tglass compare` does: per second where the lengths differ, unless something else is wished for.
void StatisticsPane::divide(Compared& compared, const PartPtr& b, const CompareBar::Scale& scale, Job& job)
{
    using Kind = CompareBar::Scale::Kind;
    compared.lengthOfA = compare::lengthOf(*compared.a);
    compared.lengthOfB = compare::lengthOf(*b);
    compared.isScaled = compare::hasSums(b->table());
    if (!compared.isScaled)
        return;
    if (!compared.namesOfA)
        if (auto names = compare::namesIn(*compared.a, job))
            compared.namesOfA = std::make_shared<const StatTable>(std::move(*names));
    const StatTablePtr& namesOfA = compared.namesOfA;
    const auto namesOfB = compare::namesIn(*b, job);
    if (namesOfA && namesOfB)
        compared.names = commonNames(*namesOfA, *namesOfB, job);
    if (scale.kind == Kind::automatic)
        compared.per = compare::denominatorFor(compared.lengthOfA, compared.lengthOfB);
    if (scale.kind == Kind::second && compared.lengthOfA > 0 && compared.lengthOfB > 0)
        compared.per = {compare::Denominator::Kind::second, {}, compared.lengthOfA, compared.lengthOfB};
    if (scale.kind != Kind::unit || !namesOfA || !namesOfB)
        return;
    const std::string name = scale.unit.toStdString();
    const std::int64_t ofA = compare::unitsIn(*namesOfA, name), ofB = compare::unitsIn(*namesOfB, name);
    compared.isUnitMissing = ofA == 0 || ofB == 0;
    if (!compared.isUnitMissing)
        compared.per = {compare::Denominator::Kind::unit, name, ofA, ofB};
}

// Then the table stands alone.
void StatisticsPane::giveUpComparing(const QString& why)
{
    m_comparesNow = false;
    m_compare->say(why);
    if (!m_b)
        return;
    m_asker->work<std::shared_ptr<Made>>(
        kCompare, Priority::background,
        [b = m_b, order = m_order](Job& job) {
            auto alone = std::make_shared<Made>();
            alone->slices = b->slices;
            alone->table = StatTablePtr(b, &b->table());
            alone->arrange(order, job);
            return alone;
        },
        [this](const std::shared_ptr<Made>& alone) { showMade(*alone); });
}

// --- words

void StatisticsPane::tellComparison()
{
    QStringList sentences;
    if (m_compared->isScaled)
        sentences << scaleText();
    sentences << unknownToA();
    if (asksForNotes() && !m_baseline->whyNoNotes().isEmpty())
        sentences << tr("the notes of A cannot be read: %1").arg(m_baseline->whyNoNotes());
    if (m_captureOfA->problems().total(Severity::error) > 0)
        sentences << tr("a part of A is lost");
    m_compare->say(sentences.join(QStringLiteral("; ")));
    tell();
}

// Fields that only B has: nothing of A fits what asks for them.
QStringList StatisticsPane::unknownToA() const
{
    QStringList out;
    for (const query::UnknownField& each : m_compared->a->unknown)
        out << (each.why.empty()
                    ? tr("A has no field %1").arg(fromUtf8(each.name))
                    : tr("of A nothing fits %1: %2").arg(fromUtf8(each.name), fromUtf8(each.why)));
    return out;
}

bool StatisticsPane::asksForNotes() const
{
    return m_sliceFilter->isActive() && query::asksFor(*m_sliceFilter->expr(), query::Field::note);
}

QString StatisticsPane::scaleText() const
{
    using Kind = CompareBar::Scale::Kind;
    const compare::Denominator& per = m_compared->per;
    const CompareBar::Scale scale = m_compare->scale();
    const QString lengths = tr("A lasts %1, B %2")
                                .arg(m_session->durationText(m_compared->lengthOfA),
                                     m_session->durationText(m_compared->lengthOfB));
    if (m_compared->isUnitMissing)
        return tr("not divided: not both have slices called %1").arg(shown(scale.unit));
    switch (per.kind) {
    case compare::Denominator::Kind::second:
        return scale.kind == Kind::automatic ? tr("per second, for the lengths differ: %1").arg(lengths)
                                             : tr("per second: %1").arg(lengths);
    case compare::Denominator::Kind::unit:
        return tr("per %1: A has %2 of them, B %3")
            .arg(fromUtf8(per.unit), fromUtf8(grouped(std::uint64_t(per.a))),
                 fromUtf8(grouped(std::uint64_t(per.b))));
    case compare::Denominator::Kind::none: break;
    }
    if (m_compared->lengthOfA <= 0 || m_compared->lengthOfB <= 0)
        return tr("what has no time is not scaled");
    if (m_compared->lengthOfA == m_compared->lengthOfB)
        return tr("lengths are equal, so counts are not scaled");
    return scale.kind == Kind::automatic
        ? tr("lengths are about equal, so counts are not scaled: %1").arg(lengths)
        : tr("not divided: %1").arg(lengths);
}

const StatHistogram* StatisticsPane::histogramOfA(std::size_t row) const
{
    if (!m_compared)
        return nullptr;
    const auto& [both, a, b] = m_compared->parts;
    if (row >= both.rows.size() || !both.rows[row].a)
        return nullptr;
    const std::vector<StatHistogram>& all = a.table().histograms;
    const std::size_t rowOfA = *both.rows[row].a;
    const ClockAxis* const order = both.table.order(row);
    if (order && order->stepNs != a.table().order(rowOfA)->stepNs)
        return nullptr; // their steps are not of one width
    return rowOfA < all.size() && !all[rowOfA].empty() ? &all[rowOfA] : nullptr;
}

QString StatisticsPane::lineText() const
{
    const StatHistogram* const ofA =
        isCompared() ? histogramOfA(m_model->rowInTable(m_table->currentIndex().row())) : nullptr;
    if (!ofA)
        return {};
    const QString count = fromUtf8(grouped(stats::countOf(*ofA)));
    return m_baseline->kind() == SessionBaseline::Kind::rangeBefore
        ? tr(", log axis; line: the %1 before").arg(count)
        : tr(", log axis; line: the %1 of A").arg(count);
}

QString StatisticsPane::compareCommand() const
{
    using Per = compare::Denominator::Kind;
    QStringList words {QStringLiteral("tglass"), QStringLiteral("compare")};
    words << m_baseline->words() << QStringLiteral("--by") << m_choice->currentData().toString();
    if (!second().isEmpty())
        words << QStringLiteral("--field") << second();
    if (m_sliceFilter->isActive())
        words << QStringLiteral("--where") << m_sliceFilter->text();
    const compare::Denominator& per = m_compared->per;
    if (m_compared->isScaled && m_compare->scale().kind != CompareBar::Scale::Kind::automatic)
        words << QStringLiteral("--per")
              << (per.kind == Per::unit         ? exactFromUtf8(per.unit)
                      : per.kind == Per::second ? QStringLiteral("second")
                                                : QStringLiteral("none"));
    const std::vector<StatColumn>& columns = m_model->table()->columns;
    if (m_order.column > 0 && m_order.column <= int(columns.size())) {
        const StatColumn& by = columns[std::size_t(m_order.column - 1)];
        const bool isBoths = std::ranges::find(m_compared->parts.both.table.columns, by.id, &StatColumn::id)
            != m_compared->parts.both.table.columns.end();
        if (const std::string id = isBoths ? by.id : compare::idOfB(by, m_compared->parts.both); !id.empty())
            words << QStringLiteral("--sort") << fromUtf8(id);
    }
    return commandText(words);
}

}
