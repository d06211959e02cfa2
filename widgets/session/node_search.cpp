#include "widgets/session/node_search.h"

#include "core/base/text.h"
#include "widgets/common/core_text.h"
#include "widgets/common/query_marks.h"
#include "widgets/common/utf8.h"

namespace traceglass {

namespace {

constexpr int kLookMs = 100; // between two looks at what grows

}

NodeSearch::NodeSearch(DocumentSession* session, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_asker(session->capture())
    , m_poll(new QTimer(this))
{
    m_poll->setInterval(kLookMs);
    connect(m_poll, &QTimer::timeout, this, &NodeSearch::changed);
}

void NodeSearch::start(const QString& text)
{
    const QString query = text.trimmed();
    auto parsed = query::parse(query.toStdString(), nullptr, nodeKinds());
    m_error = parsed ? std::nullopt : std::optional(std::move(parsed.error()));
    if (!m_error && (query != m_text || m_isStopped)) {
        m_asker.cancel(0);
        m_poll->stop();
        m_text = query;
        m_isStopped = false;
        m_failure.reset();
        m_hits = query.isEmpty() ? nullptr : std::make_shared<query::NodeHits>(*parsed);
        if (m_hits) {
            m_poll->start();
            m_asker.ask(0, Priority::behind, ask::SearchStructure {m_hits},
                        [this](const std::optional<Error>& failure) {
                            m_poll->stop();
                            m_failure = failure;
                            emit changed();
                        });
        }
    }
    emit changed();
}

void NodeSearch::stop()
{
    if (!isSearching())
        return;
    m_asker.cancel(0);
    m_poll->stop();
    m_isStopped = true;
    emit changed();
}

QString NodeSearch::stateText() const
{
    if (m_error)
        return mistakeText(*m_error);
    if (!m_hits)
        return {};
    QString out =
        tr("%1 · %2 looked at")
            .arg(countedText(m_hits->count(), "hit", "hits"), countedText(m_hits->looked(), "node", "nodes"));
    if (m_hits->kept() < m_hits->count())
        out += tr(" · the first %1 are listed").arg(fromUtf8(grouped(m_hits->kept())));
    if (m_hits->unread() > 0)
        out += tr(" · %1 could not be read").arg(fromUtf8(grouped(m_hits->unread())));
    if (m_isStopped)
        out += tr(" · stopped");
    if (m_failure)
        out += QStringLiteral(" · ") + fromUtf8(message(*m_failure));
    return out;
}

}
