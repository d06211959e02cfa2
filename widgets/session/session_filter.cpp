#include "widgets/session/session_filter.h"

#include "widgets/common/utf8.h"

namespace traceglass {

SessionFilter::SessionFilter(DocumentSession* session, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_asker(session->capture())
{
    connect(session, &DocumentSession::filterPartsChanged, this, &SessionFilter::read);
    connect(session, &DocumentSession::timelineChanged, this, [this] {
        if (m_asker.isWaiting())
            m_runAgain = true;
        else if (isActive())
            run();
    });
}

std::optional<query::ParseError> SessionFilter::problem(const QString& text)
{
    auto parsed = query::parse(text.toStdString());
    if (!parsed)
        return std::move(parsed.error());
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

void SessionFilter::join(std::size_t part, std::size_t onto)
{
    auto first = query::parse(parts()[onto].text.toStdString());
    auto second = query::parse(parts()[part].text.toStdString());
    if (part == onto || !first || !second)
        return;
    const query::Expr either {query::Expr::Kind::any, {std::move(*first), std::move(*second)}};
    FilterParts all = parts();
    all[onto] = {fromUtf8(query::print(either)), true};
    all.erase(all.begin() + std::ptrdiff_t(part));
    m_session->setFilterParts(std::move(all));
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
        if (auto parsed = query::parse(part.text.toStdString()); part.isOn && parsed)
            all.parts.push_back(std::move(*parsed));
    }
    m_asker.cancel(0);
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
    m_asker.work<FittingPtr>(
        0, Priority::screen,
        [timeline = m_session->timeline(), expr = *m_expr](Job& job) -> FittingPtr {
            auto found = query::run(timeline, expr, {}, job);
            if (!found)
                return nullptr;
            auto out = std::make_shared<Fitting>();
            out->timeline = timeline;
            out->hits = std::make_shared<query::Hits>(std::move(*found));
            out->drawn = query::masked(out->hits, job);
            for (std::uint32_t i = 0; i < timeline->trackCount(); ++i) {
                const auto id = TrackId(i);
                if (timeline->track(id).kind == TrackKind::group)
                    continue;
                ++out->allTracks;
                out->tracks += out->hits->count(id) > 0;
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
