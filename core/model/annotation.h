// A note: text that somebody wrote about a capture or a part of it. Values: an AnnotationSet is copied,
// changed and compared freely, however many there are; storing it is core/notes/save.h.
//
//     Annotation note;
//     note.id = newAnnotationId();
//     note.text = "here the fan starts";
//     note.time = TimeRange {ns, ns};
//
// Anchors name things by what survives saving, compacting and moving: paths, names and offsets, never by
// numbers of this process.
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/sort.h"
#include "core/base/time_text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace traceglass {

enum class AnnotationOrigin : std::uint8_t {
    capture,  // lives in the capture itself, or will
    sideFile, // lives beside it
    foreign,  // of another tool, in the capture: shown, never altered
};
std::string_view originName(AnnotationOrigin origin); // "capture", "sidefile", "foreign"

// The colours a note may have; views choose the shade that suits the theme.
inline constexpr std::array<std::string_view, 6> kAnnotationColors {"violet", "red",  "orange",
                                                                    "green",  "blue", "gray"};

struct AnnotationBytes
{
    // Document::sourceName. Where notes are stored it is empty for the file of a capture that is one file,
    // because that may be renamed; core/notes/save.h puts the name in and out.
    std::string source;
    std::uint64_t offset = 0;
    std::uint64_t length = 0;

    bool operator==(const AnnotationBytes&) const = default;
};

struct Annotation
{
    std::string id;   // never reused, the same wherever the note is stored
    std::string text; // UTF-8 with line breaks
    std::string author {};
    std::int64_t createdNs = 0; // Unix time; 0: unknown
    std::int64_t changedNs = 0;
    std::uint8_t color = 0; // in kAnnotationColors

    // What it is about; without any of these the capture as a whole.
    std::optional<TimeRange> time {};         // own time of `clock`; a moment has equal ends
    std::string clock {};                     // name of the axis; empty: the first
    std::string track {};                     // "group/track", as RecordQuery::trackPattern names it
    std::optional<std::uint64_t> trackKey {}; // Track::key: several tracks may have that name
    std::string node {};                      // Structure::pathOf
    std::optional<AnnotationBytes> bytes {};

    AnnotationOrigin origin = AnnotationOrigin::capture;

    bool operator==(const Annotation&) const = default;
};

// Notes in order of creation. Copies of a set share its notes, which never change: one is changed by putting another
// in its place. So a window can hand 100,000 notes to another thread while somebody types.
class AnnotationSet
{
public:
    class Iterator;
    using const_iterator = Iterator;

    AnnotationSet() = default;
    AnnotationSet(std::initializer_list<Annotation> notes);
    explicit AnnotationSet(std::vector<Annotation> notes);

    std::size_t size() const { return m_notes.size(); }
    bool empty() const { return m_notes.empty(); }
    const Annotation& operator[](std::size_t i) const { return *m_notes[i]; }
    const Annotation& front() const { return *m_notes.front(); }
    const Annotation& back() const { return *m_notes.back(); }
    Iterator begin() const;
    Iterator end() const;

    void push_back(Annotation note);
    void append(const AnnotationSet& others);
    void set(std::size_t i, Annotation note);
    void erase(std::size_t i);
    template <class Edit>
    void edit(std::size_t i, Edit edit) // edit(Annotation&)
    {
        Annotation note = *m_notes[i];
        edit(note);
        set(i, std::move(note));
    }
    // Those that is(const Annotation&); the others stay shared. False: it was stopped before the last one.
    template <class Is, class Edit>
    bool editWhere(Is is, Edit editOne, const Job& job)
    {
        for (std::size_t i = 0; i < size(); ++i) {
            if (isStoppedAt(i, job))
                return false;
            if (is(*m_notes[i]))
                edit(i, editOne);
        }
        return true;
    }
    template <class Is>
    std::size_t eraseIf(Is is)
    {
        return std::erase_if(m_notes, [&](const Shared& note) { return is(*note); });
    }
    // Those with the same key stay in order. False: they were sorted.
    template <class Key>
    bool sortBy(Key key)
    {
        const auto keyOf = [&](const Shared& note) -> decltype(auto) { return std::invoke(key, *note); };
        if (std::ranges::is_sorted(m_notes, {}, keyOf))
            return false;
        std::ranges::stable_sort(m_notes, {}, keyOf);
        return true;
    }
    // The same; false: it was stopped, and what is here is of no use any more.
    template <class Key>
    bool sortBy(Key key, const Job& job)
    {
        const auto isLess = [&](const Shared& a, const Shared& b) {
            return std::invoke(key, *a) < std::invoke(key, *b);
        };
        return std::ranges::is_sorted(m_notes, isLess) ? !job.stopRequested()
                                                       : sortUnlessStopped(m_notes, isLess, job);
    }

    bool operator==(const AnnotationSet& other) const;

private:
    using Shared = std::shared_ptr<const Annotation>;

    std::vector<Shared> m_notes;
};

class AnnotationSet::Iterator
{
public:
    using value_type = Annotation;
    using difference_type = std::ptrdiff_t;

    Iterator() = default;
    explicit Iterator(std::vector<Shared>::const_iterator at)
        : m_at(at)
    {
    }
    const Annotation& operator*() const { return **m_at; }
    const Annotation* operator->() const { return m_at->get(); }
    Iterator& operator++()
    {
        ++m_at;
        return *this;
    }
    Iterator operator++(int) { return Iterator(m_at++); }
    difference_type operator-(const Iterator& other) const { return m_at - other.m_at; }
    bool operator==(const Iterator&) const = default;

private:
    std::vector<Shared>::const_iterator m_at;
};

using AnnotationsById = std::unordered_map<std::string_view, const Annotation*>; // into the set
AnnotationsById notesById(const AnnotationSet& notes, std::size_t first = 0);    // from `first` on

// 16 hexadecimal digits from the system's source of random numbers.
std::string newAnnotationId();
std::int64_t unixNow(); // nanoseconds
std::string userName(); // of who runs the program: the full name, else the login; may be empty

// Do both sets hold the same notes, whatever their order and origin? No as well when it was stopped (stopping.h).
bool sameAnnotations(const AnnotationSet& a, const AnnotationSet& b, const Job& job = Job());

}
