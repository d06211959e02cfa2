#include "app/viewer/slice_commands.h"

#include "widgets/common/utf8.h"
#include "widgets/session/document_session.h"
#include "widgets/timeline/timeline_pane.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>

namespace traceglass {

namespace {

constexpr const char* kSeparator = nullptr;
// In the order of the menu; all but the first and the last are about the slice.
constexpr const char* kIds[] = {
    "slice.menu",      "slice.zoom",      kSeparator,   "slice.copyName", "slice.copyValue",
    "slice.copyTime",  kSeparator,        "notes.add",  kSeparator,       "slice.records",
    "slice.bytes",     "slice.structure", kSeparator,   "slice.nextSame", "slice.previousSame",
    "slice.highlight", kSeparator,        "slice.only", "slice.hide",     "slice.showAll",
};

}

SliceCommands::SliceCommands(QWidget* window, Commands& commands)
    : QObject(window)
    , m_commands(commands)
{
    addCommands();
}

void SliceCommands::addCommands()
{
    const auto add = [this](const Command& command, auto slot) {
        QAction* const action = m_commands.add(command);
        connect(action, &QAction::triggered, this, slot);
        return action;
    };
    const QString group = tr("Selected slice");
    add({"slice.menu", group, tr("&Menu of the slice"), "menu", {}, {}, QStringLiteral("Shift+F10")},
        [this] { m_timeline->showSliceMenu(); });
    add({"slice.zoom", group, tr("&Zoom to it"), "zoom-in", {}, {}, QStringLiteral("Enter")},
        [this] { m_timeline->zoomToSelection(); });
    add({"slice.copyName", group, tr("Copy its &name"), "copy"},
        [this] { copy(m_timeline->selectedTexts().name); });
    add({"slice.copyValue", group, tr("Copy its &value"), "copy", {}, tr("Of a slice: how long it took")},
        [this] { copy(m_timeline->selectedTexts().value); });
    add({"slice.copyTime", group, tr("Copy its &time"), "copy", {}, tr("When it began")},
        [this] { copy(m_timeline->selectedTexts().time); });
    add({"slice.records", group, tr("Show in &Records"), "table"},
        [this] { emit paneWanted(QStringLiteral("records")); });
    add({"slice.bytes", group, tr("Show in &Bytes"), "bytes"},
        [this] { emit paneWanted(QStringLiteral("bytes")); });
    add({"slice.structure", group, tr("Show in &Structure"), nullptr}, [this] { emit structureWanted(); });
    add({"slice.nextSame",
         group,
         tr("Ne&xt of this name"),
         nullptr,
         {},
         tr("On all tracks shown"),
         QStringLiteral("Shift+.")},
        [this] { m_timeline->selectSameName(true); });
    add({"slice.previousSame",
         group,
         tr("&Previous of this name"),
         nullptr,
         {},
         tr("On all tracks shown"),
         QStringLiteral("Shift+,")},
        [this] { m_timeline->selectSameName(false); });
    add({"slice.highlight",
         group,
         tr("Highlight &all of this name"),
         nullptr,
         {},
         tr("Everything else is faded")},
        [this](bool on) {
            m_timeline->highlightSameName(on);
            update();
        })
        ->setCheckable(true);
    add({"slice.only", group, tr("&Only this track"), nullptr, {}, tr("Hides all other tracks")}, [this] {
        m_timeline->showOnlySelectedTrack();
        update();
    });
    add({"slice.hide", group, tr("&Hide this track"), "hide"}, [this] {
        m_timeline->hideSelectedTrack();
        update();
    });
    add({"slice.showAll", tr("View"), tr("Show all hidden trac&ks"), nullptr}, [this] {
        m_timeline->scene()->showAll();
        update();
    });
}

void SliceCommands::setCapture(DocumentSession* session, TimelinePane* timeline)
{
    m_session = session;
    m_timeline = timeline;
    if (timeline) {
        timeline->setSliceActions(actions().mid(1)); // it is the menu
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
            m_commands.allow(id, selected, whyNot);
    }
    for (const char* id : {"slice.nextSame", "slice.previousSame"})
        m_commands.allow(id, named, selected ? tr("What is selected has no name.") : whyNot);
    const bool highlighted = m_timeline && !m_timeline->scene()->highlight().isEmpty();
    // Where nothing has a name to highlight, it takes back what is highlighted.
    m_commands["slice.highlight"]->setChecked(highlighted
                                              && (!named || m_timeline->isSelectedNameHighlighted()));
    m_commands.allow("slice.highlight", named || highlighted,
                     selected ? tr("What is selected has no name.") : whyNot);
    m_commands.allow("slice.showAll", m_timeline && m_timeline->scene()->anyHidden(),
                     m_session ? tr("No track is hidden.") : whyNot);
}

QList<QAction*> SliceCommands::actions() const
{
    QList<QAction*> out;
    for (const char* id : kIds)
        out << (id ? m_commands[id] : nullptr);
    return out;
}

void SliceCommands::fill(QMenu* menu) const
{
    for (QAction* const action : actions()) {
        if (action)
            menu->addAction(action);
        else
            menu->addSeparator();
    }
    menu->setToolTipsVisible(true);
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
