// What is searched for in a capture, and what was found: marked on the timeline, listed, and gone through.
//
//     search->setText("request duration >= 10 ms");     // asked for after a moment of quiet
//     search->found()->hits().count()                   // null: nothing is searched for, or not answered yet
//     search->goOn(true);                               // selects the hit behind the selection
//
// Names are asked as one types. What reads records, words in their texts or conditions on their fields, is asked after
// a longer quiet and only if it takes no more than a moment; else it waits for enter(), and remark() says so.
//
// Text that is no query keeps what was found before, and error() says what is wrong with it. While a capture
// is indexed, what is known of it is asked again and again. All functions are for the GUI thread.
#pragma once

#include "core/query/hit_order.h"
#include "core/query/parse.h"
#include "widgets/session/asker.h"
#include "widgets/session/document_session.h"

#include <QTimer>

namespace traceglass {

using HitOrderPtr = std::shared_ptr<const query::HitOrder>;

class SessionSearch : public QObject
{
    Q_OBJECT

public:
    explicit SessionSearch(DocumentSession* session, QObject* parent = nullptr);

    const QString& text() const { return m_text; }
    const QString& query() const { return m_query; } // the last text that was one: what `found` is of
    void setText(const QString& text);
    void runNow(); // all of what was typed, however long it takes
    void stop();   // that again
    bool isActive() const { return m_expr.has_value(); }
    bool isSearching() const
    {
        return m_delay->isActive() || m_longDelay->isActive() || m_asker.isWaiting(kFind) || m_asker.isWaiting(kCost);
    }
    bool isLong() const; // it has taken a second
    bool isOfNames() const { return m_isCurrent && !m_isWhole; } // records have not been read for what was found
    QString remark() const; // what is still to be searched; empty: nothing is
    // From how many nanoseconds on reading records waits for enter().
    void setPatience(std::uint64_t nanoseconds) { m_patience = nanoseconds; }
    const std::optional<query::ParseError>& error() const
    {
        return m_error;
    } // places are those of the UTF-8 text
    const std::optional<query::Expr>& expr() const { return m_expr; } // of query()
    query::Scope scope() const { return scope(m_isWhole); }           // where found() was searched for
    const HitOrderPtr& found() const { return m_found; }
    std::optional<std::uint64_t> place() const { return m_place; } // of the selection among the hits, from 0
    // Where nothing was found: a query that finds something, "state = polling" for the word; empty: none is known.
    const QString& instead() const { return m_instead; }
    // "12 in the structure": where something is found, while no slice is. Said by who looks there.
    const QString& elsewhere() const { return m_elsewhere; }
    void setElsewhere(const QString& text);

    // What it is kept to, or away from: at most one of each kind. That of a range follows the selected one. At first
    // there are none: the whole capture is searched.
    using By = query::Restriction::By;
    const std::vector<query::Restriction>& restrictions() const { return m_restrictions; }
    void setRestrictions(std::vector<query::Restriction> restrictions);
    const query::Restriction* restriction(By by) const;                // null: there is none
    std::optional<query::Restriction> possibleRestriction(By by) const; // to what is selected
    void restrictTo(By by, bool isNot = false); // what there is of it, else what is possible
    void lift(By by);
    QStringList restrictionQueries() const; // what they are for a filter
    // That prints what is found, restrictions and all, as text for a shell; empty: whyNoCommand().
    QString command() const;
    QString whyNoCommand() const;

    void enter(bool forward); // searches all of it if that is not done, and then goes on
    void goOn(bool forward); // to the next hit, or the one before; from the ends to the other end
    void select(const query::Hit& hit);
    void goTo(const query::Hit& hit); // selects it, and zooms so that it takes a third
    void tellNothing(); // that neither slices nor what lies elsewhere have a hit

signals:
    void textChanged();
    void foundChanged(); // what was found, what is wrong with the text, whether it is being searched for
    void placeChanged();
    void told(const QString& text);
    void toldForNow(const QString& text); // holds until toldAnew, however long that takes
    void toldAnew(const QString& before, const QString& now);
    void elsewhereWanted(bool forward); // no slice is a hit that could be gone to

private:
    enum Question : Asker::Slot { kFind, kCost, kGo, kPlace, kInstead };
    void read();  // the text
    void begin(); // soon, and records later
    void run(bool whole);
    void runQuick();
    void askCost();
    void askInstead();
    bool readsRecords() const;
    query::Scope scope(bool whole) const { return {.values = whole, .restrictions = m_restrictions}; }
    void select(const query::Hit& hit, const Timeline& of); // that it was found in
    void tellMistake();
    void findPlace();
    std::optional<query::HitPlace> placeOfSelection() const;

    DocumentSession* m_session;
    Asker m_asker;
    QTimer* m_delay;
    QTimer* m_longDelay;                // for what reads records
    QTimer* m_second;                   // since it is read
    std::uint64_t m_patience = 2'000'000'000;
    bool m_isCurrent = false;           // what was found is of the text
    bool m_isWhole = false;             // with what records hold
    bool m_asksWhole = false;           // the question on its way
    std::optional<std::uint64_t> m_costNs; // of what waits for Enter
    QString m_text;
    QString m_query;
    std::optional<query::Expr> m_expr;
    std::optional<query::ParseError> m_error;
    HitOrderPtr m_found;
    QString m_instead;
    std::uint64_t m_insteadCount = 0;
    QString m_elsewhere;
    bool m_tellsNothing = false; // once it is known what finds something instead
    std::optional<std::uint64_t> m_place;
    bool m_runAgain = false;    // more is known than was asked
    std::optional<bool> m_goOn; // once it is found, unless something else is selected before
    std::vector<query::Restriction> m_restrictions;
};

}
