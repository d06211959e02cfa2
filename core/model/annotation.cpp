#include "core/model/annotation.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <pwd.h>
#include <random>
#include <unistd.h>

namespace traceglass {

std::string_view originName(AnnotationOrigin origin)
{
    constexpr std::string_view kNames[] = {"capture", "sidefile", "foreign"};
    return kNames[static_cast<std::size_t>(origin)];
}

AnnotationSet::AnnotationSet(std::initializer_list<Annotation> notes)
{
    for (const Annotation& note : notes)
        push_back(note);
}

AnnotationSet::AnnotationSet(std::vector<Annotation> notes)
{
    m_notes.reserve(notes.size());
    for (Annotation& note : notes)
        push_back(std::move(note));
}

AnnotationSet::Iterator AnnotationSet::begin() const
{
    return Iterator(m_notes.begin());
}

AnnotationSet::Iterator AnnotationSet::end() const
{
    return Iterator(m_notes.end());
}

void AnnotationSet::push_back(Annotation note)
{
    m_notes.push_back(std::make_shared<const Annotation>(std::move(note)));
}

void AnnotationSet::append(const AnnotationSet& others)
{
    m_notes.insert(m_notes.end(), others.m_notes.begin(), others.m_notes.end());
}

void AnnotationSet::set(std::size_t i, Annotation note)
{
    m_notes[i] = std::make_shared<const Annotation>(std::move(note));
}

void AnnotationSet::erase(std::size_t i)
{
    m_notes.erase(m_notes.begin() + static_cast<std::ptrdiff_t>(i));
}

bool AnnotationSet::operator==(const AnnotationSet& other) const
{
    return std::ranges::equal(m_notes, other.m_notes,
                              [](const Shared& a, const Shared& b) { return a == b || *a == *b; });
}

AnnotationsById notesById(const AnnotationSet& notes, std::size_t first)
{
    AnnotationsById map;
    for (std::size_t i = first; i < notes.size(); ++i)
        map.emplace(notes[i].id, &notes[i]);
    return map;
}

std::string newAnnotationId()
{
    std::random_device device;
    std::string id;
    for (int half = 0; half < 2; ++half)
        appendHexDigits(id, device(), 8);
    return id;
}

std::int64_t unixNow()
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

std::string userName()
{
    passwd entry {};
    passwd* user = nullptr;
    std::array<char, 4096> room {};
    ::getpwuid_r(::getuid(), &entry, room.data(), room.size(), &user);
    const std::string full = user && user->pw_gecos ? user->pw_gecos : "";
    const std::string name = full.substr(0, full.find(','));
    if (!name.empty())
        return toValidUtf8(name);
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nobody sets it
    const char* const login = user && user->pw_name ? user->pw_name : std::getenv("USER");
    return login ? toValidUtf8(login) : std::string();
}

bool sameAnnotations(const AnnotationSet& a, const AnnotationSet& b, const Job& job)
{
    const auto putInOrder = [&](AnnotationSet& set) {
        return set.editWhere([](const Annotation& note) { return note.origin != AnnotationOrigin::capture; },
                             [](Annotation& note) { note.origin = AnnotationOrigin::capture; }, job)
            && set.sortBy(&Annotation::id, job);
    };
    AnnotationSet left = a, right = b;
    return a.size() == b.size() && putInOrder(left) && putInOrder(right) && left == right;
}

}
