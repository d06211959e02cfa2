// What the Statistics tab compares its table with: a list to choose from, what was chosen as a chip that is taken away by
// a click or by Delete, and what counts are divided by. What it says of that, or why nothing is compared, is a sentence for
// whoever shows the bar.
//
//     auto* bar = new CompareBar(baseline);
//     connect(bar, &CompareBar::scaleChanged, ...);       // scale()
//     bar->setNames({"render", "parse"});                 // units of work to choose from
//     bar->say(tr("lengths are equal, so counts are not scaled"));   // sentence(), unless there is more to say
#pragma once

#include "widgets/session/session_baseline.h"

#include <QComboBox>
#include <QPushButton>
#include <QToolButton>

class QMenu;

namespace traceglass {

class LinkLabel;

// What is compared with: a click, Enter, Delete take it away. Cut in its middle where there is no room.
class BaselineChip : public QToolButton
{
    Q_OBJECT

public:
    explicit BaselineChip(QWidget* parent = nullptr);
    void setSubject(const QString& subject);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void initStyleOption(QStyleOptionToolButton* option) const override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    int widthOf(const QString& text) const;
};

class CompareBar : public QWidget
{
    Q_OBJECT

public:
    // What count, total and self are divided by: as the lengths want it, by nothing, by seconds, by slices of a name.
    struct Scale
    {
        enum class Kind { automatic, none, second, unit };
        Kind kind = Kind::automatic;
        QString unit {};

        bool operator==(const Scale&) const = default;
    };

    explicit CompareBar(SessionBaseline* baseline, QWidget* parent = nullptr);

    Scale scale() const;
    void setScale(const Scale& scale);
    void setScaled(bool isPossible); // does the table have anything to divide?
    void setNames(const std::vector<std::string>& names);
    void say(const QString& sentence); // of a comparison that was made
    void setLinked(bool isLinked);     // is the time of both windows?

    void fillMenu(); // when it is opened
    QPushButton* choice() const { return m_choose; }
    BaselineChip* chip() const { return m_chip; }
    QComboBox* scaleChoice() const { return m_scale; }
    const QString& sentence() const { return m_sentence; } // empty: there is nothing to say
    LinkLabel* stopLink() const { return m_stop; }
    LinkLabel* timeLink() const { return m_time; }

    // What stands beside the bar has its room first.
    QSize sizeHint() const override { return minimumSizeHint(); }

signals:
    void scaleChanged();
    void sentenceChanged();
    void timeLinkWanted(); // of the window that shows A and this one; or no longer

private:
    void choose(bool isFolder); // another capture
    void tell();

    SessionBaseline* m_baseline;
    QPushButton* m_choose;
    QMenu* m_menu;
    BaselineChip* m_chip;
    QComboBox* m_scale;
    LinkLabel* m_stop;
    LinkLabel* m_time;
    bool m_isScaled = true;
    QString m_said;
    QString m_sentence;
};

}
