#include "widgets/gpu/memory_pane.h"

#include "core/base/text.h"
#include "widgets/common/core_text.h"
#include "widgets/common/cut_combo_box.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"
#include "widgets/gpu/pane_head.h"
#include "widgets/gpu/side_panes.h"

#include <QButtonGroup>
#include <QEvent>
#include <QLabel>
#include <QStackedWidget>
#include <QStyleOptionToolButton>
#include <QStylePainter>
#include <QToolButton>
#include <algorithm>
#include <cmath>

namespace traceglass {

namespace {

constexpr int kButtonEdges = 12;    // of a button, where its text cannot be

QString bytesText(std::int64_t bytes)
{
    return fromUtf8(sizeText(static_cast<std::uint64_t>(std::max<std::int64_t>(0, bytes))));
}

// Its text is cut with "…" where there is no room for all of it; the tooltip has it.
class ChangeButton : public QToolButton
{
protected:
    void paintEvent(QPaintEvent*) override
    {
        QStyleOptionToolButton option;
        initStyleOption(&option);
        option.text = option.fontMetrics.elidedText(option.text, Qt::ElideRight, width() - kButtonEdges);
        QStylePainter(this).drawComplexControl(QStyle::CC_ToolButton, option);
    }
};

QString countText(std::int64_t count)
{
    return fromUtf8(grouped(static_cast<std::uint64_t>(std::max<std::int64_t>(0, count))));
}

std::string_view textIn(const StatTable& table, std::string_view id, std::size_t row)
{
    const auto column = std::ranges::find(table.columns, id, &StatColumn::id);
    return column == table.columns.end() ? std::string_view() : std::string_view(column->texts[row]);
}

// New are those that leaked, too.
bool isGoneRow(const StatTable& table, std::size_t row)
{
    return textIn(table, "change", row) == "gone";
}

bool isNewRow(const StatTable& table, std::size_t row)
{
    return !isGoneRow(table, row);
}

bool hasShare(const StatTable& table, std::size_t row)
{
    const auto column = std::ranges::find(table.columns, "share", &StatColumn::id);
    return column != table.columns.end() && !std::isnan(column->numbers[row]);
}

std::int64_t rowsThat(const StatTable& table, const AskedTable::Keeps& keeps)
{
    std::int64_t count = 0;
    for (std::size_t row = 0; row < table.size(); ++row)
        count += keeps(table, row);
    return count;
}

}

MemoryPane::MemoryPane(DocumentSession* session, QWidget* parent)
    : GpuPane(session, parent)
    , m_asker(new Asker(session->capture(), this))
    , m_moment(new MomentChoice(session, this))
    , m_from(new MomentChoice(session, this))
    , m_to(new MomentChoice(session, this))
    , m_by(new CutComboBox)
    , m_allocations(new AskedTable(session, tr("Allocations"), {"heap", "size", "bound_share", "resources"}))
    , m_biggest(new AskedTable(session, tr("Biggest"), {"resources", "largest", "bytes", "share"}))
    , m_changes(new AskedTable(session, tr("New and gone"),
                               {"use", "size", "created_ns", "destroyed_ns", "allocation"}))
    , m_kept(
          new AskedTable(session, tr("In both"), {"use", "size", "created_ns", "destroyed_ns", "allocation"}))
    , m_toggles(new QButtonGroup(this))
    , m_tables(new QStackedWidget)
{
    setFocusProxy(m_allocations);
    m_panes->add(tr("Allocations"), makeAllocations(), 21);
    m_panes->add(tr("Biggest"), makeBiggest(), 19);
    m_panes->add(tr("Between"), makeCompared(), 24);
    for (AskedTable* const table : {m_allocations, m_biggest, m_changes, m_kept})
        add(table);
    connect(m_moment, &MomentChoice::changed, this, [this] {
        if (m_isFresh)
            fetchMoment();
    });
    for (MomentChoice* const choice : {m_from, m_to})
        connect(choice, &MomentChoice::changed, this, [this] {
            if (m_isFresh)
                fetchBetween();
        });
}

QWidget* MemoryPane::makeAllocations()
{
    m_moment->setAccessibleName(tr("At which moment"));
    m_allocations->setPictured("resources");
    m_allocations->setNothing(tr("Nothing was allocated at that moment."));
    connect(m_allocations, &AskedTable::told, this, &MemoryPane::tellAllocations);
    m_momentHead = new PaneHead(tr("Allocations at"), {m_moment});
    auto* const pane = new QWidget;
    inColumn({}, 0, {m_momentHead, {m_allocations, 1}}, pane);
    return pane;
}

QWidget* MemoryPane::makeBiggest()
{
    m_by->setAccessibleName(tr("Grouped by"));
    m_by->addItem(tr("by name"), QStringLiteral("memory-names"));
    m_by->addItem(tr("by use"), QStringLiteral("memory-use"));
    m_by->setToolTip(tr("Of what there is a row"));
    m_by->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    m_biggest->setPictured("share");
    m_biggest->setNothing(tr("No resource was there at that moment."));
    connect(m_by, &QComboBox::activated, this, &MemoryPane::fetchMoment);
    connect(m_biggest, &AskedTable::told, this, &MemoryPane::tellBiggest);
    m_biggestHead = new PaneHead(tr("Biggest"), {m_by});
    auto* const pane = new QWidget;
    inColumn({}, 0, {m_biggestHead, {m_biggest, 1}}, pane);
    return pane;
}

QWidget* MemoryPane::makeCompared()
{
    m_from->setAccessibleName(tr("From which moment"));
    m_to->setAccessibleName(tr("To which moment"));
    const QString tips[] = {tr("Not there at the earlier of the moments, there at the later"),
                            tr("There at the earlier of the moments, and no longer at the later"),
                            tr("There at both moments")};
    const QString words[] = {tr("new"), tr("gone"), tr("in both")};
    const auto add = [&](Change change) {
        auto* const button = new ChangeButton;
        button->setText(words[change]); // until it is known how many
        button->setCheckable(true);
        button->setAccessibleDescription(tips[change]);
        m_toggles->addButton(button, change);
        connect(button, &QToolButton::toggled, this, &MemoryPane::colorToggles);
        return button;
    };
    QWidget* const gone = add(isGone);
    QWidget* const kept = add(isKept);
    m_changeHead = new PaneHead({}, {gone, kept, add(isNew)});
    m_tables->addWidget(m_changes);
    m_tables->addWidget(m_kept);
    connect(m_toggles, &QButtonGroup::idClicked, this, [this] {
        m_isChosen = true;
        showChange();
    });
    connect(m_changes, &AskedTable::told, this, &MemoryPane::tellCompared);
    connect(m_kept, &AskedTable::told, this, &MemoryPane::tellCompared);
    auto* const pane = new QWidget;
    auto* const head = new PaneHead(tr("Between"), {m_from, new QLabel(tr("and")), m_to});
    inColumn({}, 0, {head, m_changeHead, {m_tables, 1}}, pane);
    toggle(isNew)->setChecked(true);
    colorToggles();
    return pane;
}

QToolButton* MemoryPane::toggle(Change change) const
{
    return static_cast<QToolButton*>(m_toggles->button(change));
}

AskedTable* MemoryPane::compared() const
{
    return m_toggles->checkedId() == isKept ? m_kept : m_changes;
}

QString MemoryPane::summary() const
{
    return m_momentHead->summary();
}

QString MemoryPane::verdict() const
{
    return m_changeHead->summary();
}

bool MemoryPane::isReading() const
{
    return isWaiting() || m_asker->isWaiting();
}

void MemoryPane::changeEvent(QEvent* event)
{
    GpuPane::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        colorToggles();
}

// Styles hardly show which one is down.
void MemoryPane::colorToggles()
{
    const Theme& theme = Theme::of(this);
    for (QAbstractButton* const button : m_toggles->buttons()) {
        QPalette palette = this->palette();
        if (button->isChecked()) {
            palette.setColor(QPalette::Button, theme.highlight);
            palette.setColor(QPalette::ButtonText, theme.highlightedText);
        }
        button->setPalette(palette);
    }
}

void MemoryPane::fetch()
{
    m_asker->ask(
        kMoments, Priority::screen, ask::Statistics {"memory-moments", {}, {}, {}},
        [this](ask::Statistics::Answer answer) {
            std::vector<MomentChoice::Named> named;
            int first = -1, last = -1, peak = -1; // snapshots, and where there was most
            for (std::size_t row = 0; answer && row < answer->size(); ++row) {
                const bool isSnapshot = textIn(*answer, "kind", row) == "snapshot";
                first = isSnapshot && first < 0 ? int(row) : first;
                (isSnapshot ? last : peak) = int(row);
                named.push_back({fromUtf8(answer->keys[row]), AskedTable::integer(*answer, "at_ns", row)});
            }
            using Kind = MomentChoice::Kind;
            const bool hasTwo = first != last;
            m_moment->setNamed(named, last < 0 ? peak : last, Kind::end);
            m_from->setNamed(named, hasTwo ? first : -1, Kind::begin);
            m_to->setNamed(named, hasTwo ? last : -1, Kind::end);
            m_isFresh = true;
            fetchMoment();
            fetchBetween();
        });
}

void MemoryPane::fetchMoment()
{
    const TimeRange until {m_session->timeline()->range.startNs, m_moment->ns()};
    m_allocations->ask("allocations", until);
    m_biggest->ask(m_by->currentData().toString().toStdString(), until);
}

void MemoryPane::fetchBetween()
{
    const auto [from, to] = std::minmax({m_from->ns(), m_to->ns()});
    m_changes->ask("memory-changes", TimeRange {from, to});
    m_kept->ask("memory-kept", TimeRange {from, to});
}

void MemoryPane::tellAllocations()
{
    const StatTablePtr& table = m_allocations->table();
    m_momentHead->setSummary(table ? tr("%1 · %2 requested, %3 bound")
                                         .arg(countText(std::int64_t(table->size())),
                                              bytesText(AskedTable::sum(*table, "size")),
                                              bytesText(AskedTable::sum(*table, "bound")))
                                   : QString());
}

void MemoryPane::tellBiggest()
{
    const StatTablePtr& table = m_biggest->table();
    m_biggestHead->setSummary(table ? tr("%1 resources, %2")
                                          .arg(countText(AskedTable::sum(*table, "resources", hasShare)),
                                               bytesText(AskedTable::sum(*table, "bytes", hasShare)))
                                    : QString());
}

// What is new and lives to the end leaked only if the program had ended by then, which no capture says.
void MemoryPane::tellCompared()
{
    const StatTablePtr& changes = m_changes->table();
    const StatTablePtr& kept = m_kept->table();
    if (!changes || !kept)
        return;
    const auto tell = [this](Change which, const QString& name, std::int64_t count, std::int64_t bytes) {
        QToolButton& button = *toggle(which);
        button.setText(tr("%1 %2 · %3").arg(name, countText(count), bytesText(bytes)));
        button.setToolTip(button.text() + QLatin1Char('\n') + button.accessibleDescription());
    };
    const std::int64_t news = rowsThat(*changes, isNewRow), gone = rowsThat(*changes, isGoneRow);
    tell(isNew, tr("new"), news, AskedTable::sum(*changes, "size", isNewRow));
    tell(isGone, tr("gone"), gone, AskedTable::sum(*changes, "size", isGoneRow));
    tell(isKept, tr("in both"), std::int64_t(kept->size()), AskedTable::sum(*kept, "size"));
    const auto leaked = [](const StatTable& table, std::size_t row) {
        return textIn(table, "change", row) == "leaked";
    };
    const std::int64_t stays = rowsThat(*changes, leaked);
    m_changeHead->setSummary(news == 0 ? tr("Nothing is new, so nothing leaked.")
                                 : stays == 0
                                 ? tr("All that is new was destroyed before the capture ends.")
                                 : tr("%1 to the end, %2: leaked, if the program had ended.")
                                       .arg(countedText(static_cast<std::uint64_t>(stays), "stays", "stay"),
                                            bytesText(AskedTable::sum(*changes, "size", leaked))));
    if (!m_isChosen)
        toggle(news > 0 ? isNew : gone > 0 ? isGone : isKept)->setChecked(true);
    showChange();
}

void MemoryPane::showChange()
{
    const auto change = static_cast<Change>(m_toggles->checkedId());
    m_tables->setCurrentWidget(compared());
    m_changes->setNothing(change == isGone ? tr("Nothing is gone between these moments.")
                                           : tr("Nothing is new between these moments."));
    m_kept->setNothing(tr("No resource is there at both moments."));
    if (change != isKept)
        m_changes->setKeeps(change == isGone ? isGoneRow : isNewRow);
}

}
