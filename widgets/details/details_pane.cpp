#include "widgets/details/details_pane.h"

#include "widgets/common/core_text.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/focus_outline.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/picture_decode.h"
#include "widgets/common/theme.h"
#include "widgets/common/wrapped_label.h"
#include "widgets/details/details_view.h"
#include "widgets/details/finding_details.h"
#include "widgets/details/findings_here.h"
#include "widgets/details/standing_view.h"
#include "widgets/hex/byte_inspector.h"
#include "widgets/timeline/painting/flow_painter.h"
#include "widgets/timeline/scene/placed_slice.h"

#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QLabel>
#include <algorithm>
#include <span>

namespace traceglass {

namespace {

constexpr int kPictureHeight = 320; // at most, while as wide as the pane
constexpr int kLeastWidth = 216;    // a label and a number beside it
constexpr std::size_t kFlows = 8;   // of each direction; the timeline's list has all

void addFlowEnds(DetailSection& section, const char* label, const std::vector<SliceId>& ends,
                 const DocumentSession& session)
{
    const Timeline& timeline = *session.timeline();
    for (const SliceId& end : std::span(ends).first(std::min(ends.size(), kFlows))) {
        const auto slice = placedSlice(timeline, end);
        if (!slice)
            continue;
        const QStringList words = sliceText(timeline, *slice, session.timeFormat().unit);
        const QString moment = session.momentText(slice->slice.startNs, session.axisOf(slice->track));
        section.rows.push_back({label, words.join(QStringLiteral(" · ")).toStdString(), moment.toStdString(),
                                DetailLink {end, {}}});
    }
    if (ends.size() > kFlows)
        section.rows.push_back({label,
                                QCoreApplication::translate("traceglass::DetailsPane", "and %1 more")
                                    .arg(ends.size() - kFlows)
                                    .toStdString()});
}

}

DetailsPane::DetailsPane(DocumentSession* session, QWidget* parent)
    : QScrollArea(parent)
    , m_session(session)
    , m_refresh(delayed(this, 0, &DetailsPane::refresh))
{
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setBackgroundRole(QPalette::Base);
    setAccessibleName(tr("Details"));
    setMinimumWidth(kLeastWidth);

    m_content = new QWidget;
    m_content->setBackgroundRole(QPalette::Base);
    m_content->setAutoFillBackground(true);
    m_empty =
        new WrappedLabel(tr("Nothing is selected. Click a slice, a line of the tree or a byte."), m_content);
    m_empty->setObjectName(QStringLiteral("detailsEmpty"));
    m_details = new DetailsView(m_content);
    m_findingsHere = new FindingsHere(m_session, m_details);
    m_details->setGuest(m_findingsHere);
    m_picture = new QLabel(m_content);
    m_picture->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_pictureText = new QLabel(m_content);
    m_record = new DetailsView(m_content);
    m_inspector = new ByteInspector(m_session, m_content);
    m_standing = new StandingView(m_session, m_content);
    QBoxLayout* const selected =
        inColumn({12, 0, 12, 0}, 12, {m_empty, m_details, m_picture, m_pictureText, m_standing, m_record});
    inColumn({0, 12, 0, 12}, 12, {selected, m_inspector, kRest}, m_content); // it keeps its distance itself
    setWidget(m_content);
    m_content->installEventFilter(this);
    new FocusOutline(this);

    connect(m_session, &DocumentSession::answerChanged, m_refresh, qOverload<>(&QTimer::start));
    connect(m_session, &DocumentSession::timeFormatChanged, m_refresh, qOverload<>(&QTimer::start));
    for (const DetailsView* view : {m_details, m_record})
        connect(view, &DetailsView::linkActivated, this, &DetailsPane::follow);
    connect(m_standing, &StandingView::linkActivated, this, &DetailsPane::follow);
    refresh();
}

void DetailsPane::setFindings(SessionFindings* findings)
{
    m_findings = findings;
    m_findingsHere->setFindings(findings);
    for (const auto changed : {&SessionFindings::changed, &SessionFindings::currentChanged})
        connect(findings, changed, m_refresh, qOverload<>(&QTimer::start));
}

const Finding* DetailsPane::finding() const
{
    return m_findings && m_findings->isKnown() ? m_findings->shown() : nullptr;
}

void DetailsPane::refresh()
{
    m_refresh->stop();
    const Selection& selection = m_session->selection();
    const bool empty = !selection.slice && !selection.node && selection.bytes.length == 0;
    setTextColor(m_empty, Theme::of(this).text2);
    m_empty->setVisible(empty && !finding());

    const Resolved& answer = m_session->answer();
    const Details details = selected();
    m_details->show(details, *m_session);
    m_details->setVisible(!details.title.empty());
    showPicture();

    Details place;
    if (answer.record && !empty)
        place.sections.push_back(*answer.record);
    m_record->show(place, *m_session);
    m_record->setVisible(!place.sections.empty());
    m_inspector->setVisible(selection.bytes.length > 0);
    fitHeight();
}

// Sentences wrap, so the height follows from the width; the scroll area alone would squeeze the rows instead.
void DetailsPane::fitHeight()
{
    QLayout* layout = m_content->layout();
    layout->activate();
    m_content->setMinimumHeight(layout->hasHeightForWidth() ? layout->totalHeightForWidth(viewport()->width())
                                                            : layout->totalMinimumSize().height());
}

bool DetailsPane::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_content && event->type() == QEvent::LayoutRequest)
        fitHeight(); // the values of other bytes may need more lines
    return QScrollArea::eventFilter(watched, event);
}

void DetailsPane::setCaret(SourceId source, quint64 offset)
{
    m_inspector->setCaret(source, offset);
}

void DetailsPane::showPicture()
{
    m_picture->hide();
    m_pictureText->hide();
    const std::vector<std::byte>& bytes = m_session->answer().picture;
    if (bytes.empty())
        return;
    const qreal ratio = devicePixelRatioF();
    const QSize room(std::max(1, viewport()->width() - 24), kPictureHeight);
    DecodedPicture picture = decodePicture(bytes, (QSizeF(room) * ratio).toSize());
    QString text = picture.failure;
    if (!picture.image.isNull()) {
        text = tr("%1 × %2 pixels").arg(picture.size.width()).arg(picture.size.height());
        // Small ones as they are, large ones as fine as the screen is.
        picture.image.setDevicePixelRatio(picture.image.size() == picture.size
                                                  && picture.size.width() <= room.width()
                                                  && picture.size.height() <= room.height()
                                              ? 1.0
                                              : ratio);
        m_picture->setPixmap(QPixmap::fromImage(picture.image));
        m_picture->setAccessibleName(
            tr("picture, %1 by %2 pixels").arg(picture.size.width()).arg(picture.size.height()));
        m_picture->show();
    }
    setTextColor(m_pictureText, Theme::of(this).text2);
    m_pictureText->setText(text);
    m_pictureText->show();
}

void DetailsPane::follow(const DetailLink& link)
{
    if (link.slice)
        m_session->selectSlice(*link.slice);
    else if (link.node)
        m_session->selectNode(*link.node);
}

Details DetailsPane::selected() const
{
    if (const Finding* const shown = finding())
        return FindingDetails::ofEvidence(*shown, *m_findings, *m_session);
    const Resolved& answer = m_session->answer();
    Details details = answer.details;
    if (answer.error) {
        if (details.title.empty())
            details.title = tr("Nothing can be read here any more").toStdString();
        DetailSection what, advice;
        what.sentence = coreText(message(*answer.error)).toStdString();
        advice.title = "Advice";
        advice.sentence = coreText(codeInfo(answer.error->code).advice).toStdString();
        details.sections.insert(details.sections.begin(), {std::move(what), std::move(advice)});
    }
    DetailSection flows {.title = "Flows"};
    flows.sentence = flowsLeftOut(answer.flows).toStdString();
    addFlowEnds(flows, "from", answer.flowsFrom, *m_session);
    addFlowEnds(flows, "on to", answer.flowsTo, *m_session);
    if (!flows.rows.empty())
        details.sections.push_back(std::move(flows));
    return details;
}

Details DetailsPane::all() const
{
    Details details = selected();
    if (m_standing->standing())
        details.sections.push_back(m_standing->details().sections.front());
    if (m_session->answer().record && !finding())
        details.sections.push_back(*m_session->answer().record);
    return details;
}

void DetailsPane::copyAll()
{
    const QString text = plainText(all(), *m_session);
    giveTable([&text](const CopiedTable& table) { toClipboard(text, table.csv()); });
    tellCopied(this, tr("Copied all details"));
}

void DetailsPane::giveTable(const Done& done)
{
    CopiedTable table;
    table.add({tr("what"), tr("value"), tr("more")},
              {QStringLiteral("what"), QStringLiteral("value"), QStringLiteral("more")});
    for (const CopiedDetail& each : copiedDetails(all(), *m_session))
        table.add({each.label, each.value, each.extra}, {each.exactLabel, each.exact, each.extra});
    done(std::move(table));
}

void DetailsPane::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy))
        copyAll();
    else
        QScrollArea::keyPressEvent(event);
}

void DetailsPane::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    if (m_session
        && (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange
            || event->type() == QEvent::StyleChange))
        m_refresh->start();
}

void DetailsPane::contextMenuEvent(QContextMenuEvent* event)
{
    auto* menu = passingMenu(this);
    QAction* copy = menu->addAction(tr("Copy all details"), this, &DetailsPane::copyAll);
    copy->setEnabled(m_session->selection() != Selection {} || finding());
    addCopyMenu(menu, this);
    menu->popup(event->globalPos());
}

void DetailsPane::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    m_content->setMaximumWidth(viewport()->width());
    fitHeight();
}

}
