// The keys the panes answer themselves, in groups, and a widget that draws keys as caps.
//
//     for (const KeyGroup& group : paneKeys()) ...
//     layout->addWidget(new KeyCaps({"Ctrl", "F"}));
#pragma once

#include <QStringList>
#include <QWidget>
#include <vector>

namespace traceglass {

struct KeyLine
{
    QStringList caps; // "W", "S"; a dash "–" between caps is drawn as it is
    QString text;
};

struct KeyGroup
{
    QString title;
    std::vector<KeyLine> lines;
};

std::vector<KeyGroup> paneKeys();

// "Ctrl+Shift+P" as {"Ctrl", "Shift", "P"}.
QStringList splitKeys(const QString& keys);

class KeyCaps : public QWidget
{
public:
    explicit KeyCaps(QStringList caps, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int capWidth(const QString& cap) const;

    QStringList m_caps;
};

}
