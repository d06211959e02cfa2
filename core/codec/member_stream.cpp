#include "core/codec/member_stream.h"

#include "core/base/workers.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace traceglass {

std::vector<std::size_t> decodeParts(std::span<const MemberPart> parts, const Job& job,
                                     const std::function<std::optional<std::size_t>(std::size_t)>& decode)
{
    std::vector<std::optional<std::size_t>> made(parts.size());
    forEachParallel(parts.size(), 0, job, [&](std::size_t i) { made[i] = decode(i); });
    std::vector<std::size_t> ends;
    std::size_t end = 0;
    for (std::size_t i = 0; i < parts.size() && made[i]; ++i) {
        std::byte* const wanted = parts.front().out.data() + end;
        if (wanted != parts[i].out.data())
            std::memmove(wanted, parts[i].out.data(), *made[i]);
        ends.push_back(end += *made[i]);
    }
    return ends;
}

bool MemberStream::reset()
{
    m_inMember = false;
    m_anyMember = false;
    return true;
}

bool MemberStream::beginMember()
{
    std::array<std::byte, 16> buffer {};
    std::span<const std::byte> head = std::span(buffer).first(peek(m_position, buffer));
    while (m_anyMember) {
        const std::size_t padding = m_codec->padding(head);
        m_position += padding;
        if (m_position == m_length) {
            m_state = State::ended;
            return false;
        }
        if (padding == 0)
            break;
        head = std::span(buffer).first(peek(m_position, buffer));
    }
    if (!mayBegin(m_codec->codec(), head)) {
        if (m_anyMember && m_rest == Rest::endsTheData)
            m_state = State::ended;
        else
            corrupt(m_anyMember ? "there are bytes behind the last member" : "the data begin differently");
        return false;
    }
    if (!m_codec->begin()) {
        corrupt("no memory for the decoder");
        return false;
    }
    m_inMember = m_anyMember = true;
    memberBegins({m_position, m_decoded});
    return true;
}

// Where the stored bytes lie in one piece.
MemberCodec::Progress MemberStream::parts(std::span<std::byte> out) const
{
    if (!m_job || m_stored->view().size() < m_offset + m_length)
        return {};
    const auto in = m_stored->view().subspan(static_cast<std::size_t>(m_offset + m_position),
                                             static_cast<std::size_t>(inputLeft()));
    return m_codec->parts(in, out, *m_job);
}

std::size_t MemberStream::read(std::span<std::byte> out)
{
    std::size_t done = 0;
    out = out.first(static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), m_atMost - m_decoded)));
    const std::uint64_t inputEnd = m_position + std::min(kInputStep, inputLeft());
    while (m_state == State::more) {
        if (!m_inMember && !beginMember())
            break;
        if (const MemberCodec::Progress ahead = parts(out.subspan(done)); ahead.used > 0) {
            m_position += ahead.used;
            m_decoded += ahead.made;
            done += ahead.made;
            if (done == out.size() && m_decoded == m_atMost)
                m_state = State::full;
            break;
        }
        const auto bytes = input(std::max<std::uint64_t>(1, inputEnd - std::min(inputEnd, m_position)));
        const bool last = bytes.size() == inputLeft();
        std::string reason;
        const MemberCodec::Progress step = m_codec->step(bytes, last, out.subspan(done), reason);
        m_position += step.used;
        m_decoded += step.made;
        done += step.made;
        if (step.outcome == MemberCodec::Outcome::ended) {
            m_inMember = false;
            if (inputLeft() == 0)
                m_state = State::ended;
        } else if (step.outcome == MemberCodec::Outcome::corrupt) {
            corrupt(std::move(reason));
        } else if (step.used == 0 && step.made == 0 && done < out.size()) {
            if (inputLeft() == 0)
                cut("the data end inside a member");
            else
                corrupt("the stored bytes cannot be read");
        }
        if (m_state == State::more && done == out.size() && m_decoded == m_atMost)
            m_state = State::full;
        if (done == out.size() || (m_position >= inputEnd && inputLeft() > 0))
            break;
    }
    return done;
}

}
