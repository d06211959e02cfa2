// What the commands of the window do, where it is more than a line.
#include "app/viewer/search/filter_bar.h"
#include "app/viewer/search/search_field.h"
#include "app/viewer/settings/preferences_dialog.h"
#include "app/viewer/window/about_dialog.h"
#include "app/viewer/window/bottom_tabs.h"
#include "app/viewer/window/capture_tool_bar.h"
#include "app/viewer/window/main_window.h"
#include "app/viewer/window/message_page.h"
#include "app/viewer/window/picture_file.h"
#include "app/viewer/window/tour.h"
#include "core/io/view_files.h"
#include "widgets/common/file_choice.h"
#include "widgets/common/utf8.h"
#include "widgets/models/records_pane.h"
#include "widgets/session/session_search.h"
#include "widgets/statistics/statistics_pane.h"
#include "widgets/timeline/view/timeline_pane.h"

#include <QDesktopServices>
#include <QDockWidget>
#include <QFileInfo>
#include <QMenuBar>
#include <QUrl>

namespace traceglass {

void MainWindow::showRecordsOf(TrackId track)
{
    const Track of =
        m_timeline->scene()->timeline().track(track); // showing the pane may bring another timeline
    if (focusPane(QStringLiteral("records")))
        m_records->showTrack(of);
}

void MainWindow::chooseFiles()
{
    const bool isFolder = m_failure && m_loader.named() == Opening::Named::folder;
    const QString folder = m_session ? QFileInfo(capturePath()).absolutePath()
        : isFolder                   ? pathText(m_loader.path())
                                     : QString();
    openPaths(chosenFiles(
        this, tr("Open captures"), folder,
        tr("All files (*);;Captures (%1)").arg(MessagePage::captureNames().join(QLatin1Char(' ')))));
}

void MainWindow::chooseFolder()
{
    const QString folder = m_session ? QFileInfo(capturePath()).absolutePath() : QString();
    const QString chosen = chosenFolder(this, tr("Open a recording's folder"), folder);
    if (!chosen.isEmpty())
        openPaths({chosen});
}

void MainWindow::exportTable()
{
    const bool isStatistics = m_tabs->currentIndex() == statisticsTab;
    const QString path =
        newFile(this, isStatistics ? tr("Export the table") : tr("Export the listed records"),
                isStatistics ? m_statistics->exportName() : QStringLiteral("records.csv"), tr("CSV (*.csv)"));
    if (path.isEmpty())
        return;
    isStatistics ? m_statistics->exportTo(path) : m_records->exportTo(path);
}

// By the name of the file.
void MainWindow::savePicture()
{
    const QPixmap picture = window()->grab(); // before the dialog is over it
    const QByteArray drawing = svgOf(window());
    const QString name =
        newFile(this, tr("Save picture"), QStringLiteral("traceglass.png"), tr("Pictures (*.png *.svg)"));
    if (name.isEmpty())
        return;
    m_savingPicture.start(
        [drawing, picture = picture.toImage(), name, of = capturePath()](Job&) {
            const bool isDrawing = name.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive);
            const GaveWay gaveWay = giveWay(Niceness::answers);
            return isDrawing
                ? replaceFile(pathOf(name), std::as_bytes(std::span(drawing)), gaveWay, pathOf(of))
                : writePicture(picture, name, of, gaveWay);
        },
        [this](const Result<void>& written) {
            if (!written)
                say(tr("Not written: %1").arg(fromUtf8(written.error().detail)));
        });
}

// What was searched for and is filtered by now needs no marks.
void MainWindow::filterByQuery(const QString& query)
{
    addFilter(query, {});
}

// What is searched for, with what the search is kept to: it means the same.
void MainWindow::filterBySearch(const QString& query)
{
    addFilter(query, m_search->restrictionQueries());
}

void MainWindow::addFilter(const QString& query, const QStringList& more)
{
    for (const QString& each : QStringList {query} + more) {
        if (const auto problem = m_filter->problem(each)) {
            say(each.trimmed().isEmpty() ? tr("Nothing is searched for: what shall be kept?")
                                         : fromUtf8(problem->sentence));
            return;
        }
    }
    m_session->inOneStep([&] {
        m_filter->add(query);
        for (const QString& each : more)
            m_filter->add(each);
    });
    if (m_search->text().trimmed() == query.trimmed())
        m_search->setText({});
}

// Marks and lists what a query finds, in the selected range if there is one.
void MainWindow::searchFor(const QString& query)
{
    m_search->setText(query);
    const auto range = m_search->possibleRestriction(SessionSearch::By::range);
    m_search->setRestrictions(range ? std::vector {*range} : std::vector<query::Restriction>());
    m_search->runNow();
    focusPane(QStringLiteral("search"));
}

void MainWindow::showPreferences()
{
    PreferencesDialog::showBeside(window(), m_settings, [this] {
        return std::make_unique<KeyChoices>(m_commands, *menuBar(), m_settings);
    });
}

void MainWindow::openLocation(const QString& path)
{
    QDesktopServices::openUrl(fileUrl(QFileInfo(path).absolutePath()));
}

void MainWindow::about()
{
    auto* const dialog = new AboutDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &AboutDialog::copied, this,
            [this](const QString& what) { say(tr("Copied %1").arg(what)); });
    dialog->open();
}

void MainWindow::showTour()
{
    if (!hasTimeline())
        return;
    Tour::showOver(
        this,
        {
            {m_timeline, tr("What happened when"),
             tr("W and S zoom at the cursor, A and D pan; so do wheel and mouse. The strip above "
                "is the whole capture. Drag to select a range.")},
            {m_detailsDock, tr("What it is"),
             tr("Click a slice: Details say what it is, what caused it and how usual it is. [ and "
                "] follow the flow; %1.")
                 .arg(Commands::withKeys(tr("Back returns"), m_commands["go.back"]))},
            {m_structureDock, tr("Where it lies"),
             tr("Everything follows one selection: the structure of the file, the record and its "
                "bytes. It goes both ways.")},
            {m_bottomDock, tr("What looks wrong"),
             tr("Findings are listed with their evidence, one piece after the other: %1. The other "
                "tabs count, list and add up what the selected range has.")
                 .arg(Commands::withKeys(tr("Next evidence"), m_commands["go.nextEvidence"]))},
            {m_tools->search(), tr("Where to go from here"),
             tr("This searches by name, duration and any field. In Help are %1 and %2.")
                 .arg(Commands::withKeys(tr("all keys"), m_commands["help.keys"]),
                      Commands::withKeys(tr("every command"), m_commands["help.palette"]))},
        });
}

}
