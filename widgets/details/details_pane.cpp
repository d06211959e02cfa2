#include "widgets/details/details_pane.h"

#include "widgets/common/elided_label.h"
#include "widgets/common/theme.h"
#include "widgets/details/details_view.h"
#include "widgets/details/selection_details.h"
#include "widgets/hex/byte_inspector.h"

#include <QBuffer>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QImageReader>
#include <QLabel>
#include <QMenu>
#include <QVBoxLayout>

namespace traceglass {

namespace {

constexpr std::uint64_t kPictureBytes = 16u << 20;
constexpr int kPictureMegabytes = 256; // a decoder may not take more
constexpr int kPictureHeight = 220;
constexpr int kLeastWidth = 248; // a label and a number beside it

}

DetailsPane::DetailsPane(DocumentSession* session, QWidget* parent)
    : QScrollArea(parent)
    , m_session(session)
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
    auto* outer = new QVBoxLayout(m_content);
    outer->setContentsMargins(0, 12, 0, 12);
    outer->setSpacing(12);
    auto* layout = new QVBoxLayout;
    layout->setContentsMargins(12, 0, 12, 0);
    layout->setSpacing(12);
    outer->addLayout(layout);
    m_empty = new QLabel(tr("Nothing is selected. Click a slice, a line of the tree or a byte."), m_content);
    m_empty->setWordWrap(true);
    m_empty->setObjectName(QStringLiteral("detailsEmpty"));
    m_details = new DetailsView(m_content);
    m_picture = new QLabel(m_content);
    m_picture->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_record = new DetailsView(m_content);
    m_inspector = new ByteInspector(m_session, m_content);
    for (QWidget* part : {static_cast<QWidget*>(m_empty), static_cast<QWidget*>(m_details),
                          static_cast<QWidget*>(m_picture), static_cast<QWidget*>(m_record)})
        layout->addWidget(part);
    outer->addWidget(m_inspector); // it keeps the same distance itself
    outer->addStretch(1);
    setWidget(m_content);

    m_refresh.setSingleShot(true);
    m_refresh.setInterval(0);
    connect(&m_refresh, &QTimer::timeout, this, &DetailsPane::refresh);
    const auto soon = [this] { m_refresh.start(); };
    connect(m_session, &DocumentSession::selectionChanged, this, soon);
    connect(m_session, &DocumentSession::timeFormatChanged, this, soon);
    connect(m_session, &DocumentSession::timelineChanged, this, [this] {
        if (m_session->timeline()->complete)
            m_refresh.start();
    });
    connect(m_details, &DetailsView::linkActivated, this, &DetailsPane::follow);
    connect(m_record, &DetailsView::linkActivated, this, &DetailsPane::follow);
    refresh();
}

void DetailsPane::refresh()
{
    m_refresh.stop();
    const Selection& selection = m_session->selection();
    const bool empty = !selection.slice && !selection.node && selection.bytes.length == 0;
    setTextColor(m_empty, Theme::of(this).text2);
    m_empty->setVisible(empty);

    const Details details = empty ? describeCapture(*m_session) : describeSelection(*m_session);
    m_details->show(details, *m_session);
    m_details->setVisible(!details.title.empty());
    showPicture();

    Details place;
    if (auto record = recordSection(*m_session))
        place.sections.push_back(std::move(*record));
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

void DetailsPane::setCaret(SourceId source, quint64 offset)
{
    m_inspector->setCaret(source, offset);
}

void DetailsPane::showPicture()
{
    m_picture->hide();
    const Selection& selection = m_session->selection();
    if (!selection.node)
        return;
    const auto node = m_session->document().node(*selection.node);
    if (!node || node->kind != NodeKind::picture)
        return;
    const auto range = m_session->document().decoded(node->id);
    if (!range || range->length > kPictureBytes)
        return;
    const auto source = m_session->document().source(range->source);
    if (!source)
        return;
    const std::vector<std::byte> bytes = readBytes(**source, range->offset, range->length, kPictureBytes);
    QByteArray raw(reinterpret_cast<const char*>(bytes.data()), qsizetype(bytes.size()));
    QBuffer buffer(&raw);
    QImageReader reader(&buffer);
    QImageReader::setAllocationLimit(kPictureMegabytes);
    const QSize size = reader.size();
    const QSize room(viewport()->width() - 24, kPictureHeight);
    if (size.isValid() && (size.width() > room.width() || size.height() > room.height()))
        reader.setScaledSize(size.scaled(room * devicePixelRatioF(), Qt::KeepAspectRatio));
    QImage image = reader.read();
    if (image.isNull())
        return;
    image.setDevicePixelRatio(image.width() > room.width() ? devicePixelRatioF() : 1.0);
    m_picture->setPixmap(QPixmap::fromImage(image));
    m_picture->setToolTip(tr("%1 × %2 pixels").arg(size.width()).arg(size.height()));
    m_picture->setAccessibleName(tr("picture, %1 by %2 pixels").arg(size.width()).arg(size.height()));
    m_picture->show();
}

void DetailsPane::follow(const DetailLink& link)
{
    if (link.slice)
        m_session->selectSlice(*link.slice);
    else if (link.node)
        m_session->selectNode(*link.node);
}

void DetailsPane::copyAll() const
{
    Details details = describeSelection(*m_session);
    if (auto record = recordSection(*m_session))
        details.sections.push_back(std::move(*record));
    QGuiApplication::clipboard()->setText(plainText(details, *m_session));
}

void DetailsPane::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    if (m_session
        && (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange
            || event->type() == QEvent::StyleChange))
        m_refresh.start();
}

void DetailsPane::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu(this);
    QAction* copy = menu.addAction(tr("Copy all details"), this, &DetailsPane::copyAll);
    copy->setEnabled(m_session->selection() != Selection {});
    menu.exec(event->globalPos());
}

void DetailsPane::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    m_content->setMaximumWidth(viewport()->width());
    fitHeight();
}

}
