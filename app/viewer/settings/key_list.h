// The keys the panes answer themselves, in groups, and a widget that draws keys as caps.
//
//     for (const KeyGroup& group : paneKeys()) ...
//     layout->addWidget(new KeyCaps({"Ctrl", "F"}));
#pragma once

#include <QKeySequence>
#include <QStringList>
#include <QWidget>
#include <vector>

class QGridLayout;
class QLabel;

namespace traceglass {

struct KeyLine
{
    QStringList caps; // "W", "S"; a dash "–" between caps is drawn as it is
    QString text;
    const char* command = nullptr; // whose keys the caps are, whatever they are
};

struct KeyGroup
{
    QString title;
    std::vector<KeyLine> lines;
};

std::vector<KeyGroup> paneKeys();

class KeyCaps;

// The group below its title, a line each; the keys are caps.
std::vector<KeyCaps*> fillKeys(QGridLayout* grid, const KeyGroup& group, QLabel* title);

// "Ctrl+Shift+P" as {"Ctrl", "Shift", "P"}.
QStringList splitKeys(const QString& keys);

// The other way: caps that are pressed together, and those that stand for one key each, {"Shift", "←", "→"}. What is no
// key (the mouse) gives none.
std::vector<QKeySequence> keysOf(const QStringList& caps);

class KeyCaps : public QWidget
{
public:
    explicit KeyCaps(QStringList caps, QWidget* parent = nullptr);

    void setCaps(QStringList caps);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int capHeight() const;
    int capWidth(const QString& cap) const;

    QStringList m_caps;
};

}
