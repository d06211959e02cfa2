// What is known to be wrong with a capture: each fault once, whoever finds it again, and never more than
// fits.
//
//     log.add(diagnose(Code::RtcHole, "...", range));               // from any thread
//     const auto news = log.since(seen);                            // what views have not seen yet
//     log.worstIn(node.range);                                      // asked of an index, not of the list
//
// Of each code the first limits::kDiagnosticsACode are kept whole; of those behind them how many there are
// and where the first and the last one lie. All functions may be called from any thread; the questions about
// a place take a microsecond or so, however many are kept.
//
// A diagnostic whose range is empty lies on the one byte at its offset. One without a range lies nowhere: it
// counts for the capture as a whole only. A place asked about that is empty, as that of a node without bytes,
// holds none.
#pragma once

#include "core/base/diagnostic.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace traceglass {

class DiagnosticLog
{
public:
    // Of one code.
    struct Count
    {
        Code code {};
        Severity severity = Severity::info; // the worst of them
        std::uint64_t all = 0;              // each once, however many readers found it
        bool exact = true;                  // else there are so many that `all` is an estimate, good to 1 %
        std::uint64_t kept = 0;
        std::optional<ByteRange> first {}; // of those that are not kept: by place in the file
        std::optional<ByteRange> last {};

        std::uint64_t notKept() const { return all - kept; }
    };

    DiagnosticLog();
    ~DiagnosticLog();

    // The same again (code, range, entry and detail) is no news, whatever its severity.
    void add(Diagnostic diagnostic);

    std::uint64_t total() const; // with those that are not kept
    // Of one severity; those that are not kept count as the worst of their code.
    std::uint64_t total(Severity severity) const;
    std::size_t kept() const;
    std::vector<Count> counts() const;                        // by code, in order of discovery
    Severity worst() const;                                   // info when there are none
    std::optional<Diagnostic> first(Severity severity) const; // of those that are kept, as they were found
    // Bytes in errors, those in several once; where there are very many stretches of them, at least so many.
    std::uint64_t lostBytes() const;

    std::vector<Diagnostic> all() const { return since(0); } // those that are kept, in order of discovery
    // Those kept since there were `from` of them, at most `atMost`.
    std::vector<Diagnostic> since(std::size_t from, std::size_t atMost = ~std::size_t(0)) const;
    // Those kept that touch the range, by place, at most `atMost`.
    std::vector<Diagnostic> in(const ByteRange& range, std::size_t atMost = ~std::size_t(0)) const;

    // The worst that is no mere information; nothing when there is none. Those that are not kept count as
    // well. Of their places only the nearest 64 KiB are known, and less where they lie scattered all over a
    // large capture: a place near one of them may be taken for bad, never a bad one for good.
    std::optional<Severity> worstOfAll() const;
    std::optional<Severity> worstIn(const ByteRange& range) const;     // of those that touch it
    std::optional<Severity> worstWithin(const ByteRange& range) const; // of those that lie wholly in it

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}
