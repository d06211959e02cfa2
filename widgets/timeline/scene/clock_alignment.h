// Lays one clock of a capture onto another by hand: an offset typed, or a moment of each that were the same.
//
//     auto* dialog = new ClockAlignmentDialog(session, this);     // not modal: moments are picked in the
//     views connect(pane, &TimelinePane::cursorMoved, dialog, &ClockAlignmentDialog::setCursor);
//     dialog->chooseMoving(axis);
//     dialog->show();
#pragma once

#include "widgets/session/document_session.h"

#include <QDialog>

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace traceglass {

// The shift that puts a moment of one clock on a moment of the view.
inline std::int64_t shiftFor(std::int64_t ownNs, std::int64_t viewNs)
{
    return subtractSaturating(viewNs, ownNs);
}

class ClockAlignmentDialog : public QDialog
{
    Q_OBJECT

public:
    explicit ClockAlignmentDialog(DocumentSession* session, QWidget* parent = nullptr);

    void chooseMoving(std::uint16_t axis);
    // Which clocks of a session can be moved: all but the first, whose time is that of the view.
    static std::vector<std::uint16_t> movable(const DocumentSession& session);

public slots:
    void setCursor(std::optional<std::int64_t> viewNs) { m_cursor = viewNs; } // the moment under the pointer

private:
    struct Side
    {
        QComboBox* clock = nullptr;
        QLabel* moment = nullptr;
        QPushButton* take = nullptr;
        std::optional<std::int64_t> ownNs {};
    };

    Side addSide(QFormLayout* form, const QString& clock, const QString& take);
    void fillClocks();
    void fillTargets();
    void pick(Side& side);
    void showMoments();
    void showState();
    void apply();
    void reset();
    void fail(const QString& why);
    std::uint16_t axis(const Side& side) const;
    // How far the start of the moving clock is behind that of the other, as typed.
    std::optional<std::int64_t> typedOffset() const;
    void showOffset(std::int64_t offsetNs);

    DocumentSession* m_session;
    Side m_moving;
    Side m_target;
    QLineEdit* m_offset = nullptr;
    QLabel* m_state = nullptr;
    QPushButton* m_apply = nullptr;
    QPushButton* m_reset = nullptr;
    std::optional<std::int64_t> m_cursor;
};

}
