#include "app/viewer/search/search_field.h"

#include "app/viewer/commands/commands.h"
#include "app/viewer/search/scope_chips.h"
#include "app/viewer/search/search_offers.h"
#include "core/base/text.h"
#include "widgets/common/core_text.h"
#include "widgets/common/icons.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/line_height.h"
#include "widgets/common/link_label.h"
#include "widgets/common/query_marks.h"
#include "widgets/common/utf8.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QToolButton>
#include <algorithm>

namespace traceglass {

namespace {

// Pixels of letters of the usual size; the least are what they are: a narrow window with large letters has no more.
constexpr int kLeastField = 160, kMostField = 420;
constexpr int kResult = 110, kLeastResult = 40; // kept free behind the field for what was found
constexpr int kStep = 20;                       // a button to the next hit
constexpr int kFieldGap = 4;

}

SearchField::SearchField(const Commands& commands, QWidget* parent)
    : QWidget(parent)
    , m_field(new QLineEdit(this))
    , m_offers(new SearchOffers(m_field))
    , m_result(new LinkLabel({}, this))
    , m_previous(new QToolButton(this))
    , m_next(new QToolButton(this))
    , m_chips(new ScopeChips(this))
{
    setFocusProxy(m_field);
    const QAction* const search = commands["edit.search"];
    Commands::followKeys(search, this, [this, search] {
        m_field->setPlaceholderText(tr("Search  (%1)").arg(Commands::allKeys(search)));
    });
    m_field->setAccessibleName(tr("Search"));
    m_field->setToolTip(
        tr("Words that names and texts of records contain, /expressions/, and conditions: duration >= 10 ms, "
           "track : connection, state = polling. All of them hold, but for or, not, ( ).\n"
           "Enter goes to the next hit, Shift+Enter to the one before, Ctrl+Enter keeps only what fits; Esc "
           "shows all again."));
    m_field->addAction(icon("search"), QLineEdit::LeadingPosition);
    m_field->setClearButtonEnabled(true);
    keepHeight(m_field, 24);
    m_field->installEventFilter(this);
    m_result->setAccessibleName(tr("What the search found"));
    m_result->setUnderlined(false);
    m_result->setFocusPolicy(Qt::TabFocus);
    connect(m_result, &LinkLabel::clicked, this, &SearchField::takeSuggestion);
    for (const auto& [button, id] :
         {std::pair(m_previous, "search.previous"), std::pair(m_next, "search.next")}) {
        button->setDefaultAction(commands[id]);
        button->setToolButtonStyle(Qt::ToolButtonIconOnly);
        button->setArrowType(button == m_next ? Qt::DownArrow : Qt::UpArrow);
        keepSize(button, {kStep, 24});
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        button->setAccessibleName(Commands::plainText(commands[id]));
    }
    connect(m_field, &QLineEdit::textChanged, this, [this](const QString& text) {
        if (m_search)
            m_search->setText(text);
    });
    inRow({}, kFieldGap, {m_field, m_result, m_previous, m_next, m_chips, kRest}, this);
    followFont(this, [this] { shareWidth(); });
    // Always with room for what is found: what stands beside it in the tool bar does not come and go with that.
    setMinimumWidth(kLeastField + kLeastResult + 2 * kStep + 3 * kFieldGap);
    connect(m_chips, &ScopeChips::sizeChanged, this, &SearchField::shareWidth);
    showState();
}

void SearchField::setSearch(SessionSearch* search, DocumentSession* session)
{
    m_search = nullptr;
    m_field->clear();
    m_search = search;
    m_session = session;
    m_offers->setSession(session);
    if (search) {
        connect(search, &SessionSearch::textChanged, this, [this] {
            if (m_field->text() != m_search->text())
                m_field->setText(m_search->text());
        });
        connect(search, &SessionSearch::foundChanged, this, &SearchField::showState);
        connect(search, &SessionSearch::placeChanged, this, &SearchField::showState);
    }
    m_chips->setSearch(search, session);
    showState();
}

void SearchField::takeFocus()
{
    m_field->setFocus(Qt::ShortcutFocusReason);
    m_field->selectAll();
}

QString SearchField::resultText() const
{
    if (!m_search)
        return {};
    if (const auto& error = m_search->error())
        return mistakeText(*error);
    if (!m_search->isActive() || !m_session->capture()->hasTimeline())
        return m_search->elsewhere();
    const auto& found = m_search->found();
    QString remark = m_search->remark();
    if (remark.isEmpty() && (!found || m_search->isLong()))
        remark = tr("searching …");
    if (m_search->isLong())
        remark += tr(" · stop");
    if (!found)
        return remark;
    const QString count = fromUtf8(grouped(found->hits().count()));
    QString out = found->hits().count() == 0
        ? (m_search->elsewhere().isEmpty() ? tr("no hit") : m_search->elsewhere())
        : m_search->place() ? tr("%1 of %2").arg(fromUtf8(grouped(*m_search->place() + 1)), count)
                            : countedText(found->hits().count(), "hit", "hits");
    if (!m_search->instead().isEmpty())
        return QStringLiteral("%1 · %2?").arg(out, m_search->instead());
    if (!m_session->timeline()->complete)
        out += tr(" so far");
    if (!remark.isEmpty())
        out += m_search->isOfNames() ? tr(" in names · %1").arg(remark) : tr(" · %1").arg(remark);
    return out;
}

void SearchField::showState()
{
    const bool hasTimeline = m_session && m_session->capture()->hasTimeline();
    setEnabled(m_session);
    setToolTip(hasTimeline || !m_session
                   ? QString()
                   : tr("This capture has no time axis: Enter searches its structure and notes"));
    const auto* const error = m_search && m_search->error() ? &*m_search->error() : nullptr;
    m_result->setText(resultText());
    m_result->setQuiet(error ? error->suggestion.empty()
                             : !m_search || (!m_search->isLong() && m_search->instead().isEmpty()));
    m_result->setVisible(!resultText().isEmpty());
    const bool hasHits = m_search
        && (!m_search->elsewhere().isEmpty() || (m_search->found() && m_search->found()->hits().count() > 0));
    m_previous->setVisible(hasHits);
    m_next->setVisible(hasHits);
    underlineWrong(*m_field, error ? error->begin : 0, error ? error->end : 0);
}

// What was found comes and goes, and grows while one types: the field does not move for it. For chips, which
// come with a selection, it does.
void SearchField::shareWidth()
{
    const int behind = grown(kResult + 2 * kStep, this) + 3 * kFieldGap;
    const int chips = m_chips->isVisibleTo(this) ? m_chips->sizeHint().width() + kFieldGap : 0;
    m_field->setFixedWidth(std::clamp(width() - behind - chips, kLeastField, grown(kMostField, this)));
}

void SearchField::takeSuggestion()
{
    if (m_search && m_search->isLong())
        m_search->stop();
    if (!m_search)
        return;
    if (const auto error = m_search->error(); error && !error->suggestion.empty())
        m_field->setText(exactFromUtf8(error->mended(m_field->text().toStdString())));
    else if (!error && !m_search->instead().isEmpty())
        m_field->setText(m_search->instead());
    else
        return;
    m_field->setFocus();
}

bool SearchField::eventFilter(QObject* object, QEvent* event)
{
    if (object != m_field || event->type() != QEvent::KeyPress || !m_search)
        return QWidget::eventFilter(object, event);
    const auto* const pressed = static_cast<QKeyEvent*>(event);
    const int key = pressed->key();
    if (m_offers->takeKey(*pressed))
        return true;
    const bool isEnter = key == Qt::Key_Return || key == Qt::Key_Enter;
    if (isEnter && pressed->modifiers().testFlag(Qt::ControlModifier)) {
        m_offers->remember(m_field->text().trimmed());
        emit filterWanted(m_field->text());
    } else if (isEnter) {
        if (!m_search->error())
            m_offers->remember(m_field->text().trimmed());
        emit entered();
        m_search->enter(!pressed->modifiers().testFlag(Qt::ShiftModifier));
    } else if (key == Qt::Key_Escape && !m_field->text().isEmpty()) {
        m_field->clear();
    } else if (key == Qt::Key_Escape || key == Qt::Key_Down) {
        emit left();
    } else {
        return QWidget::eventFilter(object, event);
    }
    return true;
}

void SearchField::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    shareWidth();
}

void SearchField::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showState();
}

}
