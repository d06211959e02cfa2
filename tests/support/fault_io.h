// A SaveIo whose n-th call goes wrong: half of what it should write is written. With `die` every later call
// fails as well, as if the process had been killed there; else only that one, as if the disk had been full.
//
//     FaultIo io(7, FaultIo::Then::die);
//     auto saved = saveNotes(document, notes, way, io, job);
//     if (!io.met()) ...                      // the save takes fewer calls
#pragma once

#include "core/io/save_io.h"

namespace traceglass {

// Waits for no disk, since what a test writes needs to survive no power cut, and for no lock.
class QuickIo : public SaveIo
{
public:
    std::chrono::milliseconds patience() const override { return {}; }
    Result<void> sync(File&) override { return {}; }
    Result<void> syncFolder(const std::filesystem::path&) override { return {}; }
};

class FaultIo : public QuickIo
{
public:
    enum class Then { goOn, die };

    // Calls are counted from 0.
    FaultIo(int faultAt, Then then)
        : m_faultAt(faultAt)
        , m_then(then)
    {
    }

    bool met() const { return m_calls > m_faultAt; }
    int calls() const { return m_calls; }

    Result<File> openToChange(const std::filesystem::path& path, const Job& job, bool hasEnd) override
    {
        return good() ? SaveIo::openToChange(path, job, hasEnd) : Result<File>(fault());
    }
    Result<void> endChange(File& file) override
    {
        return good() ? SaveIo::endChange(file) : Result<void>(fault());
    }
    Result<File> lock(const std::filesystem::path& path) override
    {
        return good() ? SaveIo::lock(path) : Result<File>(fault());
    }
    Result<File> createBeside(const std::filesystem::path& path, std::filesystem::path& created,
                              unsigned mode) override
    {
        return good() ? SaveIo::createBeside(path, created, mode) : Result<File>(fault());
    }
    Result<void> writeAt(File& file, std::uint64_t offset, std::span<const std::byte> bytes) override
    {
        const bool wasDead = m_dead;
        if (good())
            return SaveIo::writeAt(file, offset, bytes);
        if (!wasDead)
            (void)SaveIo::writeAt(file, offset, bytes.first(bytes.size() / 2));
        return fault();
    }
    Result<void> copy(const File& from, File& to, std::uint64_t offset, std::uint64_t length) override
    {
        const bool wasDead = m_dead;
        if (good())
            return SaveIo::copy(from, to, offset, length);
        if (!wasDead)
            (void)SaveIo::copy(from, to, offset, length / 2);
        return fault();
    }
    Result<void> truncate(File& file, std::uint64_t size) override
    {
        return good() ? SaveIo::truncate(file, size) : Result<void>(fault());
    }
    Result<void> sync(File& file) override { return good() ? QuickIo::sync(file) : Result<void>(fault()); }
    Result<void> rename(const std::filesystem::path& from, const std::filesystem::path& to) override
    {
        return good() ? SaveIo::rename(from, to) : Result<void>(fault());
    }
    Result<void> placeNew(const std::filesystem::path& from, const std::filesystem::path& to) override
    {
        return good() ? SaveIo::placeNew(from, to) : Result<void>(fault());
    }
    Result<bool> exchange(const std::filesystem::path& a, const std::filesystem::path& b) override
    {
        return good() ? SaveIo::exchange(a, b) : Result<bool>(fault());
    }
    Result<void> remove(const std::filesystem::path& path) override
    {
        return good() ? SaveIo::remove(path) : Result<void>(fault());
    }
    Result<void> syncFolder(const std::filesystem::path& folder) override
    {
        return good() ? QuickIo::syncFolder(folder) : Result<void>(fail(Code::FileNotSynced, "made to fail"));
    }

private:
    bool good()
    {
        const bool isFaulty = m_calls++ == m_faultAt || m_dead;
        m_dead = m_dead || (isFaulty && m_then == Then::die);
        return !isFaulty;
    }
    static tl::unexpected<Error> fault() { return fail(Code::FileUnwritable, "made to fail"); }

    int m_faultAt;
    Then m_then;
    int m_calls = 0;
    bool m_dead = false;
};

// Lets something happen in front of its n-th call; right behind it where the call is the question whether
// anybody writes the file.
class MeanwhileIo : public QuickIo
{
public:
    MeanwhileIo(int call, std::function<void()> what)
        : m_left(call)
        , m_what(std::move(what))
    {
    }

    bool wasCalled() const { return m_left < 0; }

    Result<File> openToChange(const std::filesystem::path& path, const Job& job, bool hasEnd) override
    {
        return next(), SaveIo::openToChange(path, job, hasEnd);
    }
    Result<void> endChange(File& file) override { return next(), SaveIo::endChange(file); }
    Result<File> lock(const std::filesystem::path& path) override { return next(), SaveIo::lock(path); }
    Result<File> createBeside(const std::filesystem::path& path, std::filesystem::path& created,
                              unsigned mode) override
    {
        return next(), SaveIo::createBeside(path, created, mode);
    }
    Result<void> writeAt(File& file, std::uint64_t offset, std::span<const std::byte> bytes) override
    {
        return next(), SaveIo::writeAt(file, offset, bytes);
    }
    Result<void> sync(File& file) override { return next(), QuickIo::sync(file); }
    Result<void> rename(const std::filesystem::path& from, const std::filesystem::path& to) override
    {
        return next(), SaveIo::rename(from, to);
    }
    Result<void> placeNew(const std::filesystem::path& from, const std::filesystem::path& to) override
    {
        return next(), SaveIo::placeNew(from, to);
    }
    Result<bool> exchange(const std::filesystem::path& a, const std::filesystem::path& b) override
    {
        return next(), SaveIo::exchange(a, b);
    }
    Result<void> remove(const std::filesystem::path& path) override { return next(), SaveIo::remove(path); }
    Writers writers(const File& file) override
    {
        const Writers found = SaveIo::writers(file);
        next();
        return found;
    }

private:
    void next()
    {
        if (m_left-- == 0)
            m_what();
    }

    int m_left;
    std::function<void()> m_what;
};

}
