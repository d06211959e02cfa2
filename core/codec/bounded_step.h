// One call of zlib or libbz2, whose streams count bytes in unsigned int: gives them as much as they can take, and
// says afterwards what they did with it. Internal to core/codec.
//
//     const BoundedStep step(m_stream, in, out);
//     const int result = inflate(&m_stream, Z_NO_FLUSH);
//     return {step.used(), step.made(), ...};
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>

namespace traceglass {

template <class Stream>
class BoundedStep
{
public:
    BoundedStep(Stream& stream, std::span<const std::byte> in, std::span<std::byte> out)
        : m_stream(stream)
        , m_given(bounded(in.size()))
        , m_room(bounded(out.size()))
    {
        // Neither library writes to what it reads.
        stream.next_in = reinterpret_cast<decltype(stream.next_in)>(const_cast<std::byte*>(in.data()));
        stream.avail_in = m_given;
        stream.next_out = reinterpret_cast<decltype(stream.next_out)>(out.data());
        stream.avail_out = m_room;
    }

    std::size_t used() const { return m_given - m_stream.avail_in; }
    std::size_t made() const { return m_room - m_stream.avail_out; }

private:
    static unsigned bounded(std::size_t size)
    {
        return static_cast<unsigned>(std::min<std::size_t>(size, std::numeric_limits<unsigned>::max() / 2));
    }

    Stream& m_stream;
    unsigned m_given;
    unsigned m_room;
};

}
