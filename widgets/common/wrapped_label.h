// A label whose text wraps, and that lays it out once for each width: layouts ask for its height again and again, and
// shaping text is most of what that costs.
//
//     auto* about = new WrappedLabel(tr("…"), parent);
#pragma once

#include <QEvent>
#include <QHash>
#include <QLabel>

namespace traceglass {

class WrappedLabel : public QLabel
{
public:
    explicit WrappedLabel(const QString& text = {}, QWidget* parent = nullptr)
        : QLabel(text, parent)
    {
        setWordWrap(true);
    }

    int heightForWidth(int width) const override
    {
        if (m_measured != text()) {
            m_measured = text();
            m_heights.clear();
        }
        const auto known = m_heights.constFind(width);
        return known != m_heights.cend() ? *known
                                         : *m_heights.insert(width, QLabel::heightForWidth(width));
    }

protected:
    void changeEvent(QEvent* event) override
    {
        m_heights.clear();
        QLabel::changeEvent(event);
    }

private:
    mutable QString m_measured;
    mutable QHash<int, int> m_heights; // by width
};

}
