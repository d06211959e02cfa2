#include "app/viewer/search/search_offers.h"

#include "core/base/name_order.h"
#include "core/stats/slice_table.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"
#include "widgets/models/row_view.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QStandardItemModel>
#include <algorithm>
#include <set>

namespace traceglass {

namespace {

constexpr int kMostRows = 12;
constexpr qsizetype kMostAsked = 50;
constexpr std::size_t kMostNames = 5'000; // that are looked through at each key
constexpr int kListWidth = 460;

enum Learning : Asker::Slot { kNames, kValues };

struct Learnt
{
    std::vector<std::pair<std::string, std::uint64_t>> names;
    std::vector<std::string> tracks;
};

Learnt learnNames(const TimelinePtr& timeline, Job& job)
{
    Learnt out;
    const auto table = stats::SliceTable::make(timeline, {.atMost = kMostNames}, job);
    if (!table)
        return out;
    const StatTable& sums = table->table();
    const StatColumn* const count = sums.column("count");
    std::vector<std::size_t> rows(sums.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i] = i;
    std::ranges::sort(rows, [&](std::size_t a, std::size_t b) {
        const std::int64_t ofA = count->integers[a], ofB = count->integers[b];
        return ofA != ofB ? ofA > ofB : isNameBefore(sums.keys[a], sums.keys[b]);
    });
    for (const std::size_t row : rows)
        out.names.emplace_back(sums.keys[row], static_cast<std::uint64_t>(count->integers[row]));
    std::set<std::string> paths;
    for (std::uint32_t i = 0; i < timeline->trackCount() && paths.size() < kMostNames; ++i)
        paths.insert(timeline->path(TrackId(i)));
    out.tracks.assign(paths.begin(), paths.end());
    std::ranges::sort(out.tracks, isNameBefore);
    return out;
}

}

SearchOffers::SearchOffers(QLineEdit* field)
    : QObject(field)
    , m_field(field)
    , m_list(new RowView(metrics::kTableRow, field))
    , m_model(new QStandardItemModel(0, 2, this))
{
    m_list->setWindowFlags(Qt::ToolTip | Qt::FramelessWindowHint);
    m_list->setFrameStyle(QFrame::Box | QFrame::Plain); // it lies on what looks like it
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setAccessibleName(QLineEdit::tr("Offers"));
    m_list->setHeaderHidden(true);
    m_list->setRootIsDecorated(false);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setModel(m_model);
    m_list->hide();
    connect(m_list, &QAbstractItemView::clicked, this, [this](const QModelIndex& row) { take(row.row()); });
    connect(field, &QLineEdit::textEdited, this, [this] { offer(false); });
    field->installEventFilter(this);
}

SearchOffers::~SearchOffers() = default;

void SearchOffers::setSession(DocumentSession* session)
{
    hide();
    m_asker.reset();
    m_session = session;
    m_learnt.reset();
    m_names.clear();
    m_tracks.clear();
    m_valuesOf.clear();
    m_values.clear();
    if (session)
        m_asker = std::make_unique<Asker>(session->capture());
}

void SearchOffers::remember(const QString& query)
{
    if (query.trimmed().isEmpty() || (!m_asked.isEmpty() && m_asked.first() == query))
        return;
    m_asked.removeAll(query);
    m_asked.prepend(query);
    m_asked = m_asked.mid(0, kMostAsked);
    emit askedChanged();
}

void SearchOffers::learn()
{
    if (!m_session || m_learnt == m_session->timeline() || m_asker->isWaiting(kNames))
        return;
    m_asker->work<std::shared_ptr<Learnt>>(
        kNames, Priority::background,
        [timeline = m_session->timeline()](Job& job) {
            return std::make_shared<Learnt>(learnNames(timeline, job));
        },
        [this, timeline = m_session->timeline()](const std::shared_ptr<Learnt>& learnt) {
            m_learnt = timeline;
            m_names = std::move(learnt->names);
            m_tracks = std::move(learnt->tracks);
        });
}

// A query may have read more of them since.
void SearchOffers::learnValues()
{
    const std::string field = m_offers.valuesOf;
    m_asker->ask(kValues, Priority::screen, ask::FieldValues {m_session->timeline(), field},
                 [this, field](ask::FieldValues::Answer values) {
                     if (field == m_valuesOf && values == m_values)
                         return;
                     m_valuesOf = field;
                     m_values = std::move(values);
                     if (m_field->hasFocus() && m_offers.valuesOf == field)
                         offer(m_always);
                 });
}

bool SearchOffers::isShown() const
{
    return m_list->isVisible();
}

QStringList SearchOffers::texts() const
{
    QStringList out;
    for (const query::Offer& offer : m_offers.list)
        out << fromUtf8(offer.text);
    return out;
}

void SearchOffers::hide()
{
    m_list->hide();
}

// While it is typed, where a word has begun or a value is missing; by keys always.
void SearchOffers::offer(bool always)
{
    if (!m_session) {
        hide();
        return;
    }
    learn();
    m_always = always;
    const std::string text = m_field->text().toStdString();
    const auto cursor = static_cast<std::size_t>(m_field->text().left(m_field->cursorPosition()).toUtf8().size());
    std::vector<std::string> asked;
    for (const QString& query : m_asked)
        asked.push_back(query.toStdString());
    m_offers = query::offersAt(text, cursor, {m_session->fields().get(), m_names, m_tracks, asked, m_valuesOf, m_values});
    if (!m_offers.valuesOf.empty())
        learnValues();
    const bool isWord = m_offers.begin < cursor;
    const bool isSaid = m_offers.list.size() == 1
        && m_offers.list.front().text == text.substr(m_offers.begin, m_offers.end - m_offers.begin);
    if (m_offers.list.empty() || isSaid || (!always && !isWord)) {
        hide();
        return;
    }
    show();
}

void SearchOffers::show()
{
    m_model->removeRows(0, m_model->rowCount());
    for (const query::Offer& offer : m_offers.list) {
        auto* const detail = new QStandardItem(fromUtf8(offer.detail));
        detail->setData(true, kSecondaryRole);
        detail->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter); // what it leaves free is the text's
        m_model->appendRow({new QStandardItem(fromUtf8(offer.text)), detail});
    }
    const int row = std::max(1, m_list->sizeHintForRow(0));
    const int shown = std::min(kMostRows, m_model->rowCount());
    const QRect below(m_field->mapToGlobal(QPoint(0, m_field->height() + 1)),
                      QSize(std::max(kListWidth, m_field->width()), shown * row + 2 * m_list->frameWidth()));
    m_list->setGeometry(below);
    m_list->setColumnWidth(0, below.width() * 3 / 5);
    m_list->selectionModel()->clear();
    m_list->scrollToTop();
    m_list->show();
}

void SearchOffers::take(int row)
{
    if (row < 0 || std::size_t(row) >= m_offers.list.size())
        return;
    const std::string text = m_field->text().toStdString();
    const std::string& chosen = m_offers.list[std::size_t(row)].text;
    const QString before = fromUtf8(text.substr(0, m_offers.begin) + chosen);
    hide();
    m_field->setText(before + fromUtf8(text.substr(m_offers.end)));
    m_field->setCursorPosition(int(before.size()));
}

bool SearchOffers::takeKey(const QKeyEvent& key)
{
    const int code = key.key();
    if (!isShown()) {
        if (code != Qt::Key_Down || key.modifiers() != Qt::NoModifier)
            return false;
        offer(true);
        return isShown();
    }
    const int rows = m_model->rowCount(), now = m_list->currentIndex().row();
    const auto go = [&](int row) {
        m_list->setCurrentIndex(m_model->index(std::clamp(row, 0, rows - 1), 0));
        return true;
    };
    switch (code) {
    case Qt::Key_Down: return go(now + 1);
    case Qt::Key_Up: return go(now < 0 ? rows - 1 : now - 1);
    case Qt::Key_PageDown: return go(now + kMostRows);
    case Qt::Key_PageUp: return go(now - kMostRows);
    case Qt::Key_Tab: take(std::max(0, now)); return true;
    case Qt::Key_Escape: hide(); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        hide();
        if (now < 0 || key.modifiers() != Qt::NoModifier) // nothing is chosen: the query as it stands is meant
            return false;
        take(now);
        return true;
    default: return false;
    }
}

bool SearchOffers::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::FocusOut || event->type() == QEvent::Hide)
        hide();
    if (event->type() == QEvent::FocusIn)
        learn();
    return QObject::eventFilter(watched, event);
}

}
