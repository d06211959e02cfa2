#include "app/viewer/window/capture_status_bar.h"

#include "app/viewer/window/crowded_row.h"
#include "app/viewer/window/problem_summary.h"
#include "app/viewer/window/window_parts.h"
#include "core/base/text.h"
#include "core/model/format.h"
#include "widgets/common/core_text.h"
#include "widgets/common/cut_button.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/finding_shape.h"
#include "widgets/common/icons.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/line_height.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"

#include <QApplication>
#include <QFile>
#include <QKeyEvent>
#include <QPainter>
#include <QProgressBar>
#include <QToolButton>
#include <algorithm>
#include <unistd.h>

namespace traceglass {

std::uint64_t residentBytes()
{
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    const QList<QByteArray> pages = file.readAll().split(' ');
    return pages.size() > 1 ? pages[1].toULongLong() * std::uint64_t(sysconf(_SC_PAGESIZE)) : 0;
}

namespace {

bool isModifier(const QKeyEvent& key)
{
    switch (key.key()) {
    case Qt::Key_Shift:
    case Qt::Key_Control:
    case Qt::Key_Alt:
    case Qt::Key_AltGr:
    case Qt::Key_Meta: return true;
    default: return false;
    }
}

}

CaptureStatusBar::CaptureStatusBar(QWidget* parent)
    : QStatusBar(parent)
{
    setSizeGripEnabled(false);
    auto* line = new QWidget(this);
    m_divider = new Divider(line);
    auto *const beforeMemory = new Divider(line), *const beforeIndex = new Divider(line);
    m_message = new ElidedLabel({}, line);
    m_message->setAccessibleName(tr("Message"));
    m_place = new ElidedLabel({}, line, Qt::ElideLeft);
    m_place->setAccessibleName(tr("Selected place"));
    m_bytes = makeSection(line, tr("Offset and length of the selected bytes"));
    m_hover = new ElidedLabel({}, line);
    m_hover->setAccessibleName(tr("Under the pointer"));
    m_cursor = makeSection(line, tr("Time under the pointer"));
    const auto button = [this](QToolButton* made, const QString& tip, auto signal) {
        made->setAutoRaise(true);
        made->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        made->setToolTip(tip);
        made->setFocusPolicy(Qt::TabFocus);
        connect(made, &QToolButton::clicked, this, signal);
        return made;
    };
    m_link = button(new CutButton(line), // names a capture
                    tr("Both tabs show as much time and move together; a click ends that"),
                    &CaptureStatusBar::unlinkClicked);
    m_link->hide();
    m_linkDivider = new Divider(line);
    m_linkDivider->hide();
    m_findingsButton =
        button(new QToolButton(line), tr("What looks wrong in what was recorded; a click lists it"),
               &CaptureStatusBar::findingsClicked);
    m_findingsDivider = new Divider(line);
    m_problems = button(new QToolButton(line), tr("What is wrong with this capture; a click lists it"),
                        &CaptureStatusBar::problemsClicked);
    m_memory =
        makeSection(line, tr("Memory this program occupies, with the mapped parts of files it looked at"));
    m_index =
        makeSection(line, tr("How much of the capture is indexed; everything indexed so far can be used"));
    m_progress = new QProgressBar(line);
    m_progress->setTextVisible(false);
    m_progress->setFixedSize(96, 10);
    m_progress->setAccessibleName(tr("Indexing"));
    m_cancel = new QToolButton(line);
    m_cancel->setAutoRaise(true);
    m_cancel->setIcon(icon("close"));
    keepIcon(m_cancel, 12, {20, 20});
    m_cancel->setToolTip(tr("Stop indexing; what is indexed so far stays"));
    m_cancel->setAccessibleName(tr("Stop indexing"));
    connect(m_cancel, &QToolButton::clicked, this, [this] {
        if (m_session)
            m_session->cancelIndexing();
    });
    inRow({12, 0, 12, 0}, 0,
          {m_message,        m_place,           gap(20, line), m_bytes,      kRest,    gap(20, line),
           m_hover,          gap(20, line),     m_cursor,      m_divider,    m_link,   m_linkDivider,
           m_findingsButton, m_findingsDivider, m_problems,    beforeMemory, m_memory, beforeIndex,
           m_index,          gap(8, line),      m_progress,    m_cancel},
          line);
    constexpr int kSome = 16;  // letters that tell something
    constexpr int kMessage = 24;
    constexpr int kPlace = 20; // "nothing selected" is whole
    m_row = new CrowdedRow(line,
                           {{m_message, nullptr, kMessage},
                            {m_place, nullptr, kPlace},
                            {m_index, beforeIndex, kSome},
                            {m_bytes},
                            {m_cursor},
                            {m_hover, nullptr, kSome},
                            {m_memory, beforeMemory}});
    addPermanentWidget(line, 1); // others are hidden by a message, all of them
    keepHeight(this, metrics::kGrid * 3);
    m_memoryTimer.setInterval(1000);
    connect(&m_memoryTimer, &QTimer::timeout, this, &CaptureStatusBar::updateMemory);
    updateAll();
    tellMessage({});
    connect(this, &QStatusBar::messageChanged, this, [this](const QString& text) {
        tellMessage(text);
        if (text.isEmpty())
            qApp->removeEventFilter(this);
        else
            qApp->installEventFilter(this);
    });
    new PaletteWatch(this, [this] {
        updateProblems();
        updateFindings();
    });
}

// In place of what is selected and under the pointer. What stands at the right is about the capture, and stays.
void CaptureStatusBar::tellMessage(const QString& text)
{
    m_message->setFullText(text);
    using Aside = std::vector<const QWidget*>;
    m_row->setAside(text.isEmpty() ? Aside {m_message} : Aside {m_place, m_bytes, m_hover, m_cursor});
}

// Cut where the window is narrow or its letters are large.
ElidedLabel* CaptureStatusBar::makeSection(QWidget* line, const QString& tip)
{
    auto* label = new ElidedLabel({}, line);
    label->setTip(tip);
    label->setAccessibleName(tip);
    return label;
}

void CaptureStatusBar::setSession(DocumentSession* session)
{
    if (m_session)
        m_session->disconnect(this);
    m_session = session;
    m_cursorNs.reset();
    setHover({});
    if (session) {
        m_indexingFor.start();
        for (const auto signal : {&DocumentSession::answerChanged, &DocumentSession::notFound})
            connect(session, signal, this, &CaptureStatusBar::updateSelection);
        connect(session, &DocumentSession::diagnosticsChanged, this, &CaptureStatusBar::updateProblems);
        connect(session, &DocumentSession::indexingChanged, this, &CaptureStatusBar::updateIndexing);
        connect(session, &DocumentSession::timelineChanged, this, &CaptureStatusBar::updateIndexing);
        connect(session, &DocumentSession::summaryChanged, this, &CaptureStatusBar::updateIndexing);
        connect(session, &DocumentSession::timeFormatChanged, this, [this] { setCursor(m_cursorNs); });
        m_memoryTimer.start();
    } else {
        m_memoryTimer.stop();
    }
    updateAll();
}

void CaptureStatusBar::updateAll()
{
    m_divider->setVisible(m_session != nullptr);
    m_row->setDivided(m_session != nullptr);
    updateSelection();
    updateProblems();
    updateFindings();
    updateMemory();
    updateIndexing();
}

void CaptureStatusBar::setFindings(const SessionFindings* findings)
{
    m_findings = findings;
    if (findings)
        connect(findings, &SessionFindings::changed, this, &CaptureStatusBar::updateFindings);
    updateFindings();
}

void CaptureStatusBar::setLinkedWith(const QString& name)
{
    m_link->setText(literal(tr("time linked with %1 ✕").arg(name)));
    m_link->setVisible(!name.isEmpty());
    m_linkDivider->setVisible(!name.isEmpty());
}

QString CaptureStatusBar::linkText() const
{
    return m_link->isHidden() ? QString() : m_link->text();
}

void CaptureStatusBar::updateFindings()
{
    const bool isKnown = m_session && m_findings && m_findings->isKnown();
    m_findingsButton->setVisible(isKnown);
    m_findingsDivider->setVisible(isKnown);
    if (!isKnown)
        return;
    const std::vector<Finding>& found = m_findings->found();
    m_findingsButton->setText(found.empty() ? tr("no findings")
                                            : countedText(found.size(), "finding", "findings"));
    if (found.empty()) {
        m_findingsButton->setIcon({});
        return;
    }
    const FindingSeverity worst = std::ranges::max_element(found, {}, &Finding::severity)->severity;
    m_findingsButton->setIcon(findingIcon(worst, findingColor(Theme::of(this), worst)));
}

void CaptureStatusBar::setCursor(std::optional<std::int64_t> timeNs)
{
    m_cursorNs = timeNs;
    m_cursor->setFullText(m_session && timeNs
                              ? tr("cursor %1").arg(m_session->momentText(*timeNs, m_session->toldAxis()))
                              : QString());
}

void CaptureStatusBar::setHover(const QString& what)
{
    m_hover->setFullText(what);
}

void CaptureStatusBar::updateSelection()
{
    m_bytes->setFullText({});
    setCursor(m_cursorNs); // may be told in steps
    if (!m_session) {
        m_place->setFullText(tr("Ready"));
        return;
    }
    const Selection& selection = m_session->selection();
    m_place->setFullText(selection.node ? fromUtf8(m_session->answer().place) : tr("nothing selected"));
    ByteRange bytes = selection.bytes;
    if (bytes.length > 0)
        m_bytes->setFullText(
            tr("offset %1 · %2")
                .arg(fromUtf8(hexNumber(bytes.offset)), countedText(bytes.length, "byte", "bytes")));
}

void CaptureStatusBar::updateProblems()
{
    const Theme& theme = Theme::of(this);
    m_problems->setVisible(m_session != nullptr);
    if (!m_session)
        return;
    const DiagnosticLog& log = m_session->capture()->problems();
    const std::uint64_t count = problemCount(log), hints = log.total(Severity::info);
    m_problems->setText(count > 0       ? countedText(count, "problem", "problems")
                            : hints > 0 ? tr("no problems, %1").arg(countedText(hints, "hint", "hints"))
                                        : tr("no problems"));
    QPalette palette = m_problems->parentWidget()->palette();
    if (count > 0) {
        m_problems->setIcon(icon("warning", theme.warning));
        palette.setColor(QPalette::ButtonText, theme.warning);
    } else {
        m_problems->setIcon(hints > 0 ? icon("hint", theme.hint) : QIcon());
    }
    m_problems->setPalette(palette);
}

void CaptureStatusBar::updateMemory()
{
    m_memory->setFullText(m_session ? tr("memory %1").arg(fromUtf8(sizeText(residentBytes())))
                                    : tr("version %1").arg(QApplication::applicationVersion()));
}

void CaptureStatusBar::updateIndexing()
{
    const bool indexing = m_session && m_session->isIndexing();
    m_progress->setVisible(indexing);
    m_cancel->setVisible(indexing);
    m_index->setFullText(indexText());
    if (!indexing)
        return;
    const std::uint64_t total = m_session->indexTotal();
    m_progress->setRange(0, total > 0 ? 1000 : 0);
    if (total > 0)
        m_progress->setValue(int(1000.0 * double(std::min(m_session->indexDone(), total)) / double(total)));
}

QString CaptureStatusBar::indexText() const
{
    if (!m_session)
        return {};
    const Summary& summary = m_session->summary();
    const Format& format = m_session->capture()->format();
    const std::uint64_t records = m_session->indexedCount();
    QString parts; // "5 chunks": what the capture is made of
    for (const auto& [what, count] : summary.more) {
        if (what != "chunks")
            continue;
        QString number = fromUtf8(count).section(QStringLiteral(", "), 0, 0); // "1,003, 1 unreadable"
        parts = countedText(number.remove(QLatin1Char(',')).toULongLong(), "chunk", "chunks");
    }
    if (m_session->isIndexing()) {
        const double seconds = double(std::max<qint64>(1, m_indexingFor.elapsed())) / 1000.0;
        QString rate;
        if (records > 0)
            rate = tr(" · %1/s").arg(m_session->indexedText(std::uint64_t(double(records) / seconds)));
        if (const std::uint64_t total = m_session->indexTotal())
            return tr("indexing %1 of %2%3")
                .arg(fromUtf8(grouped(m_session->indexDone())), fromUtf8(grouped(total)), rate);
        return tr("indexing%1").arg(rate);
    }
    if (!m_session->capture()->hasTimeline()) {
        if (summary.records && parts.isEmpty())
            parts = countedText(*summary.records, format.record, format.records);
        return parts;
    }
    const QString count = m_session->indexedText(records);
    if (m_session->wasCancelled() && !m_session->timeline()->complete)
        return tr("stopped at %1").arg(count);
    return parts.isEmpty() ? tr("indexed · %1").arg(count) : tr("indexed %1 · %2").arg(parts, count);
}

// Before the key or click does anything: what that says is the next message.
bool CaptureStatusBar::eventFilter(QObject* watched, QEvent* event)
{
    const bool isKey = event->type() == QEvent::ShortcutOverride; // comes before every key, whoever takes it
    if (event->type() == QEvent::MouseButtonPress || (isKey && !isModifier(*static_cast<QKeyEvent*>(event))))
        clearMessage();
    return QStatusBar::eventFilter(watched, event);
}

void CaptureStatusBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = Theme::of(this);
    painter.fillRect(rect(), theme.window);
    painter.fillRect(0, 0, width(), 1, theme.hairline);
}

}
