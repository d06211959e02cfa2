#include "app/viewer/start/recent_view.h"

#include "app/viewer/window/window_parts.h"
#include "core/base/text.h"
#include "core/base/time_text.h"
#include "core/io/view_files.h"
#include "widgets/common/icons.h"
#include "widgets/common/line_height.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"
#include "widgets/models/row_view.h"

#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLocale>
#include <QMenu>
#include <QPainter>
#include <QStyledItemDelegate>
#include <algorithm>

namespace traceglass {

namespace {

constexpr int kHeadingRow = 28;
constexpr int kRecentRow = 44;   // two lines; larger fonts take more
constexpr int kPictureShape = 3; // times as wide as high
constexpr int kNameDigits = 22;  // a name's width at least, beside its picture
constexpr int kPin = 26;         // room for the pin right of "Opened"

class RecentDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const auto* view = static_cast<const RecentView*>(option.widget);
        const int line = option.fontMetrics.height();
        return {0,
                view->captures()->capture(index.row()) ? std::max(kRecentRow, 2 * line + 12)
                                                       : std::max(kHeadingRow, line + 12)};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        painter->setLayoutDirection(option.direction);
        const auto* view = static_cast<const RecentView*>(option.widget);
        const RecentModel& model = *view->captures();
        const Theme& theme = Theme::of(view);
        painter->setFont(option.font);
        if (const QString heading = model.heading(index.row()); !heading.isEmpty()) {
            if (index.column() != RecentModel::name)
                return;
            painter->setFont(headFont(option.font));
            painter->setPen(theme.text2);
            painter->drawText(option.rect.adjusted(8, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, heading);
            return;
        }
        const bool selected = option.state & QStyle::State_Selected;
        if (selected) {
            painter->fillRect(option.rect, theme.quietSelection);
            if (index.column() == RecentModel::name)
                painter->fillRect(QRect(option.rect.topLeft(), QSize(3, option.rect.height())),
                                  theme.highlight);
        } else if (option.state & QStyle::State_MouseOver) {
            painter->fillRect(option.rect, theme.hover);
        }
        paintCell(painter, option, index, model, theme, selected);
    }

private:
    // Where there is no picture, because of what the capture is or what became of it, an icon.
    static QRect paintPicture(QPainter& painter, const QStyleOptionViewItem& option,
                              const RecentCapture& capture, bool missing)
    {
        const auto* view = static_cast<const RecentView*>(option.widget);
        const Theme& theme = Theme::of(view);
        const int height = option.rect.height() - 10;
        const QRect area(option.rect.left() + 8, option.rect.top() + 5, height * kPictureShape, height);
        painter.fillRect(area, theme.base);
        const Sketch* const sketch = missing ? nullptr : view->sketches().find(capture.path);
        if (sketch)
            paintSketch(painter, area.adjusted(2, 2, -1, 0), *sketch, theme);
        else
            icon(missing                 ? "warning"
                     : capture.directory ? "open-folder"
                                         : "open-file",
                 theme.text3)
                .paint(&painter, QRect(area.center() - QPoint(8, 8), QSize(16, 16)));
        painter.setPen(theme.faint);
        painter.drawRect(area.adjusted(0, 0, -1, -1));
        return area;
    }

    static void paintCell(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index,
                          const RecentModel& model, const Theme& theme, bool selected)
    {
        const bool missing = model.isMissing(index.row());
        const RecentCapture& capture = *model.capture(index.row());
        const QString text = index.data().toString();
        QRect area = option.rect.adjusted(6, 0, -6, 0);
        QColor color = missing ? theme.disabled : theme.text;
        const QColor quiet = missing ? theme.disabled : theme.text2;
        const auto paintIcon = [&](const char* name, const QColor& ink, int left) {
            icon(name, ink).paint(painter, QRect(left, option.rect.center().y() - 7, 16, 16));
        };
        Qt::Alignment align = Qt::AlignVCenter | Qt::AlignLeft;
        switch (index.column()) {
        case RecentModel::name:
            area.setLeft(paintPicture(*painter, option, capture, missing).right() + 12);
            painter->setPen(quiet);
            painter->drawText(
                area.adjusted(0, area.height() / 2, 0, -4), Qt::AlignVCenter | Qt::AlignLeft,
                painter->fontMetrics().elidedText(shown(capture.folder()), Qt::ElideMiddle, area.width()));
            area.adjust(0, 4, 0, -area.height() / 2);
            if (selected)
                painter->setFont(headFont(option.font));
            break;
        case RecentModel::format: color = quiet; break;
        case RecentModel::notes:
            align = Qt::AlignVCenter | Qt::AlignRight;
            if (capture.notes == 0)
                color = theme.text3;
            break;
        case RecentModel::problems:
            align = Qt::AlignVCenter | Qt::AlignRight;
            if (capture.problems > 0 && !missing) {
                color = theme.warning;
                paintIcon("warning", theme.warning,
                          area.right() - painter->fontMetrics().horizontalAdvance(text) - 22);
            } else {
                color = theme.text3;
            }
            break;
        case RecentModel::opened:
            area.setRight(area.right() - kPin);
            align = Qt::AlignVCenter | Qt::AlignRight;
            color = quiet;
            if (capture.pinned || selected)
                paintIcon("pin", capture.pinned ? theme.text : theme.text3, option.rect.right() - kPin + 3);
            break;
        default: align = Qt::AlignVCenter | Qt::AlignRight;
        }
        painter->setPen(color);
        int room = area.width();
        const QString gone = QObject::tr("not found");
        if (index.column() == RecentModel::name && missing)
            room -= painter->fontMetrics().horizontalAdvance(gone) + 10;
        const QString shown = painter->fontMetrics().elidedText(text, Qt::ElideMiddle, room);
        painter->drawText(area, int(align), shown);
        if (index.column() == RecentModel::name && missing) {
            const int after = painter->fontMetrics().horizontalAdvance(shown) + 10;
            painter->setPen(theme.warning);
            painter->setFont(smallerFont(option.font, 1));
            painter->drawText(area.adjusted(after, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, gone);
        }
    }
};

}

void RecentModel::setCaptures(const std::vector<RecentCapture>& captures, const QString& filter,
                              QDateTime now)
{
    beginResetModel();
    m_rows.clear();
    m_now = std::move(now);
    const auto groupOf = [&](const RecentCapture& capture) {
        if (capture.pinned)
            return 0;
        const qint64 days = capture.opened.toLocalTime().date().daysTo(m_now.date());
        return days <= 0 ? 1 : days <= 7 ? 2 : 3;
    };
    const QStringList headings = {QObject::tr("Pinned"), QObject::tr("Today"), QObject::tr("Last 7 days"),
                                  QObject::tr("Older")};
    for (int group = 0; group < headings.size(); ++group) {
        bool any = false;
        for (const RecentCapture& capture : captures) {
            if (groupOf(capture) != group || !capture.path.contains(filter, Qt::CaseInsensitive))
                continue;
            if (!any)
                m_rows.push_back({headings[group], {}});
            any = true;
            m_rows.push_back({{}, capture});
        }
    }
    endResetModel();
}

void RecentModel::setMissing(const QSet<QString>& paths)
{
    if (paths == m_missing)
        return;
    m_missing = paths;
    if (!m_rows.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, columns - 1));
}

bool RecentModel::isMissing(int row) const
{
    const RecentCapture* const there = capture(row);
    return there && m_missing.contains(there->path);
}

const RecentCapture* RecentModel::capture(int row) const
{
    if (row < 0 || std::size_t(row) >= m_rows.size() || !m_rows[std::size_t(row)].heading.isEmpty())
        return nullptr;
    return &m_rows[std::size_t(row)].capture;
}

int RecentModel::captureCount() const
{
    return int(std::ranges::count_if(m_rows, [](const RecentRow& row) { return row.heading.isEmpty(); }));
}

int RecentModel::missingCount() const
{
    int count = 0;
    for (int row = 0; row < rowCount(); ++row)
        count += isMissing(row);
    return count;
}

int RecentModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QString RecentModel::openedText(const QDateTime& when) const
{
    const QLocale locale(QObject::tr("en", "the language of the names of days and months"));
    const QDateTime local = when.toLocalTime();
    const qint64 days = local.date().daysTo(m_now.date());
    if (days <= 0)
        return locale.toString(local.time(), QStringLiteral("HH:mm"));
    if (days == 1)
        return QObject::tr("Yesterday %1").arg(locale.toString(local.time(), QStringLiteral("HH:mm")));
    if (days <= 7)
        return locale.toString(local, QStringLiteral("ddd HH:mm"));
    if (local.date().year() == m_now.date().year())
        return locale.toString(local.date(), QObject::tr("d MMM", "date of this year"));
    return locale.toString(local.date(), QObject::tr("d MMM yyyy", "date"));
}

QVariant RecentModel::data(const QModelIndex& index, int role) const
{
    const RecentRow& row = m_rows[std::size_t(index.row())];
    if (!row.heading.isEmpty())
        return role == Qt::AccessibleTextRole && index.column() == name ? row.heading : QVariant();
    const RecentCapture& capture = row.capture;
    const bool missing = isMissing(index.row());
    if (role == Qt::ToolTipRole)
        return missing ? tipText(QObject::tr("%1\nis no longer at its place").arg(shown(capture.path)))
                           : tipText(shown(capture.path));
    if (role == Qt::TextAlignmentRole && index.column() >= size)
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)
        return {};
    const QString none = QStringLiteral("—");
    switch (index.column()) {
    case name: return shown(capture.name());
    case format: return shown(capture.format);
    case size: return missing ? none : fromUtf8(sizeText(capture.size));
    case length: return capture.lengthNs ? fromUtf8(durationText(*capture.lengthNs)) : none;
    case notes: return capture.notes > 0 ? QString::number(capture.notes) : QStringLiteral("–");
    case problems: return capture.problems > 0 ? QString::number(capture.problems) : QStringLiteral("–");
    default: return openedText(capture.opened);
    }
}

QVariant RecentModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section >= size ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    const QStringList names = {QObject::tr("Name"),   QObject::tr("Format"), QObject::tr("Size"),
                               QObject::tr("Length"), QObject::tr("Notes"),  QObject::tr("Problems"),
                               QObject::tr("Opened")};
    return names[section];
}

Qt::ItemFlags RecentModel::flags(const QModelIndex& index) const
{
    return capture(index.row()) ? Qt::ItemIsEnabled | Qt::ItemIsSelectable : Qt::NoItemFlags;
}

RecentView::RecentView(QWidget* parent)
    : QTreeView(parent)
    , m_model(new RecentModel(this))
{
    setLayoutDirection(Qt::LeftToRight); // as the names and paths in it
    setModel(m_model);
    setItemDelegate(new RecentDelegate(this));
    setRootIsDecorated(false);
    setFrameShape(QFrame::NoFrame);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMouseTracking(true);
    setAccessibleName(tr("Recent captures"));
    setHeader(new RowHeader(this));
    header()->setSectionsMovable(false);
    header()->setSectionResizeMode(QHeaderView::Fixed);
    header()->setStretchLastSection(false);
    header()->setHighlightSections(false);
    keepHeight(header(), 24);
    connect(&m_sketches, &RecentSketches::changed, viewport(), qOverload<>(&QWidget::update));
    connect(this, &QTreeView::activated, this, [this](const QModelIndex& index) {
        if (const RecentCapture* capture = m_model->capture(index.row()))
            emit openRequested(capture->path, false);
    });
}

void RecentView::setCaptures(const std::vector<RecentCapture>& captures, const QString& filter)
{
    m_model->setCaptures(captures, filter, QDateTime::currentDateTime());
    updateGeometry();
    if (m_model->rowCount() > 1)
        setCurrentIndex(m_model->index(1, 0));
}

void RecentView::look(const std::vector<RecentCapture>& captures)
{
    m_sketches.want(captures);
    QStringList paths;
    for (const RecentCapture& capture : captures)
        paths << capture.path;
    m_looking.start(
        [paths](Job& job) {
            const GaveWay gaveWay = giveWay(Niceness::behind);
            QSet<QString> missing;
            for (const QString& path : paths)
                if (!job.stopRequested() && !isThere(pathOf(path), gaveWay))
                    missing.insert(path);
            return missing;
        },
        [this](const QSet<QString>& missing) {
            m_model->setMissing(missing);
            emit missingFound();
        });
}

QSize RecentView::sizeHint() const
{
    int height = header()->height() + 2 * frameWidth();
    for (int row = 0; row < m_model->rowCount(); ++row)
        height += sizeHintForIndex(m_model->index(row, 0)).height();
    return {QTreeView::sizeHint().width(), height};
}

const RecentCapture* RecentView::current() const
{
    return currentIndex().isValid() ? m_model->capture(currentIndex().row()) : nullptr;
}

void RecentView::keyPressEvent(QKeyEvent* event)
{
    const RecentCapture* capture = current();
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (capture && enter) {
        emit openRequested(QString(capture->path), event->modifiers() & Qt::ControlModifier);
    } else if (capture && event->key() == Qt::Key_Delete) {
        emit removeRequested(QString(capture->path));
    } else {
        QTreeView::keyPressEvent(event);
    }
}

void RecentView::mouseReleaseEvent(QMouseEvent* event)
{
    QTreeView::mouseReleaseEvent(event);
    const QModelIndex index = indexAt(event->pos());
    const RecentCapture* capture = index.isValid() ? m_model->capture(index.row()) : nullptr;
    if (capture && event->button() == Qt::LeftButton && index.column() == RecentModel::opened
        && event->pos().x() > visualRect(index).right() - kPin)
        emit pinRequested(QString(capture->path), !capture->pinned);
}

void RecentView::contextMenuEvent(QContextMenuEvent* event)
{
    const RecentCapture* found = current();
    if (!found)
        return;
    const RecentCapture capture = *found;
    QMenu menu(this);
    menu.addAction(tr("Open"), this, [&] { emit openRequested(capture.path, false); });
    menu.addAction(tr("Open in new window"), this, [&] { emit openRequested(capture.path, true); });
    menu.addAction(tr("Open location"), this, [&] { emit locationRequested(capture.path); });
    menu.addAction(capture.pinned ? tr("Unpin") : tr("Pin"), this,
                   [&] { emit pinRequested(capture.path, !capture.pinned); });
    menu.addSeparator();
    menu.addAction(tr("Remove from list"), this, [&] { emit removeRequested(capture.path); });
    menu.exec(event->globalPos());
}

void RecentView::resizeEvent(QResizeEvent* event)
{
    QTreeView::resizeEvent(event);
    const int digits = fontMetrics().horizontalAdvance(QLatin1Char('0'));
    const int fixed[] = {0,          digits * 13, digits * 11,       digits * 12,
                         digits * 7, digits * 10, digits * 16 + kPin};
    int rest = viewport()->width();
    for (int column = RecentModel::format; column < RecentModel::columns; ++column)
        rest -= fixed[column];
    // Names come first: in a small window, or with large letters, others give way.
    const int least = kPictureShape * rowHeight(model()->index(1, 0)) + digits * kNameDigits;
    for (const int column : {RecentModel::length, RecentModel::format, RecentModel::size,
                             RecentModel::problems, RecentModel::notes}) {
        setColumnHidden(column, rest < least);
        if (rest < least)
            rest += fixed[column];
    }
    header()->resizeSection(RecentModel::name, std::max(rest, 120));
    for (int column = RecentModel::format; column < RecentModel::columns; ++column)
        header()->resizeSection(column, fixed[column]);
}

}
