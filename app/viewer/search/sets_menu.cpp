#include "app/viewer/search/sets_menu.h"

#include "app/viewer/search/filter_sets.h"
#include "core/base/text.h"
#include "core/io/view_files.h"
#include "widgets/common/core_text.h"
#include "widgets/common/file_choice.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/utf8.h"

#include <QInputDialog>
#include <QJsonDocument>
#include <QJsonObject>

namespace traceglass {

namespace {

constexpr std::size_t kLongestFile = 16 << 20;

QString contents(const FilterSet& set)
{
    const auto tracks = std::uint64_t(QJsonDocument::fromJson(set.arranged.tracks).object().size());
    std::uint64_t columns = 0;
    for (const QStringList& ofPane : set.arranged.columns)
        columns += std::uint64_t(ofPane.size());
    QStringList out {countedText(set.filters.size(), "filter", "filters"),
                     countedText(tracks, "track", "tracks")};
    if (columns > 0)
        out << QObject::tr("without %1").arg(countedText(columns, "column", "columns"));
    return out.join(QStringLiteral(", "));
}

}

SetsMenu::SetsMenu(FilterSets* sets, std::function<QString()> capture, QWidget* window)
    : QMenu(tr("&Sets"), window)
    , m_sets(sets)
    , m_capture(std::move(capture))
    , m_window(window)
    , m_rename(new QMenu(tr("&Rename"), this))
    , m_remove(new QMenu(tr("Re&move"), this))
{
    setToolTipsVisible(true);
    connect(this, &QMenu::aboutToShow, this, &SetsMenu::fill);
}

void SetsMenu::fill()
{
    for (QMenu* const each : {static_cast<QMenu*>(this), m_rename, m_remove})
        each->clear();
    const QString none = tr("Open a capture with a timeline first.");
    int place = 0;
    for (const FilterSet& set : m_sets->all()) {
        const QString name = literal(shown(set.name));
        QAction* const action =
            addAction(++place < 10 ? QStringLiteral("&%1  %2").arg(place).arg(name) : name, this,
                      [this, set] { m_sets->apply(set); });
        action->setToolTip(m_sets->canApply() ? contents(set) : none);
        action->setEnabled(m_sets->canApply());
        m_rename->addAction(name + QStringLiteral("…"), this, [this, set] { renameOne(set.name); });
        m_remove->addAction(name, this, [this, set] { removeOne(set.name); });
    }
    if (place == 0) {
        QAction* const empty = addAction(tr("No set was saved yet"));
        empty->setEnabled(false);
        empty->setToolTip(tr("A set holds filters, which tracks are pinned, hidden and folded, and which columns are put away"));
    }
    addSeparator();
    QAction* const save = addAction(tr("&Save what is shown as a set…"), this, &SetsMenu::saveNew);
    save->setEnabled(m_sets->canApply());
    save->setToolTip(m_sets->canApply() ? tr("Filters, pinned, hidden and folded tracks, columns that are put away") : none);
    const QString nothing = tr("There is no set yet.");
    for (QMenu* const each : {m_rename, m_remove})
        addMenu(each)->setEnabled(place > 0);
    addSeparator();
    QAction* const write = addAction(tr("&Export…"), this, &SetsMenu::exportAll);
    write->setEnabled(place > 0);
    for (QAction* const each : {m_rename->menuAction(), m_remove->menuAction(), write})
        each->setToolTip(place > 0 ? QString() : nothing);
    addAction(tr("&Import…"), this, &SetsMenu::importSome);
}

QString SetsMenu::askedName(const QString& title, const QString& before)
{
    return QInputDialog::getText(m_window, title, tr("Name (one of this name is replaced)"),
                                 QLineEdit::Normal, before)
        .trimmed();
}

void SetsMenu::saveNew()
{
    const QString name = askedName(tr("Save as a set"), {});
    if (name.isEmpty() || !m_sets->canApply())
        return;
    m_sets->save(name);
    emit statusText(tr("Saved the set “%1”").arg(shown(name)));
}

void SetsMenu::renameOne(const QString& name)
{
    if (const QString wanted = askedName(tr("Rename the set"), name); !wanted.isEmpty())
        m_sets->rename(name, wanted);
}

void SetsMenu::removeOne(const QString& name)
{
    m_sets->remove(name);
    emit statusText(tr("Removed the set “%1”").arg(shown(name)));
}

void SetsMenu::exportAll()
{
    const QString path =
        newFile(m_window, tr("Export sets"), QStringLiteral("traceglass-sets.json"), tr("Sets (*.json)"));
    if (path.isEmpty())
        return;
    m_disk.start(
        [text = m_sets->text(), to = pathOf(path), of = pathOf(m_capture())](Job&) {
            return replaceFile(to, std::as_bytes(std::span(text)), giveWay(Niceness::answers), of);
        },
        [this, path](const Result<void>& written) {
            emit statusText(written ? tr("Wrote %1").arg(shown(path))
                                    : tr("Not written: %1").arg(fromUtf8(written.error().detail)));
        });
}

void SetsMenu::importSome()
{
    const QString path = chosenFile(m_window, tr("Import sets"), {}, tr("Sets (*.json);;All files (*)"));
    if (path.isEmpty())
        return;
    m_disk.start([from = pathOf(path)](
                     Job& job) { return readHead(from, kLongestFile + 1, job, giveWay(Niceness::answers)); },
                 [this, path](const Result<std::vector<std::byte>>& text) {
                     const bool isRead = text && text->size() <= kLongestFile
                         && m_sets->add(QByteArray(reinterpret_cast<const char*>(text->data()),
                                                   qsizetype(text->size())));
                     emit statusText(isRead ? tr("Read the sets of %1").arg(shown(path))
                                            : tr("There are no sets in %1").arg(shown(path)));
                 });
}

}
