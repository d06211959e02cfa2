#include "widgets/session/session_filter.h"

#include "widgets/common/utf8.h"

namespace traceglass {

SessionFilter::SessionFilter(DocumentSession* session, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_asker(session->capture())
{
    connect(session, &DocumentSession::filterPartsChanged, this, &SessionFilter::read);
    connect(session, &DocumentSession::fieldsChanged, this, [this] {
        if (!parts().empty())
            read();
    });
    const auto again = [this] {
        if (m_asker.isWaiting())
            m_runAgain = true;
        else if (isActive())
            run();
    };
    connect(session, &DocumentSession::timelineChanged, this, again);
    connect(session, &DocumentSession::notesChanged, this, [this, again] {
        if (m_expr && query::asksFor(*m_expr, query::Field::note))
            again();
    });
}

tl::expected<query::Expr, query::ParseError> SessionFilter::parsed(const QString& text) const
{
    return query::parse(text.toStdString(), m_session->fields().get());
}

std::optional<query::ParseError> SessionFilter::problem(const QString& text) const
{
    auto expr = parsed(text);
    if (!expr)
        return std::move(expr.error());
    if (text.trimmed().isEmpty())
        return query::ParseError {0, 0, tr("A filter says what is to stay").toStdString(), {}};
    return {};
}

bool SessionFilter::add(const QString& text)
{
    if (problem(text))
        return false;
    FilterParts all = parts();
    const QString plain = text.trimmed();
    const auto known = std::ranges::find(all, plain, &FilterPart::text);
    if (known != all.end())
        known->isOn = true;
    else
        all.push_back({plain});
    m_session->setFilterParts(std::move(all));
    return true;
}

bool SessionFilter::replace(std::size_t part, const QString& text)
{
    if (problem(text))
        return false;
    FilterParts all = parts();
    all[part] = {text.trimmed(), true};
    m_session->setFilterParts(std::move(all));
    return true;
}

void SessionFilter::remove(std::size_t part)
{
    FilterParts all = parts();
    all.erase(all.begin() + std::ptrdiff_t(part));
    m_session->setFilterParts(std::move(all));
}

void SessionFilter::setOn(std::size_t part, bool isOn)
{
    FilterParts all = parts();
    all[part].isOn = isOn;
    m_session->setFilterParts(std::move(all));
}

std::optional<query::ParseError> SessionFilter::join(std::size_t part, std::size_t onto)
{
    auto first = parsed(parts()[onto].text), second = parsed(parts()[part].text);
    if (part == onto || !first || !second)
        return {};
    const query::Expr either {query::Expr::Kind::any, {std::move(*first), std::move(*second)}};
    const QString text = fromUtf8(query::print(either));
    if (auto wrong = problem(text))
        return wrong;
    FilterParts all = parts();
    all[onto] = {text, true};
    all.erase(all.begin() + std::ptrdiff_t(part));
    m_session->setFilterParts(std::move(all));
    return {};
}

void SessionFilter::clear()
{
    m_session->setFilterParts({});
}

QString SessionFilter::text() const
{
    return m_expr ? fromUtf8(query::print(*m_expr)) : QString();
}

void SessionFilter::read()
{
    query::Expr all;
    for (const FilterPart& part : parts()) {
        if (auto expr = parsed(part.text); part.isOn && expr)
            all.parts.push_back(std::move(*expr));
    }
    m_asker.cancel(kHits);
    m_runAgain = false;
    m_expr =
        all.parts.empty() ? std::nullopt : std::optional(all.parts.size() == 1 ? all.parts.front() : all);
    emit partsChanged();
    if (m_expr)
        run();
    else if (std::exchange(m_fitting, nullptr))
        emit fittingChanged();
}

void SessionFilter::run()
{
    m_runAgain = false;
    m_asker.ask(kHits, Priority::screen, ask::Hits {m_session->timeline(), *m_expr, {.values = true}},
                [this](const ask::Hits::Answer& answer) { take(answer.found); });
}

// Then what drawing needs of it. Null: fields could not be read.
void SessionFilter::take(std::shared_ptr<const query::HitOrder> found)
{
    if (!found) {
        m_fitting.reset();
        emit fittingChanged();
        if (m_runAgain)
            run();
        return;
    }
    m_asker.work<FittingPtr>(
        kHits, Priority::screen,
        [found = std::move(found)](Job& job) -> FittingPtr {
            auto out = std::make_shared<Fitting>();
            out->hits = found->hitsPtr();
            out->timeline = out->hits->timelinePtr();
            out->drawn = query::masked(out->hits, job);
            for (std::uint32_t i = 0; i < out->timeline->trackCount(); ++i) {
                if (!isRecorded(out->timeline->track(TrackId(i)).kind))
                    continue;
                ++out->allTracks;
                out->tracks += out->hits->count(TrackId(i)) > 0;
            }
            return out->drawn ? out : nullptr;
        },
        [this](FittingPtr fitting) {
            m_fitting = std::move(fitting);
            emit fittingChanged();
            if (m_runAgain)
                run();
        });
}

}
