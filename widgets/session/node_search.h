// A search of the structure tree by a query: what is wrong with it, what was found so far, and the way to stop it.
//
//     search->start("checksum kind = chunk");
//     connect(search, &NodeSearch::changed, ...);        // also while it goes on, some times a second
//     search->hits()->count()                            // null: nothing is searched for
//
// Text that is no query leaves what was found before. For the GUI thread.
#pragma once

#include "core/query/parse.h"
#include "widgets/session/asker.h"
#include "widgets/session/document_session.h"

#include <QTimer>

namespace traceglass {

class NodeSearch : public QObject
{
    Q_OBJECT

public:
    explicit NodeSearch(DocumentSession* session, QObject* parent = nullptr);

    // Does nothing when that is what was searched for last, unless it was stopped. Empty: ends it.
    void start(const QString& text);
    void stop(); // what was found so far stays
    const QString& text() const { return m_text; } // that the hits are of
    const std::shared_ptr<query::NodeHits>& hits() const { return m_hits; }
    const std::optional<query::ParseError>& error() const { return m_error; } // of the text given last
    bool isSearching() const { return m_asker.isWaiting(); }
    bool isStopped() const { return m_isStopped; }
    QString stateText() const; // "58 hits · 126,104 nodes looked at", or what is wrong

signals:
    void changed();

private:
    DocumentSession* m_session;
    Asker m_asker;
    QTimer* m_poll;
    std::shared_ptr<query::NodeHits> m_hits;
    QString m_text;
    std::optional<query::ParseError> m_error;
    std::optional<Error> m_failure;
    bool m_isStopped = false;
};

}
