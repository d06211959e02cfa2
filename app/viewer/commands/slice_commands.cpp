#include "app/viewer/commands/slice_commands.h"

#include "core/logs/log_template.h"
#include "core/stats/made_table.h"
#include "core/stats/slice_table.h"
#include "core/stats/standing.h"
#include "widgets/common/utf8.h"
#include "widgets/session/document_session.h"
#include "widgets/timeline/view/timeline_pane.h"

#include <QClipboard>
#include <QGuiApplication>

namespace traceglass {

namespace {

constexpr const char* kSeparator = nullptr;
// In the order of the menu; all but the first and the last are about the slice.
constexpr std::initializer_list<const char*> kIds = {
    "slice.menu",     "slice.zoom",         kSeparator,         "slice.copyName",  "slice.copyValue",
    "slice.copyTime", "slice.copyQuery",    kSeparator,         "slice.find",      "slice.keep",
    "slice.exclude",  "slice.statistics",   kSeparator,         "notes.add",       kSeparator,
    "slice.records",  "go.trackRecords",    "slice.bytes",      "slice.structure", kSeparator,
    "slice.nextSame", "slice.previousSame", "slice.nextLonger", "slice.highlight", kSeparator,
    "go.nextFlow",    "go.previousFlow",    kSeparator,         "slice.only",      "slice.hide",
    "view.showAll",
};
}

SliceCommands::SliceCommands(QWidget* window, Commands& commands)
    : QObject(window)
    , m_commands(commands)
{
    m_commands.add("slice.menu", tr("&Menu of the slice"), "menu", CommandKeys::ofPane("Shift+F10"), {},
                   [this] { m_timeline->showSliceMenu(); });
    m_commands.add("slice.zoom", tr("&Zoom to it"), "zoom-in", CommandKeys::ofPane("Enter"), {},
                   [this] { m_timeline->zoomToSelection(); });
    m_commands.add("slice.copyName", tr("Copy its &name"), "copy", {}, {},
                   [this] { copy(m_timeline->selectedTexts().name); });
    m_commands.add("slice.copyValue", tr("Copy its &value"), "copy", {}, tr("Of a slice: how long it took"),
                   [this] { m_session->whenSelected([this] { copy(m_timeline->selectedTexts().value); }); });
    m_commands.add("slice.copyTime", tr("Copy its &time"), "copy", {}, tr("When it began"),
                   [this] { copy(m_timeline->selectedTexts().time); });
    m_commands.add("slice.copyQuery", tr("Copy as &query"), "copy", {},
                   tr("What the search field, a filter and tglass find it by"), [this] { copy(queryText()); });
    m_commands.add("slice.find", tr("&Find these"), "search", {}, tr("Marks and lists all of this name"),
                   [this] { emit searchWanted(queryText()); });
    m_commands.add("slice.keep", tr("&Keep only these"), "filter", {}, tr("Filters away all of other names"),
                   [this] { emit filterWanted(queryText()); });
    m_commands.add("slice.exclude", tr("&Exclude these"), "filter", {}, tr("Filters away all of this name"),
                   [this] { emit filterWanted(queryText(true)); });
    m_commands.add("slice.statistics", tr("S&tatistics of this name"), "statistics", "T",
                   tr("How long slices of this name or polls of these tasks took, and how often there are "
                      "any; of a line how often lines like it come"),
                   [this] {
                       // A state is called alike in all tasks, and says little of this one; lines hardly are.
                       const Timeline& timeline = m_timeline->scene()->timeline();
                       const PlacedSlice& placed = m_timeline->scene()->selected().front();
                       const Track& track = timeline.track(placed.track);
                       const std::string_view name = timeline.text(placed.slice.name);
                       const auto want = [this](std::string_view table, std::string key) {
                           emit statisticsWanted(fromUtf8(table), std::move(key));
                       };
                       if (track.kind == TrackKind::states)
                           want(wordOf(stats::SliceKey::task), std::string(timeline.text(track.name)));
                       else if (stats::isOfLines(track.kind))
                           want(stats::kLogTable, logs::logTemplate(name));
                       else
                           want(wordOf(stats::SliceKey::name), std::string(name));
                   });
    m_commands.add("slice.nextLonger", tr("Next &longer of this name"), "", "Shift+L",
                   tr("Of all slices of this name the one that took a little longer"),
                   [this] { emit nextLongerWanted(); });
    m_commands.add("slice.records", tr("Show in &Records"), "table", {}, {},
                   [this] { emit paneWanted(QStringLiteral("records")); });
    m_commands.add("slice.bytes", tr("Show in &Bytes"), "bytes", {}, {},
                   [this] { emit paneWanted(QStringLiteral("bytes")); });
    m_commands.add("slice.structure", tr("Show in &Structure"), "", {}, {},
                   [this] { emit structureWanted(); });
    const QString onTracks = tr("On all tracks shown");
    m_commands.add("slice.nextSame", tr("Ne&xt of this name"), "", CommandKeys::ofPane("Shift+."), onTracks,
                   [this] { m_timeline->selectSameName(true); });
    m_commands.add("slice.previousSame", tr("&Previous of this name"), "", CommandKeys::ofPane("Shift+,"),
                   onTracks, [this] { m_timeline->selectSameName(false); });
    const auto highlight = [this](bool on) {
        m_timeline->highlightSameName(on);
        update();
    };
    m_commands
        .add("slice.highlight", tr("Highlight &all of this name"), "", {}, tr("Everything else is faded"),
             highlight)
        ->setCheckable(true);
    m_commands.add("slice.only", tr("&Only this track"), "", {}, tr("Hides all other tracks"), [this] {
        m_timeline->showOnlySelectedTrack();
        update();
    });
    m_commands.add("slice.hide", tr("&Hide this track"), "hide", {}, {}, [this] {
        m_timeline->hideSelectedTrack();
        update();
    });
    m_commands.add("view.showAll", tr("Show all hidden trac&ks"), "", {}, {}, [this] {
        m_timeline->scene()->showAll();
        update();
    });
}

void SliceCommands::setCapture(DocumentSession* session, TimelinePane* timeline)
{
    m_session = session;
    m_timeline = timeline;
    if (timeline) {
        QList<QAction*> actions; // null: a gap
        for (const char* id : kIds)
            actions << (id ? m_commands[id] : nullptr);
        timeline->setSliceActions(actions.mid(1)); // the first is the menu
        connect(timeline->scene(), &TimelineScene::layoutChanged, this, &SliceCommands::update);
    }
    update();
}

void SliceCommands::update()
{
    const bool selected =
        m_session && m_session->selection().slice && !m_timeline->scene()->selected().empty();
    const bool named = selected && !m_timeline->selectedName().isEmpty();
    const QString whyNot = m_session ? tr("Select a slice first.") : tr("Open a capture first.");
    for (const char* id : kIds) {
        if (id && qstrncmp(id, "slice.", 6) == 0)
            m_commands.allow({id}, selected, whyNot);
    }
    const QString noName = selected ? tr("What is selected has no name.") : whyNot;
    m_commands.allow({"slice.nextSame", "slice.previousSame"}, named, noName);
    m_commands.allow({"slice.copyQuery", "slice.find", "slice.keep", "slice.exclude"}, selected, whyNot);
    const bool highlighted = m_timeline && !m_timeline->scene()->highlight().isEmpty();
    // Where nothing has a name to highlight, it takes back what is highlighted.
    m_commands["slice.highlight"]->setChecked(highlighted
                                              && (!named || m_timeline->isSelectedNameHighlighted()));
    m_commands.allow({"slice.highlight"}, named || highlighted, noName);
    m_commands.allow({"view.showAll"}, m_timeline && m_timeline->scene()->anyHidden(),
                     m_session ? tr("No track is hidden.") : whyNot);
}

void SliceCommands::fill(QMenu* menu) const
{
    m_commands.fill(menu, kIds);
}

QString SliceCommands::queryText(bool isNot) const
{
    if (!m_timeline || m_timeline->scene()->selected().empty())
        return {};
    const PlacedSlice& placed = m_timeline->scene()->selected().front();
    query::Expr same = stats::sameAs(m_timeline->scene()->timeline(), placed.track, placed.slice);
    if (isNot)
        same = {query::Expr::Kind::none, {std::move(same)}, {}};
    return fromUtf8(query::print(same));
}

void SliceCommands::copy(const QString& text)
{
    if (text.isEmpty()) {
        emit statusText(tr("There is nothing to copy"));
        return;
    }
    QGuiApplication::clipboard()->setText(text);
    constexpr qsizetype kShown = 80;
    emit statusText(
        tr("Copied “%1”").arg(shown(text.size() > kShown ? text.left(kShown) + QChar(0x2026) : text)));
}

}
