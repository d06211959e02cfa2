#include "widgets/findings/threshold_dialog.h"

#include "widgets/common/core_text.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"
#include "widgets/models/row_model.h"
#include "widgets/models/row_view.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>

namespace traceglass {

class ThresholdModel : public RowModel
{
    Q_OBJECT

public:
    enum Column { rule, amount, usual, about };

    ThresholdModel(SessionFindings* findings, QObject* parent)
        : RowModel({tr("rule"), tr("threshold"), tr("usually"), tr("of what")}, parent)
        , m_findings(findings)
    {
        for (const Rule& each : findings->rules())
            for (const RuleThreshold& threshold : each.thresholds)
                m_thresholds.push_back({each, threshold});
        connect(findings, &SessionFindings::thresholdsChanged, this, [this] { // here, or elsewhere
            emit dataChanged(index(0, 0), index(rows() - 1, about));
        });
    }

    int rowOfRule(std::string_view id) const
    {
        const auto row =
            std::ranges::find_if(m_thresholds, [id](const auto& each) { return each.rule.id == id; });
        return row == m_thresholds.end() ? -1 : int(row - m_thresholds.begin());
    }
    bool isChanged(int row) const { return now(row) != m_thresholds[std::size_t(row)].threshold.amount; }
    void reset(int row) { write(row, {}); }
    void resetAll() { m_findings->setThresholds({}); }
    Qt::ItemFlags flags(const QModelIndex& index) const override
    {
        const Qt::ItemFlags all = RowModel::flags(index);
        return index.column() == amount ? all | Qt::ItemIsEditable : all;
    }
    bool setData(const QModelIndex& index, const QVariant& value, int) override
    {
        RuleSettings tried;
        const QString text = word(index.row()) + QLatin1Char('=') + value.toString().simplified();
        const std::string wrong = findings::setThreshold(tried, m_findings->rules(), text.toStdString());
        emit typed(fromUtf8(wrong));
        if (!wrong.empty())
            return false;
        const auto& [of, threshold] = m_thresholds[std::size_t(index.row())];
        write(index.row(), tried.amount(of, threshold.key) == threshold.amount ? QString() : text);
        return true;
    }

signals:
    void typed(const QString& problem); // empty: it can be used

private:
    struct Each
    {
        Rule rule;
        RuleThreshold threshold;
    };

    int rows() const override { return int(m_thresholds.size()); }
    bool isNumber(int column) const override { return column == amount || column == usual; }
    std::int64_t now(int row) const
    {
        const auto& [of, threshold] = m_thresholds[std::size_t(row)];
        return m_findings->settings().amount(of, threshold.key);
    }
    QString word(int row) const // "rfr.long-poll.min"
    {
        const auto& [of, threshold] = m_thresholds[std::size_t(row)];
        return exactFromUtf8(of.id) + QLatin1Char('.') + exactFromUtf8(threshold.key);
    }
    // Empty: as the rule has it.
    void write(int row, const QString& text)
    {
        QStringList all = m_findings->thresholdsWithout(word(row) + QLatin1Char('='));
        if (!text.isEmpty())
            all << text;
        m_findings->setThresholds(all);
    }
    QVariant cellData(int row, int column, int role) const override
    {
        const auto& [of, threshold] = m_thresholds[std::size_t(row)];
        switch (role) {
        case Qt::DisplayRole:
        case Qt::EditRole:
            if (column == rule) // as --set has it
                return word(row);
            return fromUtf8(column == amount      ? findings::thresholdText(threshold, now(row))
                                : column == usual ? findings::thresholdText(threshold, threshold.amount)
                                                  : std::string(threshold.about));
        case Qt::FontRole: {
            QFont font;
            font.setBold(column == amount && isChanged(row));
            return font.bold() ? QVariant(font) : QVariant();
        }
        case Qt::ToolTipRole: return column == rule ? coreText(of.title) : QVariant();
        case kSentenceRole: return column == about;
        case kSecondaryRole: return column >= usual;
        default: return {};
        }
    }

    SessionFindings* m_findings;
    std::vector<Each> m_thresholds;
};

ThresholdDialog::ThresholdDialog(SessionFindings* findings, QWidget* parent)
    : QDialog(parent)
    , m_findings(findings)
    , m_model(new ThresholdModel(findings, this))
    , m_table(new RowView(metrics::kTableRow + 4))
    , m_problem(new QLabel)
    , m_reset(new QPushButton(tr("As &usual")))
    , m_resetAll(new QPushButton(tr("&All as usual")))
{
    setWindowTitle(tr("Thresholds of findings"));
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Thresholds"));
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed
                             | QAbstractItemView::AnyKeyPressed | QAbstractItemView::SelectedClicked);
    m_table->fitColumn(ThresholdModel::rule, QStringLiteral("jvm.lock-held-over-io.share"));
    m_table->fitColumn(ThresholdModel::amount, QStringLiteral("10,000,000 µs"));
    m_table->fitColumn(ThresholdModel::usual, QStringLiteral("500 MB"));
    m_problem->setWordWrap(true);
    m_problem->setAccessibleName(tr("What is wrong with the threshold"));
    setTextColor(m_problem, Theme::of(this).error);
    auto* const hint =
        new QLabel(tr("Rules are asked again at once. Thresholds hold for all captures, and are the "
                      "same as those of tglass findings --set."));
    hint->setWordWrap(true);
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->addButton(m_reset, QDialogButtonBox::ResetRole);
    buttons->addButton(m_resetAll, QDialogButtonBox::ResetRole);
    for (QPushButton* const each : {m_reset, m_resetAll})
        each->setAutoDefault(false);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    connect(m_reset, &QPushButton::clicked, this, [this] { m_model->reset(m_table->currentIndex().row()); });
    connect(m_resetAll, &QPushButton::clicked, m_model, &ThresholdModel::resetAll);
    connect(m_model, &ThresholdModel::typed, m_problem, &QLabel::setText);
    connect(m_model, &QAbstractItemModel::dataChanged, this, &ThresholdDialog::tell);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &ThresholdDialog::tell);
    inColumn({12, 12, 12, 12}, 8, {hint, {m_table, 1}, m_problem, buttons}, this);
    resize(860, 480);
    tell();
}

void ThresholdDialog::chooseRule(std::string_view id)
{
    const int row = std::max(0, m_model->rowOfRule(id));
    m_table->setCurrentIndex(m_model->index(row, ThresholdModel::amount));
    m_table->scrollTo(m_table->currentIndex(), QAbstractItemView::PositionAtTop);
    m_table->setFocus();
}

void ThresholdDialog::tell()
{
    const QModelIndex now = m_table->currentIndex();
    m_reset->setEnabled(now.isValid() && m_model->isChanged(now.row()));
    m_resetAll->setEnabled(!m_findings->thresholds().isEmpty());
}

}

#include "threshold_dialog.moc"
