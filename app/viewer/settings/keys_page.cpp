#include "app/viewer/settings/keys_page.h"

#include "app/viewer/settings/settings.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/theme.h"
#include "widgets/models/row_model.h"
#include "widgets/models/row_view.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <algorithm>
#include <utility>

namespace traceglass {

namespace {

constexpr int kPageMargin = 12;

}

bool KeyField::event(QEvent* event)
{
    // No key but Esc is a shortcut while one is asked for.
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape)
        return QWidget::event(event);
    return QKeySequenceEdit::event(event);
}

void KeyField::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && event->modifiers() == Qt::NoModifier) {
        event->ignore();
        return;
    }
    QKeySequence key;
    {
        const QSignalBlocker quiet(this); // it says "none" before each key
        QKeySequenceEdit::keyPressEvent(event);
        if (keySequence().isEmpty()) // a modifier so far
            return;
        key = QKeySequence(keySequence()[0]);
        setKeySequence(key); // it would wait for more
    }
    emit pressedKey(key);
}

class KeysModel : public RowModel
{
    Q_DECLARE_TR_FUNCTIONS(KeysModel)

public:
    enum Column { group, name, key, usual };

    KeysModel(const KeyChoices& choices, QObject* parent)
        : RowModel({tr("In"), tr("Command"), tr("Key"), tr("Usually")}, parent)
        , m_choices(choices)
    {
        refill();
    }

    const KeyedCommand& command(int row) const { return m_choices.commands()[m_rows[std::size_t(row)]]; }
    void setFilter(const QString& text)
    {
        m_filter = text;
        refill();
    }
    void tellKeys() { tellColumns(group, usual); }
    // The widest text a column has for any command.
    int widthOf(int column, const QFontMetrics& metrics) const
    {
        int width = metrics.horizontalAdvance(headerData(column, Qt::Horizontal).toString());
        for (const KeyedCommand& of : m_choices.commands())
            width = std::max(width, metrics.horizontalAdvance(text(of, column)));
        return width;
    }

private:
    // The words are each in the group, the name or a key.
    bool fits(const KeyedCommand& command) const
    {
        const QString all = QStringLiteral("%1 %2 %3 %4")
                                .arg(command.group, command.name, keyText(command), usualText(command));
        const QStringList words = m_filter.split(QLatin1Char(' '), Qt::SkipEmptyParts);
        return std::ranges::all_of(
            words, [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
    }
    void arrange() override
    {
        m_rows.clear();
        for (std::uint32_t i = 0; i < m_choices.commands().size(); ++i)
            if (fits(m_choices.commands()[i]))
                m_rows.push_back(i);
        std::ranges::stable_sort(m_rows, {}, [this](std::uint32_t row) {
            const QString& of = m_choices.commands()[row].group;
            return std::ranges::find(m_choices.commands(), of, &KeyedCommand::group)
                - m_choices.commands().begin();
        });
    }
    QString text(const KeyedCommand& of, int column) const
    {
        return column == group ? of.group
            : column == name   ? of.name
            : column == key    ? keyText(of)
                               : usualText(of);
    }
    static QString text(const QKeySequence& key, const KeyedCommand& command)
    {
        const QString text = key.toString(QKeySequence::NativeText);
        return text.isEmpty() ? command.ofPane : text;
    }
    QString keyText(const KeyedCommand& command) const { return text(m_choices.now(command), command); }
    static QString usualText(const KeyedCommand& command) { return text(command.usual, command); }
    QVariant cellData(int row, int column, int role) const override
    {
        const KeyedCommand& of = command(row);
        switch (role) {
        case Qt::DisplayRole: return text(of, column);
        case Qt::FontRole: {
            QFont font;
            font.setBold(column == key && m_choices.isChanged(of));
            return font.bold() ? QVariant(font) : QVariant();
        }
        case kSecondaryRole:
            return column == group || column == usual || (column == key && !of.ofPane.isEmpty());
        default: return {};
        }
    }

    const KeyChoices& m_choices;
    QString m_filter;
};

KeysPage::KeysPage(std::unique_ptr<KeyChoices> choices, Settings& settings, QWidget* parent)
    : QWidget(parent)
    , m_settings(settings)
    , m_choices(std::move(choices))
    , m_model(new KeysModel(*m_choices, this))
    , m_filter(new QLineEdit)
    , m_table(new RowView(metrics::kTableRow))
    , m_of(new QLabel)
    , m_field(new KeyField)
    , m_none(new QPushButton(tr("&None")))
    , m_reset(new QPushButton(tr("The &usual one")))
    , m_sentence(new QLabel)
    , m_take(new QPushButton(tr("&Take it from there")))
    , m_resetAll(new QPushButton(tr("&All keys as usual")))
{
    auto* const filterLabel = new QLabel(tr("&Find:"));
    filterLabel->setBuddy(m_filter);
    m_filter->setPlaceholderText(tr("a command or a key"));
    m_filter->setClearButtonEnabled(true);
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Commands and their keys"));
    m_table->setEmptyText(tr("No command has these words."));
    m_table->setTabKeyNavigation(false);
    m_table->header()->setStretchLastSection(false);
    m_table->header()->setSectionResizeMode(KeysModel::name, QHeaderView::Stretch);
    m_table->viewport()->installEventFilter(this);
    m_of->setBuddy(m_field);
    m_of->setTextFormat(Qt::PlainText);
    m_field->setAccessibleName(tr("Key of the command"));
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setWordWrap(true);
    m_sentence->setAccessibleName(tr("What is in the way"));
    for (QPushButton* const each : {m_none, m_reset, m_take, m_resetAll})
        each->setAutoDefault(false);
    inColumn({kPageMargin, kPageMargin, kPageMargin, kPageMargin}, 8,
             {inRow({}, 8, {filterLabel, {m_filter, 1}}),
              {m_table, 1},
              m_of,
              inRow({}, 8, {{m_field, 1}, m_none, m_reset}),
              inRow({}, 8, {{m_sentence, 1}, m_take}),
              inRow({}, 8, {kRest, m_resetAll})},
             this);
    setTabOrder(m_filter, m_table);
    setTabOrder(m_table, m_field);
    setTabOrder(m_field, m_none);
    setTabOrder(m_none, m_reset);
    setTabOrder(m_reset, m_take);
    setTabOrder(m_take, m_resetAll);

    const auto showFirst = [this] { m_table->setCurrentIndex(m_model->index(0, KeysModel::name)); };
    connect(m_filter, &QLineEdit::textChanged, this, [this, showFirst](const QString& text) {
        m_model->setFilter(text);
        showFirst();
        tell();
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        m_wished = {};
        tell();
    });
    connect(m_table, &RowView::activated, m_field, [this] { m_field->setFocus(Qt::OtherFocusReason); });
    connect(m_field, &KeyField::pressedKey, this, &KeysPage::wish);
    connect(m_none, &QPushButton::clicked, this, [this] { wish({}); });
    connect(m_reset, &QPushButton::clicked, this, [this] { wish(current()->usual); });
    connect(m_take, &QPushButton::clicked, this, &KeysPage::take);
    connect(m_resetAll, &QPushButton::clicked, &m_settings, &Settings::resetKeys);
    connect(&m_settings, &Settings::changed, this, [this] {
        m_wished = {};
        m_model->tellKeys();
        tell();
    });
    showFirst();
    tell();
}

KeysPage::~KeysPage() = default;

int KeysPage::widthOf(int column) const
{
    constexpr int kFree = 24; // at the sides of a cell
    QFont widest = m_table->font();
    widest.setBold(column == KeysModel::key); // as one that was chosen
    return m_model->widthOf(column, QFontMetrics(widest)) + kFree;
}

int KeysPage::wholeWidth() const
{
    int width = 2 * kPageMargin + style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, this);
    for (const int column : {KeysModel::group, KeysModel::name, KeysModel::key, KeysModel::usual})
        width += widthOf(column);
    return width;
}

// Names are whole, as long as others can make room for them: what the keys usually are, then where commands belong.
void KeysPage::arrange()
{
    int left = m_table->viewport()->width() - widthOf(KeysModel::name);
    for (const int column : {KeysModel::key, KeysModel::group, KeysModel::usual}) {
        const int width = widthOf(column);
        left -= width;
        m_table->setColumnHidden(column, column != KeysModel::key && left < 0);
        m_table->header()->resizeSection(column, width);
    }
}

bool KeysPage::eventFilter(QObject* list, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        arrange();
    return QWidget::eventFilter(list, event);
}

void KeysPage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        arrange();
}

const KeyedCommand* KeysPage::current() const
{
    const QModelIndex index = m_table->currentIndex();
    return index.isValid() ? &m_model->command(index.row()) : nullptr;
}

void KeysPage::wish(const QKeySequence& key)
{
    const KeyedCommand& command = *current();
    m_wished = {};
    if (m_choices->conflict(command, key))
        m_wished = key;
    else
        m_choices->choose(command, key);
    tell();
}

void KeysPage::take()
{
    m_field->setFocus(Qt::OtherFocusReason); // the button goes away
    m_choices->takeOver(*current(), std::exchange(m_wished, {}));
}

void KeysPage::tell()
{
    const KeyedCommand* const command = current();
    const bool isFree = command && command->ofPane.isEmpty();
    m_field->setEnabled(isFree);
    m_none->setEnabled(isFree && !m_choices->now(*command).isEmpty());
    m_reset->setEnabled(command && m_choices->isChanged(*command));
    m_resetAll->setEnabled(m_settings.hasKeys());
    m_none->setToolTip(m_none->isEnabled() ? tr("The command has no key then")
                                           : tr("It has none to take away"));
    m_reset->setToolTip(m_reset->isEnabled() ? tr("The key that it has unless you choose another")
                                             : tr("It has its usual key"));
    m_resetAll->setToolTip(m_resetAll->isEnabled() ? tr("Of all commands")
                                                   : tr("All commands have their usual keys"));
    const auto conflict = isFree ? m_choices->conflict(*command, m_wished) : std::nullopt;
    m_take->setVisible(conflict && conflict->other);
    if (!command) {
        m_of->clear();
        m_field->clear();
        m_sentence->clear();
        return;
    }
    m_of->setText(tr("Ke&y of “%1” – press it in the field:").arg(literal(command->name)));
    m_field->setKeySequence(m_wished.isEmpty() ? m_choices->now(*command) : m_wished);
    m_sentence->setText(conflict ? conflict->sentence
                            : isFree
                            ? QString()
                            : tr("The pane answers %1 itself; it cannot be changed.").arg(command->ofPane));
    setTextColor(m_sentence, conflict ? Theme::of(this).error : Theme::of(this).text2);
}

}
