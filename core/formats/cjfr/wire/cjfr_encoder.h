// Encodes the main stream of a CondensedData file: types, messages, caches and the clock that times are
// counted from. What comes out is neither compressed nor in a file: see cjfr_writer.h.
//
//     Encoder stream;
//     const auto span = stream.define(structType("Span", {{"t", builtin::kVarint}}));
//     stream.begin(span);
//     stream.number(5);                                          // the last field ends the message
//     if (stream.failed()) ... stream.problem()
//
// Values come in the order of the fields and as readers give them back: number() of a field with a
// reduction is a Unix time in ns, a span in ns or an amount in bytes. A value that does not fit its field is
// kept as the problem, and nothing is written from then on.
#pragma once

#include "core/formats/cjfr/wire/cjfr_scan.h"
#include "core/io/byte_writer.h"

#include <initializer_list>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace traceglass::cjfr {

// Types that need no definition, in the numbering of the tool.
namespace builtin {
constexpr std::uint64_t kInteger = 0; // 32 bits
constexpr std::uint64_t kVarint = 1;  // signed
constexpr std::uint64_t kBoolean = 2;
constexpr std::uint64_t kText = 4;
}

struct FieldDefinition
{
    std::string_view name;
    std::uint64_t type = 0; // may be defined later
    Embedding embedding = Embedding::plain;
    std::uint64_t reduction = reduction::kNone;
    std::string_view description {};
};

struct TypeDefinition
{
    TypeKind kind = TypeKind::structure;
    std::string_view name;
    std::string_view description {};
    std::uint64_t id = 0; // from reserveId(); 0: the next free one

    std::uint8_t width = 4;                    // integer: bytes
    bool isSigned = true;                      // integer, varint
    std::uint64_t multiplier = 1;              // varint
    FloatFormat format = FloatFormat::float32; // floating
    std::string_view encoding = "UTF-8";       // string
    std::vector<FieldDefinition> fields {};    // structure; array: the one of its elements
};

TypeDefinition structType(std::string_view name, std::initializer_list<FieldDefinition> fields,
                          std::string_view description = {});
TypeDefinition arrayType(std::string_view name, std::uint64_t element,
                         Embedding embedding = Embedding::plain);
TypeDefinition varintType(std::string_view name, bool isSigned, std::uint64_t multiplier = 1);

class Encoder
{
public:
    Encoder() = default; // of a new stream
    // Goes on behind a stream that was read to its end without a fault. What lies in its caches is not used
    // again: values are written anew, under new numbers.
    explicit Encoder(const StreamIndex& before);
    Encoder(const Encoder&) = delete;
    Encoder& operator=(const Encoder&) = delete;

    // --- types. Definitions stand between messages.
    std::uint64_t reserveId() { return m_nextId++; }  // for a type that others refer to before it is defined
    std::uint64_t define(const TypeDefinition& type); // its id
    const Type* typeNamed(std::string_view name) const;
    const TypeTable& types() const { return m_types; }

    // --- messages
    void begin(std::uint64_t type);
    void number(std::int64_t value);
    void unset(); // a timestamp that never was, where readers know such
    bool knowsUnset() const { return !m_types.isOld(); } // of old files they count all later times from it
    void boolean(bool value);
    void floating(double value);
    void text(std::string_view bytes); // in the encoding of its type
    void null();
    // A struct; its fields follow, unless an object of this key is in the slot's cache: then false, and the
    // next field of the holder follows. Keys are the caller's names for objects of one type; a slot without a
    // cache needs none. Within its own fields an object may be named again.
    bool object(std::uint64_t key = 0) { return composite(TypeKind::structure, 0, key); }
    bool array(std::uint64_t count, std::uint64_t key = 0) // likewise; its elements follow
    {
        return composite(TypeKind::array, count, key);
    }

    bool failed() const { return !m_problem.empty(); }
    const std::string& problem() const { return m_problem; }
    bool inMessage() const { return !m_stack.empty(); }
    const std::vector<std::uint64_t>& counts() const { return m_counts; } // of messages by type index

    std::size_t pending() const { return m_out.size(); }
    // What was encoded since; may end within a message.
    std::vector<std::byte> take() { return std::exchange(m_out, {}).take(); }

private:
    struct Level
    {
        Type* type = nullptr; // null: a message that is no struct
        std::uint64_t next = 0;
        std::uint64_t count = 0; // of fields or elements
    };
    struct Key // of a value in a cache
    {
        std::uint64_t number = 0;
        std::optional<std::string_view> text {};
    };
    struct Hash
    {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
    };
    struct Entries
    {
        std::uint64_t next = 0; // number of the next entry; none is used twice
        std::unordered_map<std::uint64_t, std::uint64_t> byNumber {};
        std::unordered_map<std::string, std::uint64_t, Hash, std::equal_to<>> byText {};
    };

    void fail(std::string problem)
    {
        if (m_problem.empty())
            m_problem = std::move(problem);
    }
    void encodeDefinition(const TypeDefinition& type, std::uint64_t id);
    void learnType(std::span<const std::byte> definition);
    Slot* enter();
    Slot* slotFor(TypeKind kind, TypeKind otherwise);
    void leave();
    bool announce(const Slot& slot, const Key& key);
    template <class Write>
    void put(TypeKind kind, TypeKind otherwise, const Key& key, const Write& write);
    bool composite(TypeKind kind, std::uint64_t count, std::uint64_t key);
    Entries& entriesOf(const Slot& slot);
    void encodeNumber(const Type& type, std::int64_t value);
    void learnNumber(const Slot& slot, std::int64_t value);

    TypeTable m_types {Numbering::tool};
    std::uint64_t m_nextId = kFirstTypeId;
    Clock m_clock;
    ByteWriter m_out;
    std::vector<Level> m_stack;
    Slot m_whole;                   // stands for a message that is no struct
    std::vector<Entries> m_entries; // by cache
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> m_before; // entries by type and holder
    std::vector<std::uint64_t> m_counts;
    std::string m_problem;
};

}
