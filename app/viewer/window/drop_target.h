// Where captures can be dropped, as everywhere in the window: it says so. A click chooses files instead.
//
//     auto* drop = new DropTarget(page);
//     drop->setAwaited(true);                 // something is held over the window
#pragma once

#include <QAbstractButton>
#include <QCoreApplication>

namespace traceglass {

class DropTarget : public QAbstractButton
{
    Q_DECLARE_TR_FUNCTIONS(traceglass::DropTarget)

public:
    explicit DropTarget(QWidget* parent);

    void setAwaited(bool isAwaited);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    bool m_isAwaited = false;
};

}
