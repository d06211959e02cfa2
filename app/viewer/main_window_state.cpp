#include "app/viewer/bottom_tabs.h"
#include "app/viewer/main_window.h"
#include "app/viewer/message_bar.h"
#include "app/viewer/note_commands.h"
#include "app/viewer/problem_summary.h"
#include "app/viewer/recent_captures.h"
#include "core/model/format.h"
#include "widgets/common/utf8.h"
#include "widgets/flame/flame_pane.h"
#include "widgets/hex/bytes_pane.h"
#include "widgets/models/problems_pane.h"
#include "widgets/models/records_pane.h"
#include "widgets/models/structure_pane.h"
#include "widgets/notes/notes_pane.h"
#include "widgets/timeline/timeline_pane.h"

#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QToolBar>

namespace traceglass {

namespace {

const QString kNameColors = QStringLiteral("nameColors");

}

QString MainWindow::capturePath() const
{
    return m_session ? exactFromUtf8(m_session->capture()->path().string()) : QString();
}

void MainWindow::reload()
{
    if (!m_session)
        return;
    Reload reload {m_session->view(), "/"};
    if (m_session->selection().node)
        reload.node = m_session->answer().path;
    m_reload = reload;
    m_noteCommands->keepForReload(true);
    open(m_session->capture()->path(), m_openedAs);
}

// Unless the user selected something meanwhile.
void MainWindow::reselect()
{
    if (m_reselect.empty() || m_session->selection().node)
        return;
    m_session->selectPath(m_reselect);
}

void MainWindow::updateBars()
{
    bool any = false;
    for (const MessageBar* bar : {m_changedBar, m_failureBar, m_noteBar, m_problemBar})
        any = any || !bar->isHidden();
    m_bars->setVisible(any && m_session);
}

void MainWindow::updateProblems()
{
    if (!m_session)
        return;
    const auto summary = summarizeProblems(m_session->capture()->problems());
    if (summary && !m_problemsDismissed)
        m_problemBar->show(MessageBar::Kind::warning, summary->head, summary->text, {tr("show")});
    else
        m_problemBar->hide();
    m_tabs->setCount(problemsTab, qint64(summary ? summary->count : 0));
    m_tabs->setMark(problemsTab, summary ? FlatTabBar::Mark::warning : FlatTabBar::Mark::none);
    updateBars();
}

void MainWindow::remember()
{
    if (!m_session || m_session->capture()->isPiped())
        return;
    RecentCapture entry;
    entry.path = capturePath();
    entry.directory = QFileInfo(entry.path).isDir();
    entry.format = fromUtf8(m_session->capture()->format().label);
    entry.size = m_session->summary().size;
    if (m_session->capture()->hasTimeline())
        entry.lengthNs = m_session->extent().lengthNs();
    if (const auto problems = summarizeProblems(m_session->capture()->problems()))
        entry.problems = int(problems->count);
    entry.opened = QDateTime::currentDateTime();
    if (m_timeline)
        entry.tracks = m_timeline->saveState();
    RecentCaptures(m_settings).add(std::move(entry));
}

void MainWindow::saveLayout()
{
    m_settings.setBytes(stateKey(), saveState());
    if (const QWidget* pane = m_tabs->currentWidget())
        m_settings.setBytes(tabKey(), pane->objectName().toUtf8());
    if (m_structure)
        m_settings.setBytes(QStringLiteral("window/structure"), m_structure->saveState());
    if (m_bytes)
        m_settings.setBytes(QStringLiteral("window/bytes"), m_bytes->saveState());
    if (m_records)
        m_settings.setBytes(QStringLiteral("window/records"), m_records->saveState());
    if (m_notesPane)
        m_settings.setBytes(QStringLiteral("window/notes"), m_notesPane->saveState());
    if (m_flame)
        m_settings.setBytes(QStringLiteral("window/flame"), m_flame->saveState());
    if (m_problems)
        m_settings.setBytes(QStringLiteral("window/problems"), m_problems->saveState());
}

QString MainWindow::tabKey() const
{
    const std::string_view id = m_session->capture()->format().id;
    return QStringLiteral("window/tab/%1").arg(QString::fromUtf8(id.data(), qsizetype(id.size())));
}

void MainWindow::watchFiles()
{
    m_watcher.addPath(capturePath());
}

QHash<QString, int> MainWindow::savedNameColors() const
{
    QHash<QString, int> colors;
    const QJsonObject saved = QJsonDocument::fromJson(m_settings.bytes(kNameColors)).object();
    for (auto it = saved.begin(); it != saved.end(); ++it)
        colors.insert(it.key(), it.value().toInt());
    return colors;
}

void MainWindow::saveNameColors(const QHash<QString, int>& colors)
{
    QJsonObject saved;
    for (auto it = colors.begin(); it != colors.end(); ++it)
        saved.insert(it.key(), it.value());
    m_settings.setBytes(kNameColors, QJsonDocument(saved).toJson(QJsonDocument::Compact));
}

}
