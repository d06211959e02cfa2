// The types a CondensedData stream defines: seven kinds in the numbering of the tool or of the written
// specification, resolved lazily because a field may name a type that is defined later.
//
//     TypeTable types(Numbering::tool);
//     if (id <= types.lastKind()) types.define(in, id);     // a definition message; faults stay in the
//     cursor else if (Type* type = types.find(id)) ...             // an instance
//
// Ids are 64-bit numbers. Types never move once defined.
#pragma once

#include "core/formats/cjfr/wire/cjfr_wire.h"

#include <deque>
#include <map>
#include <string>
#include <vector>

namespace traceglass::cjfr {

enum class Numbering : std::uint8_t { tool, spec };
enum class TypeKind : std::uint8_t { integer, varint, boolean, floating, string, array, structure };
enum class FloatFormat : std::uint8_t { float32, float64, bfloat16, float16 };
enum class TextEncoding : std::uint8_t { utf8, latin1, utf16be, utf16le, unknown };
enum class Embedding : std::uint8_t { plain, nullable, cached, cachedByHolder };

constexpr std::uint64_t kFirstTypeId = 16;
constexpr std::uint64_t kFooterMark = 7;
constexpr std::uint32_t kNoCache = ~0u;
constexpr std::string_view kNoteType = "traceglass.Annotation";

// How values are reduced on the wire in files of the JFR layer (cjfr.md 2.2).
namespace reduction {
constexpr std::uint64_t kNone = 0;
constexpr std::uint64_t kTimestamp = 1;
constexpr std::uint64_t kTimespan = 2;
constexpr std::uint64_t kAmount = 3;
}

struct Type;

// A place that holds a value: a field of a struct or the elements of an array.
struct Slot
{
    std::string name;
    std::string description;
    std::uint64_t typeId = 0;
    std::uint64_t reduction = 0; // what is applied: older combined events state none for their times
    std::uint64_t offset = 0;    // of its definition in the stream
    std::uint64_t length = 0;
    Embedding embedding = Embedding::plain;
    Type* type = nullptr;           // once resolved
    std::uint32_t cache = kNoCache; // once resolved
};

struct Type
{
    std::uint64_t id = 0;
    std::uint32_t index = 0; // in order of definition; the built-in ones come first
    TypeKind kind = TypeKind::structure;
    std::string name;
    std::string description;
    std::uint64_t offset = 0; // of its definition in the stream
    std::uint64_t length = 0;

    std::uint8_t width = 4; // integer
    bool isSigned = true;   // integer, varint
    bool overflowFlag = false;
    std::uint64_t multiplier = 1; // varint
    FloatFormat format = FloatFormat::float32;
    std::string encodingName; // string
    TextEncoding encoding = TextEncoding::utf8;
    std::vector<Slot> slots; // fields, or the one of an array's elements
    std::uint64_t structReduction = 0;

    // What is asked often, by name: position of the field or -1.
    int startField = -1;
    int durationField = -1;
    bool isCombined = false;
    bool isConfiguration = false;
    bool isUniverse = false;
    bool isNote = false; // its events are notes: cjfr_note_events.h

    bool isNumber() const { return kind == TypeKind::integer || kind == TypeKind::varint; }
    bool isComposite() const { return kind == TypeKind::array || kind == TypeKind::structure; }
    bool isEmpty() const { return kind == TypeKind::structure && slots.empty(); } // takes no bytes at all
    bool isSetting() const { return isConfiguration || isUniverse; }
    int fieldNamed(std::string_view field) const;
};

// Entries of one cache: where in the stream each one's content lies. Numbers are positions, never used again.
struct Cache
{
    const Type* type = nullptr;
    std::uint64_t holderId = 0; // 0: shared by all holders
    std::vector<std::uint64_t> entries;
};

class TypeTable
{
public:
    explicit TypeTable(Numbering numbering);
    TypeTable(const TypeTable&) = delete;
    TypeTable& operator=(const TypeTable&) = delete;

    Numbering numbering() const { return m_numbering; }
    std::uint64_t lastKind() const { return m_numbering == Numbering::tool ? 6 : 5; }

    // Reads a definition behind its kind number; `start` is where the message begins. Faults go to the
    // cursor, what they mean in words to problem().
    void define(Cursor& in, std::uint64_t kind, std::uint64_t start);
    const std::string& problem() const { return m_problem; }

    // User-defined or built-in, null when there is none.
    Type* find(std::uint64_t id) const
    {
        return id < m_byId.size() ? m_byId[static_cast<std::size_t>(id)] : nullptr;
    }
    const std::deque<Type>& all() const { return m_types; } // by index
    struct Defined
    {
        std::deque<Type>::const_iterator first, behind;
        auto begin() const { return first; }
        auto end() const { return behind; }
    };
    Defined defined() const // those that are not built in
    {
        return {m_types.begin() + static_cast<std::ptrdiff_t>(m_builtIn), m_types.end()};
    }
    std::size_t count() const { return m_types.size() - m_builtIn; } // of those
    const Type& at(std::size_t index) const { return m_types[m_builtIn + index]; }
    bool isJfr() const { return m_isJfr; }
    bool isOld() const { return m_isOld; } // from 2025 or before: other rules for time

    bool holdsNumbers(const Slot& slot) const
    {
        const Type* const held = find(slot.typeId);
        return held && held->isNumber();
    }
    // The position of a field that holds numbers with a reduction; else, or for -1, -1.
    int reducedField(const Type& type, int field, std::uint64_t reduction) const;

    // Finds the slot's type and cache; false when no type has the id.
    bool resolve(Slot& slot, const Type& holder);

    std::deque<Cache>& caches() { return m_caches; }
    const std::deque<Cache>& caches() const { return m_caches; }

private:
    void add(Type type);
    void readSlot(Cursor& in, Slot& slot, bool withName);
    void finish(Type& type);
    void bad(Cursor& in, std::uint64_t offset, std::string problem);
    std::uint32_t cacheOf(const Type& type, std::uint64_t holderId);

    Numbering m_numbering;
    std::deque<Type> m_types;
    std::size_t m_builtIn = 0;
    std::vector<Type*> m_byId;
    std::deque<Cache> m_caches;
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint32_t> m_cacheOf; // by ids of type, holder
    std::string m_problem;
    bool m_isJfr = false;
    bool m_isOld = false;
};

// Positions of the fields that hold the time of a type's events, -1: none. Files without the JFR layer have
// nanoseconds in fields called startTime, start, timestamp, time or ts, and duration or dur.
struct TimeFields
{
    int start = -1;
    int duration = -1;
};
TimeFields timeFieldsOf(const TypeTable& types, const Type& type);

// What decides whether a capture has a timeline.
bool anyTypeHasTimes(const TypeTable& types);

std::string_view kindText(TypeKind kind); // "int", "varint", "boolean", "float", "string", "array", "struct"
std::string_view formatText(FloatFormat format); // "float32"

}
