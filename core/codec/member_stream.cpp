#include "core/codec/member_stream.h"

#include <algorithm>
#include <array>

namespace traceglass {

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
    return true;
}

std::size_t MemberStream::read(std::span<std::byte> out)
{
    std::size_t done = 0;
    out = out.first(static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), m_atMost - m_decoded)));
    const std::uint64_t inputEnd = m_position + std::min(kInputStep, inputLeft());
    while (m_state == State::more) {
        if (!m_inMember && !beginMember())
            break;
        const auto bytes = input(std::max<std::uint64_t>(1, inputEnd - std::min(inputEnd, m_position)));
        const bool last = bytes.size() == inputLeft();
        std::string reason;
        const MemberCodec::Progress step = m_codec->step(bytes, last, out.subspan(done), reason);
        m_position += step.used;
        m_decoded += step.made;
        done += step.made;
        if (step.step == MemberCodec::Step::ended) {
            m_inMember = false;
            if (inputLeft() == 0)
                m_state = State::ended;
        } else if (step.step == MemberCodec::Step::corrupt) {
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
