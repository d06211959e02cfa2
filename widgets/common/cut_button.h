// A tool button that may be narrower than what it says: its text ends with "…" then, and is whole in the tooltip.
#pragma once

#include <QToolButton>

namespace traceglass {

class CutButton : public QToolButton
{
public:
    explicit CutButton(QWidget* parent = nullptr);

    QString shownText() const;
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    int textWidth(const QString& text) const;
};

}
