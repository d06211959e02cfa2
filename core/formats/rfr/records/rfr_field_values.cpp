#include "core/formats/rfr/records/rfr_field_values.h"

#include "core/base/text.h"
#include "core/base/workers.h"
#include "core/model/catalogue_maker.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <deque>
#include <unordered_map>

namespace traceglass::rfr {

namespace {

std::string unitOf(std::string_view name)
{
    using namespace std::string_view_literals;
    constexpr std::array<std::pair<std::string_view, std::string_view>, 11> kEnds = {{{"_ns", "ns"},
                                                                                      {"_nanos", "ns"},
                                                                                      {"_us", "us"},
                                                                                      {"_micros", "us"},
                                                                                      {"_ms", "ms"},
                                                                                      {"_millis", "ms"},
                                                                                      {"_s", "s"},
                                                                                      {"_secs", "s"},
                                                                                      {"_seconds", "s"},
                                                                                      {"_bytes", "B"},
                                                                                      {"_kb", "kB"}}};
    const auto found =
        std::ranges::find_if(kEnds, [&](const auto& each) { return name.ends_with(each.first); });
    return found == kEnds.end() ? std::string() : std::string(found->second);
}

// What the object of a task says.
enum TaskField : std::uint32_t { kTaskName, kTaskId, kTaskKind, kTaskSaid };

WideInteger countOf(std::uint64_t count)
{
    return count;
}

std::optional<WideInteger> timeOf(std::optional<Micros> micros)
{
    const auto ns = micros ? nanoseconds(*micros) : std::nullopt;
    return ns ? std::optional(WideInteger(*ns)) : std::nullopt;
}

// What the analysis of all records found out of one, behind them.
struct TaskSum
{
    const char* name;
    FieldType type;
    std::optional<WideInteger> (*of)(const TaskInfo& task);
};
constexpr std::array<TaskSum, 11> kTaskSums = {{
    {"task.polls", FieldType::integer,
     [](const TaskInfo& task) { return std::optional(countOf(task.polls)); }},
    {"task.wakes", FieldType::integer,
     [](const TaskInfo& task) { return std::optional(countOf(task.wakes)); }},
    {"task.late_wakes", FieldType::integer,
     [](const TaskInfo& task) { return std::optional(countOf(task.lateWakes)); }},
    {"task.self_wakes", FieldType::integer,
     [](const TaskInfo& task) { return std::optional(countOf(task.selfWakes)); }},
    {"task.busy", FieldType::span, [](const TaskInfo& task) { return timeOf(task.busy); }},
    {"task.longest_poll", FieldType::span, [](const TaskInfo& task) { return timeOf(task.longestPoll); }},
    {"task.scheduled", FieldType::span, [](const TaskInfo& task) { return timeOf(task.scheduled); }},
    {"task.created", FieldType::span, [](const TaskInfo& task) { return timeOf(task.created); }},
    {"task.idle", FieldType::span, [](const TaskInfo& task) { return timeOf(task.idle); }},
    {"task.spawn", FieldType::moment, [](const TaskInfo& task) { return timeOf(task.spawn); }},
    {"task.drop", FieldType::moment, [](const TaskInfo& task) { return timeOf(task.drop); }},
}};

}

// Takes values out of records, for one thread. Texts are those of the files, which stay mapped as long as it
// lives.
class RfrFields::Decoder
{
public:
    Decoder(const Known& known, const FieldRequest& request, bool isStream)
        : m_known(known)
        , m_isStream(isStream)
        , m_isAsked(request.areAsked(*known.catalogue))
    {
        const auto isAsked = [&](const auto& numbers) {
            return std::ranges::any_of(numbers, [&](const auto& each) { return m_isAsked[each.second]; });
        };
        for (const auto& [id, site] : known.sites) {
            if (!std::ranges::any_of(site.values, [&](std::uint32_t number) { return m_isAsked[number]; })
                && !isAsked(site.dynamic) && !isAsked(site.constants))
                continue;
            Asked asked {&site};
            for (std::size_t i = 0; i < site.values.size(); ++i)
                if (m_isAsked[site.values[i]])
                    asked.end = i + 1;
            asked.isWhole = isAsked(site.dynamic) || isAsked(site.constants);
            m_sites.emplace(id, asked);
            m_asksSpans = m_asksSpans || !site.callsite || site.callsite->kind != kEvent;
        }
        for (std::uint32_t i = 0; i < kTaskSaid; ++i)
            m_asksTasks = m_asksTasks || m_isAsked[known.taskFields + i];
        for (std::uint32_t i = 0; i < kTaskSums.size(); ++i)
            if (m_isAsked[known.taskFields + kTaskSaid + i])
                m_sums.push_back(i);
    }

    void take(const PiecePtr& piece, FieldSink& sink, const Job& job)
    {
        for (const Sequence& sequence : piece->decoded.sequences) {
            takeObjects(*piece, sequence);
            for (std::size_t i = 0; i < sequence.size(); ++i) {
                if ((i & 4095) == 4095 && job.stopRequested())
                    return;
                take(*piece, sequence, i, sink);
            }
        }
    }
    // One of a chunk.
    void take(const PieceRecord& record, FieldSink& sink)
    {
        if (record.sequence != m_sequence) {
            m_piece = record.piece;
            m_sequence = record.sequence;
            takeObjects(*record.piece, *record.sequence);
        }
        take(*record.piece, *record.sequence, record.record, sink);
    }

private:
    static constexpr std::uint32_t kEvent = 1; // Callsite::kind

    struct Asked // of a callsite
    {
        const Known::Site* site = nullptr;
        std::size_t end = 0;  // behind the last value that is asked for
        bool isWhole = false; // other fields are, too
    };
    struct Stretch // of m_kept
    {
        std::size_t begin = 0;
        std::size_t size = 0;
    };

    // A chunk's sequence has all objects that its records name; a stream says each once, before it is named.
    void takeObjects(const Piece& piece, const Sequence& sequence)
    {
        if (!m_isStream) {
            m_spans.clear();
            m_tasks.clear();
            m_kept.clear();
            m_texts.clear();
        }
        for (const ObjectEntry& entry : sequence.objects) {
            if (entry.task ? !m_asksTasks : !m_asksSpans)
                continue;
            const std::size_t before = m_kept.size();
            if (entry.task)
                appendTask(piece.object(sequence, entry, readTaskObject));
            else
                appendSaid(m_kept, m_texts, piece.object(sequence, entry, readSpanObject));
            if (m_kept.size() == before)
                continue;
            const Stretch kept {before, m_kept.size() - before};
            auto& objects = entry.task ? m_tasks : m_spans;
            if (m_isStream)
                objects[entry.iid] = kept;
            else
                objects.try_emplace(entry.iid, kept);
        }
    }

    void take(const Piece& piece, const Sequence& sequence, std::size_t record, FieldSink& sink)
    {
        const RecordKind kind = sequence.kinds[record];
        if (kind == RecordKind::event) {
            const auto asked = m_sites.find(sequence.ids[record]);
            if (asked == m_sites.end())
                return;
            m_entries.clear();
            m_eventTexts.clear();
            ByteReader in = piece.payload(sequence, record);
            if (asked->second.isWhole) {
                appendSaid(m_entries, m_eventTexts, readEvent(in));
            } else {
                in.varint64(); // the callsite
                const std::vector<std::uint32_t>& numbers = asked->second.site->values;
                readValues(
                    in, asked->second.end, [&](std::size_t i) { return m_isAsked[numbers[i]]; },
                    [&](std::size_t i, const WireValue& value) {
                        m_entries.push_back({numbers[i], valueOf(value, m_eventTexts)});
                    });
            }
            if (!m_entries.empty())
                sink.take({piece.ref(sequence, record), {}, m_entries});
            return;
        }
        const bool isOfTask = isTask(kind) || isWaker(kind);
        if (isOfTask ? !m_asksTasks && m_sums.empty() : !m_asksSpans || !isSpan(kind))
            return;
        const auto& objects = isOfTask ? m_tasks : m_spans;
        const auto found = objects.find(sequence.ids[record]);
        std::span<const FieldEntry> values;
        if (found != objects.end())
            values = std::span(m_kept).subspan(found->second.begin, found->second.size);
        if (isOfTask && !m_sums.empty()) {
            m_entries.assign(values.begin(), values.end());
            appendSums(sequence.ids[record], piece.absoluteMicros(sequence, record));
            values = m_entries;
        }
        if (!values.empty())
            sink.take({piece.ref(sequence, record), {}, values});
    }

    void appendSums(std::uint64_t iid, Micros micros)
    {
        const TaskInfo* const task = m_known.tables->taskAt(iid, micros);
        for (std::size_t i = 0; task && i < m_sums.size(); ++i)
            if (const auto value = kTaskSums[m_sums[i]].of(*task))
                m_entries.push_back({m_known.taskFields + kTaskSaid + m_sums[i], *value});
    }

    void appendTask(const TaskObject& task)
    {
        const std::uint32_t first = m_known.taskFields;
        if (m_isAsked[first + kTaskName] && !task.name.empty())
            m_kept.push_back({first + kTaskName, task.name});
        if (m_isAsked[first + kTaskId])
            m_kept.push_back({first + kTaskId, WideInteger(task.taskId)});
        if (m_isAsked[first + kTaskKind])
            m_kept.push_back({first + kTaskKind, std::string_view(m_texts.emplace_back(task.kind.text()))});
    }
    template <class Said>
    void appendSaid(std::vector<FieldEntry>& out, std::deque<std::string>& texts, const Said& said)
    {
        const auto found = m_sites.find(said.callsite);
        if (found == m_sites.end())
            return;
        const Known::Site& site = *found->second.site;
        const auto add = [&](std::uint32_t number, const WireValue& value) {
            if (m_isAsked[number])
                out.push_back({number, valueOf(value, texts)});
        };
        for (std::size_t i = 0; i < said.values.size() && i < site.values.size(); ++i)
            add(site.values[i], said.values[i]);
        for (const NamedValue& field : said.dynamic)
            for (const auto& [name, number] : site.dynamic)
                if (name == field.name)
                    add(number, field.value);
        for (const auto& [position, number] : site.constants)
            add(number, site.callsite->constFields[position].value);
    }

    static FieldValue valueOf(const WireValue& value, std::deque<std::string>& texts)
    {
        if (const auto* const real = std::get_if<F64>(&value))
            return std::bit_cast<double>(real->bits);
        if (const auto* const number = std::get_if<I64>(&value))
            return WideInteger(number->value);
        if (const auto* const number = std::get_if<std::uint64_t>(&value))
            return WideInteger(*number);
        if (const auto* const number = std::get_if<I128>(&value))
            return static_cast<WideInteger>(number->bits.wide());
        if (const auto* const truth = std::get_if<bool>(&value))
            return *truth;
        if (const auto* const text = std::get_if<std::string_view>(&value))
            return *text;
        const U128 bits = std::get<U128>(value);
        if (bits.high >> 63 == 0)
            return static_cast<WideInteger>(bits.wide());
        return std::string_view(texts.emplace_back(valueText(value)));
    }

    const Known& m_known;
    const bool m_isStream;
    std::vector<bool> m_isAsked;                      // by number
    std::unordered_map<std::uint64_t, Asked> m_sites; // with fields that are asked for
    bool m_asksSpans = false;
    bool m_asksTasks = false;          // what their objects say
    std::vector<std::uint32_t> m_sums; // of tasks, that are asked for
    PiecePtr m_piece; // of the sequence that objects are of, where records are taken one by one
    const Sequence* m_sequence = nullptr;
    std::unordered_map<std::uint64_t, Stretch> m_spans, m_tasks; // by iid
    std::vector<FieldEntry> m_kept;                              // of all of them
    std::deque<std::string> m_texts;                             // made for them
    std::vector<FieldEntry> m_entries;                           // of the record at hand
    std::deque<std::string> m_eventTexts;
};

std::shared_ptr<const RfrFields::Known> RfrFields::madeOf(std::shared_ptr<const Tables> tables) const
{
    auto out = std::make_shared<Known>();
    out->tables = std::move(tables);
    const auto& dynamicFields = out->tables->dynamicFields;
    CatalogueMaker maker(*out->catalogue);
    const auto numberOf = [&](const std::string& record, std::string_view name) {
        return maker.numberOf(toValidUtf8(name), record, FieldType::any, unitOf(name));
    };
    out->taskFields = static_cast<std::uint32_t>(out->catalogue->size());
    out->catalogue->push_back({"task.name", "task", FieldType::text});
    out->catalogue->push_back({"task.id", "task", FieldType::integer});
    out->catalogue->push_back({"task.kind", "task", FieldType::text});
    for (const TaskSum& sum : kTaskSums)
        out->catalogue->push_back({sum.name, "task", sum.type});
    const auto add = [&](const Callsite& callsite) {
        const auto [known, isNew] = out->sites.try_emplace(callsite.id);
        if (!isNew)
            return;
        Known::Site& site = known->second;
        site.callsite = &callsite;
        const std::string_view target = callsite.textField("target");
        const bool isEvent = callsite.kind == 1;
        const std::string record =
            isEvent && !target.empty() ? toValidUtf8(target) : m_recording.callsiteName(callsite.id);
        for (const std::string_view name : callsite.fieldNames)
            site.values.push_back(numberOf(record, name));
        if (const auto names = dynamicFields.find(callsite.id); names != dynamicFields.end())
            for (const std::string& name : names->second)
                site.dynamic.emplace_back(name, numberOf(record, name));
        for (std::size_t i = 0; i < callsite.constFields.size(); ++i)
            site.constants.emplace_back(
                i, numberOf(record, "callsite." + std::string(callsite.constFields[i].name)));
    };
    if (m_recording.isStream())
        std::ranges::for_each(m_recording.marks.callsites(), [&](const Callsite* each) { add(*each); });
    else
        for (const Callsites::Entry& entry : m_recording.callsites.all())
            add(entry.callsite);
    return out;
}

std::shared_ptr<const RfrFields::Known> RfrFields::known() const
{
    auto tables = m_timeline.tables();
    const std::lock_guard lock(m_mutex);
    if (!m_known && tables)
        m_known = madeOf(std::move(tables));
    return m_known;
}

FieldCataloguePtr RfrFields::fields() const
{
    const auto known = this->known();
    return known ? known->catalogue : nullptr;
}

Result<void> RfrFields::scan(const FieldRequest& request, const FieldSinkMaker& sinks, Job& job) const
{
    const auto known = this->known();
    if (!known)
        return {};
    if (m_recording.isStream()) { // objects lie before what names them
        Decoder decoder(*known, request, true);
        const auto sink = sinks();
        if (auto done = scanStream(decoder, *sink, job); !done)
            return done;
        sink->finish();
        return {};
    }
    std::atomic<bool> isCut = false;
    job.start(m_recording.chunks.size());
    forEachParallel(m_recording.chunks.size(), request.threads, job, [&](std::size_t chunk) {
        if (m_recording.chunks[chunk].readable) {
            const PiecePtr piece = decodePiece(m_recording, static_cast<std::uint32_t>(chunk), job);
            if (!piece)
                return;
            Decoder decoder(*known, request, false);
            const auto sink = sinks();
            decoder.take(piece, *sink, job);
            if (piece->decoded.sequences.empty() || !piece->file->isCut())
                sink->finish();
            else
                isCut = true;
        }
        job.advance();
    });
    if (isCut)
        return fail(Code::FileChanged, m_recording.path.string());
    return job.stopRequested() ? Result<void>(fail(Code::Stopped)) : Result<void>();
}

Result<void> RfrFields::scanStream(Decoder& decoder, FieldSink& sink, Job& job) const
{
    job.start(m_recording.bytes);
    PieceReader pieces(m_recording, {}, 1, job);
    while (const PiecePtr piece = pieces.next()) {
        decoder.take(piece, sink, job);
        const Sequence& sequence = piece->decoded.sequences.front();
        job.advance(sequence.end - sequence.offset);
    }
    if (pieces.sawCut())
        return fail(Code::FileChanged, m_recording.path.string());
    return job.stopRequested() ? Result<void>(fail(Code::Stopped)) : Result<void>();
}

Result<void> RfrFields::read(const FieldRequest& request, std::span<const RecordRef> refs, FieldSink& sink,
                             Job& job) const
{
    const auto known = this->known();
    if (!known)
        return {};
    Decoder decoder(*known, request, false);
    PiecePtr piece;
    job.start(refs.size());
    for (const RecordRef ref : refs) {
        if (job.stopRequested())
            return fail(Code::Stopped);
        job.advance();
        if (!piece || piece->source != ref.source())
            piece = m_reader.pieceAt(ref.source(), ref.offset(), job);
        const PieceRecord record = piece ? recordAt(piece, ref.offset()) : PieceRecord {};
        if (record && record.offset() == ref.offset())
            decoder.take(record, sink);
        if (piece && piece->file && piece->file->isCut())
            return fail(Code::FileChanged, m_recording.path.string());
    }
    return {};
}

// A chunk is decoded whole for one record of it. Streams say what a span is long before.
FieldCosts RfrFields::costs() const
{
    constexpr std::uint64_t kByteNs = 5;
    std::uint64_t bytes = 0;
    for (const ChunkFile& chunk : m_recording.chunks)
        bytes += chunk.size;
    return {bytes * kByteNs, 2 * bytes * kByteNs / std::max<std::uint64_t>(m_recording.chunks.size(), 1)};
}

}
