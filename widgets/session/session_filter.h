// What is filtered away: slices that do not fit every part that is on, and tracks without any that does. Each
// part is a query (core/query); the session keeps them, so that Back and Forward undo what was done to them.
//
//     filter->add("duration >= 10 ms");         // false: it is no query; problem() says why
//     filter->fitting()->hits->count()          // null: nothing is filtered, or it is not known yet
//
// While a capture is indexed, what is known of it is asked again. All functions are for the GUI thread.
#pragma once

#include "core/query/parse.h"
#include "core/query/hit_order.h"
#include "widgets/session/asker.h"
#include "widgets/session/document_session.h"

namespace traceglass {

struct Fitting
{
    TimelinePtr timeline;                    // that was asked
    TimelinePtr drawn;                       // the same, of which only what fits is drawn
    std::shared_ptr<const query::Hits> hits; // what fits
    std::uint64_t tracks = 0;                // with any of them
    std::uint64_t allTracks = 0;
};
using FittingPtr = std::shared_ptr<const Fitting>;

class SessionFilter : public QObject
{
    Q_OBJECT

public:
    explicit SessionFilter(DocumentSession* session, QObject* parent = nullptr);

    const FilterParts& parts() const { return m_session->filterParts(); }
    bool isActive() const { return m_expr.has_value(); } // some part is on
    bool isAsking() const { return m_asker.isWaiting(); }
    const FittingPtr& fitting() const { return m_fitting; }
    QString text() const; // all that is on as one query
    const std::optional<query::Expr>& expr() const { return m_expr; } // likewise; nothing: none is

    std::optional<query::ParseError> problem(const QString& text) const; // nothing: it can be a part
    bool add(const QString& text);
    bool replace(std::size_t part, const QString& text);
    void remove(std::size_t part);
    void setOn(std::size_t part, bool isOn);
    // One or the other. Why it cannot be: together they may be more than a query has room for.
    std::optional<query::ParseError> join(std::size_t part, std::size_t onto);
    void clear();

signals:
    void partsChanged();
    void fittingChanged();

private:
    enum Question : Asker::Slot { kHits };

    tl::expected<query::Expr, query::ParseError> parsed(const QString& text) const;
    void read(); // the parts
    void run();
    void take(std::shared_ptr<const query::HitOrder> found);

    DocumentSession* m_session;
    Asker m_asker;
    std::optional<query::Expr> m_expr; // of those that are on
    FittingPtr m_fitting;
    bool m_runAgain = false; // more is known than was asked
};

}
