// What Meta and meta frames say about streams (specification "Meta stream", rtc.md 4), read with a relaxed
// JSON reader: unquoted keys, single quotes, trailing commas, comments. Garbled bodies are salvaged object by
// object. Numbers keep their text, so that a gain of 0.1 stays exactly that.
//
//     StreamTable table;
//     table.add(readMeta(payload), metaRange);
//     if (const Stream* stream = table.find(id)) ...
#pragma once

#include "core/base/byte_range.h"
#include "core/base/job.h"
#include "core/formats/rtc/wire/rtc_value.h"

#include <cstdint>
#include <deque>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace traceglass::rtc {

// Names with their values as JSON text, in order, in one piece of memory: there may be a million streams.
class Attributes
{
public:
    using Pair = std::pair<std::string_view, std::string_view>;
    class Iterator
    {
    public:
        explicit Iterator(std::string_view rest)
            : m_rest(rest)
        {
        }
        Pair operator*() const;
        Iterator& operator++();
        bool operator==(const Iterator& other) const { return m_rest.size() == other.m_rest.size(); }

    private:
        std::string_view m_rest; // each text behind its length
    };

    Attributes() = default;
    Attributes(std::initializer_list<Pair> pairs);
    void add(std::string_view name, std::string_view json);
    void addedAll() { m_texts.shrink_to_fit(); }
    std::optional<std::string_view> find(std::string_view name) const;

    Iterator begin() const { return Iterator(m_texts); }
    Iterator end() const { return Iterator(std::string_view()); }

private:
    std::string m_texts;
};

struct Stream
{
    std::uint32_t id = 0;
    std::string name;
    std::string format = "raw";          // as written: `format`, else `type`
    ValueFormat value;                   // the same, understood; with gain and offset
    std::optional<std::uint32_t> length; // fixed payload length
    bool cont = false;                   // frames concatenate to one text
    bool isClock = false;                // `clock: true`
    std::string clock;                   // `clock: "name"`; empty: none
    std::string delta;                   // `delta: "name"`; empty: none
    std::string stream;                  // of annotations: what they are about
    std::string gain, offset;            // number text as written; empty: absent
    std::string unit;                    // `unit`, when the writer says so; shown only
    // Every attribute as it was written, in order, value as JSON text: what a new Meta repeats.
    Attributes attributes;
    bool described = true;  // false: only known to exist below the free id
    bool pieced = false;    // of what could be read of a garbled object: attributes may be missing
    bool asWritten = false; // and nothing happened to it since: its writer garbled it
    ByteRange where;        // the Meta or meta frame that described it first
};

struct MetaBody
{
    std::vector<Stream> streams; // ids below 9 left out
    std::optional<std::uint32_t> freeId;
    bool salvaged = false; // the whole did not parse, or contradicts itself
    // Streams it does not describe may exist below this id, whatever free id it states: that may be garbled.
    std::uint32_t existingEnd = ~std::uint32_t(0);
};

// `bigEndian`: the order of formats without a suffix. Nesting deeper than limits::kJsonDepth counts as
// garbled. A job that is stopped ends it early.
MetaBody readMeta(std::span<const std::byte> payload, bool bigEndian, const Job& job = Job());

// A line of JSON for a stream of ours or taken over: {"id":9,"name":...}.
std::string metaObject(const Stream& stream);

// The streams of a run, by id. Ids are never reused, so what is known once stays.
class StreamTable
{
public:
    StreamTable() = default;
    StreamTable(StreamTable&&) = default;
    StreamTable& operator=(StreamTable&&) = default;

    // Adds what is new; the first of equal ids in a body counts. Returns false when nothing was. A
    // description replaces a mere existence, one in pieces or of a salvaged body is replaced by a whole one.
    bool add(const MetaBody& body, ByteRange where);

    const Stream* find(std::uint32_t id) const { return held(id); } // never ids below 9
    // By name as clock, delta and stream references mean it: the highest id wins.
    const Stream* named(std::string_view name) const;
    const Stream* clockNamed(std::string_view name) const; // nothing when that is no clock
    std::size_t size() const { return m_streams.size(); }
    // In order of id. References stay valid while the table lives.
    std::vector<const Stream*> all() const { return {m_inOrder.begin(), m_inOrder.end()}; }
    const Stream& at(std::size_t position) const { return *m_inOrder[position]; }
    std::uint32_t freeId() const { return m_freeId; } // the next unused id

private:
    struct Held : Stream
    {
        bool salvaged = false;
    };

    void putInOrder(std::vector<Held*>& added); // in order of id among themselves
    void rememberNames(bool all);               // else of what was added since the last time
    Held* held(std::uint32_t id) const;

    std::deque<Held> m_streams;
    std::vector<Held*> m_inOrder; // of id
    std::vector<Held*> m_byName;  // the described ones, in order of name and id
    std::size_t m_named = 0;      // so many of m_streams are among them
    std::uint32_t m_undescribed = 0;
    std::uint32_t m_freeId = 9;
    std::uint32_t m_existingEnd = 9; // streams below it are there, described or not
};

}
