// Which moment a table of memory is about: a snapshot, that with most of it, an end of the selected range, what is selected, the begin or the
// end of the capture.
//
//     auto* moment = new MomentChoice(session, this);
//     moment->setNamed({{tr("loaded"), 10'000'000}}, 0, MomentChoice::Kind::end);
//     connect(moment, &MomentChoice::changed, ...);           // moment->ns(), view time
//
// A selection made within the pane is none to follow: rows lead to slices, and would lead to another moment.
#pragma once

#include "widgets/common/cut_combo_box.h"
#include "widgets/session/document_session.h"

namespace traceglass {

class MomentChoice : public CutComboBox
{
    Q_OBJECT

public:
    struct Named // a moment with a name of its own
    {
        QString name;
        std::int64_t ns = 0;
    };
    enum class Kind { begin, named, selection, rangeBegin, rangeEnd, end };

    MomentChoice(DocumentSession* session, QWidget* pane);

    // `first`: which of them, unless the user has chosen; none: `otherwise`.
    void setNamed(std::vector<Named> moments, int first, Kind otherwise);
    bool choose(Kind kind, int which = 0); // of those with names; false: there is no such moment now
    std::int64_t ns() const;
    QSize minimumSizeHint() const override;
    QString shownText() const override; // where there is no room for the time, the name alone

signals:
    void changed();

private:
    struct Offered
    {
        Kind kind = Kind::end;
        int which = 0; // of those with names
        std::int64_t ns = 0;
        QString name;
        QString text; // with its time
    };

    void refill();
    void followSelection();
    std::vector<Offered> moments() const;

    DocumentSession* m_session;
    QWidget* m_pane;
    std::vector<Named> m_named;
    std::vector<Offered> m_moments; // by row
    std::optional<std::int64_t> m_selected;
    bool m_isChosen = false; // by the user
};

}
