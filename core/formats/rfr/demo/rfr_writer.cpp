#include "core/formats/rfr/demo/rfr_writer.h"

#include "core/io/file.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>

namespace traceglass::rfr {

namespace {

void writeOptional(ByteWriter& out, const std::optional<std::uint64_t>& value)
{
    out.u8(value ? 1 : 0);
    if (value)
        out.varint(*value);
}

void writeFields(ByteWriter& out, const std::vector<NamedValue>& fields)
{
    out.varint(fields.size());
    for (const NamedValue& field : fields) {
        out.text(field.name);
        writeFieldValue(out, field.value);
    }
}

// What events and span objects share.
template <class Said>
void writeSaid(ByteWriter& out, const Said& said)
{
    out.varint(said.callsite);
    out.varint(static_cast<std::uint64_t>(said.parent.kind));
    if (said.parent.kind == Parent::Kind::explicitId)
        out.varint(said.parent.iid);
    out.varint(said.values.size());
    for (const WireValue& value : said.values)
        writeFieldValue(out, value);
    writeFields(out, said.dynamic);
}

std::string chunkName(std::uint64_t micros, std::uint64_t period)
{
    using namespace std::chrono;
    const sys_seconds moment {seconds(static_cast<std::int64_t>(micros / 1'000'000))};
    const auto day = floor<days>(moment);
    const year_month_day date(day);
    const hh_mm_ss time(moment - day);
    std::array<char, 96> buffer {};
    std::snprintf(buffer.data(), buffer.size(), "%04d-%02u/%02u-%02d/chunk-%02d-%02d", int(date.year()),
                  unsigned(date.month()), unsigned(date.day()), int(time.hours().count()),
                  int(time.minutes().count()), int(time.seconds().count()));
    std::string name = buffer.data();
    if (period < 1'000'000) {
        std::snprintf(buffer.data(), buffer.size(), "-%06u", static_cast<unsigned>(micros % 1'000'000));
        name += buffer.data();
    }
    return name + ".rfr";
}

}

void writeCallsite(ByteWriter& out, const Callsite& callsite)
{
    out.varint(callsite.id);
    out.u8(callsite.level);
    out.varint(callsite.kind);
    writeFields(out, callsite.constFields);
    out.varint(callsite.fieldNames.size());
    for (const std::string_view name : callsite.fieldNames)
        out.text(name);
}

void writeObject(ByteWriter& out, const TaskObject& task)
{
    out.varint(task.iid);
    out.varint(task.callsite);
    out.varint(task.taskId);
    out.text(task.name);
    out.varint(task.kind.number);
    if (task.kind.number == 4)
        out.text(task.kind.other);
    writeOptional(out, task.context);
}

void writeObject(ByteWriter& out, const SpanObject& span)
{
    out.varint(span.iid);
    writeSaid(out, span);
}

void writeEvent(ByteWriter& out, const Event& event)
{
    writeSaid(out, event);
}

void writeFieldValue(ByteWriter& out, const WireValue& value)
{
    out.varint(value.index());
    struct Visitor
    {
        ByteWriter& out;
        void operator()(F64 v) const { out.u64(v.bits); }
        void operator()(I64 v) const { out.varint(zigzag(v.value)); }
        void operator()(std::uint64_t v) const { out.varint(v); }
        void operator()(I128 v) const
        {
            const std::uint64_t sign = ~((v.bits.high >> 63) - 1); // all ones for negative numbers
            out.varint(U128 {(v.bits.high << 1 | v.bits.low >> 63) ^ sign, (v.bits.low << 1) ^ sign});
        }
        void operator()(U128 v) const { out.varint(v); }
        void operator()(bool v) const { out.u8(v ? 1 : 0); }
        void operator()(std::string_view v) const { out.text(v); }
    };
    std::visit(Visitor {out}, value);
}

void writeWaker(ByteWriter& out, const Waker& waker)
{
    out.varint(waker.task);
    writeOptional(out, waker.context);
}

// --- chunked

RecordingWriter::RecordingWriter(std::uint64_t periodMicros, std::string version)
    : m_period(periodMicros)
    , m_version(std::move(version))
{
}

void RecordingWriter::addCallsite(const Callsite& callsite)
{
    writeCallsite(m_callsites, callsite);
}

void RecordingWriter::addTask(const TaskObject& task)
{
    ByteWriter& out = m_objects[task.iid] = {};
    out.varint(1);
    writeObject(out, task);
}

void RecordingWriter::addSpan(const SpanObject& span)
{
    ByteWriter& out = m_objects[span.iid] = {};
    out.varint(0);
    writeObject(out, span);
}

RecordingWriter::SequenceData& RecordingWriter::begin(std::uint64_t sequence, std::uint64_t micros,
                                                      RecordKind kind)
{
    const std::uint64_t chunk = micros / m_period;
    SequenceData& data = m_chunks[chunk][sequence];
    if (data.count == 0)
        data.first = micros;
    data.last = micros;
    ++data.count;
    data.records.varint(micros - baseSeconds(chunk) * 1'000'000);
    data.records.varint(static_cast<std::uint64_t>(kind));
    return data;
}

void RecordingWriter::record(std::uint64_t sequence, std::uint64_t micros, RecordKind kind, std::uint64_t iid)
{
    SequenceData& data = begin(sequence, micros, kind);
    data.records.varint(iid);
    data.used.insert(iid);
}

void RecordingWriter::waker(std::uint64_t sequence, std::uint64_t micros, RecordKind kind, const Waker& waker)
{
    SequenceData& data = begin(sequence, micros, kind);
    writeWaker(data.records, waker);
    data.used.insert(waker.task);
    if (waker.context)
        data.used.insert(*waker.context);
}

void RecordingWriter::event(std::uint64_t sequence, std::uint64_t micros, const Event& event)
{
    SequenceData& data = begin(sequence, micros, RecordKind::event);
    writeEvent(data.records, event);
    if (event.parent.kind == Parent::Kind::explicitId)
        data.used.insert(event.parent.iid);
}

std::vector<RecordingWriter::ChunkBytes> RecordingWriter::chunks() const
{
    std::vector<ChunkBytes> out;
    for (const auto& [chunk, sequences] : m_chunks) {
        const std::uint64_t start = chunk * m_period;
        const std::uint64_t base = baseSeconds(chunk) * 1'000'000;
        const auto firstOf = [](const auto& sequence) { return sequence.second.first; };
        const auto lastOf = [](const auto& sequence) { return sequence.second.last; };
        const std::uint64_t earliest = firstOf(*std::ranges::min_element(sequences, {}, firstOf));
        const std::uint64_t latest = lastOf(*std::ranges::max_element(sequences, {}, lastOf));
        ByteWriter bytes;
        bytes.text(m_version);
        bytes.varint(baseSeconds(chunk));
        bytes.varint(start - base);
        bytes.varint(start + m_period - base);
        bytes.varint(earliest - base);
        bytes.varint(latest - base);
        bytes.varint(sequences.size());
        for (const auto& [id, data] : sequences) {
            bytes.varint(id);
            bytes.varint(data.first - base);
            bytes.varint(data.last - base);
            const auto known =
                std::ranges::count_if(data.used, [&](std::uint64_t iid) { return m_objects.contains(iid); });
            bytes.varint(static_cast<std::uint64_t>(known));
            for (const std::uint64_t iid : data.used) {
                if (const auto object = m_objects.find(iid); object != m_objects.end())
                    bytes.raw(object->second.bytes());
            }
            bytes.varint(data.count);
            bytes.raw(data.records.bytes());
        }
        out.push_back({chunkName(start, m_period), bytes.take()});
    }
    return out;
}

std::vector<std::byte> RecordingWriter::meta() const
{
    ByteWriter out;
    out.text("rfr-cm/0.0.1");
    out.varint(m_created / 1'000'000);
    out.varint(m_created % 1'000'000);
    out.varint(1);
    out.text(m_version);
    return out.take();
}

std::vector<std::byte> RecordingWriter::callsites() const
{
    ByteWriter out;
    out.text("rfr-cc/0.0.1");
    out.raw(m_callsites.bytes());
    return out.take();
}

Result<void> RecordingWriter::write(const std::filesystem::path& directory) const
{
    std::vector<ChunkBytes> files = chunks();
    files.insert(files.begin(), {{"meta.rfr", meta()}, {"callsites.rfr", callsites()}});
    for (const auto& [name, bytes] : files) {
        std::error_code error;
        std::filesystem::create_directories((directory / name).parent_path(), error);
        if (error)
            return fail(Code::FileUnwritable, directory.string() + ": " + error.message());
        if (auto done = writeFile(directory / name, bytes); !done)
            return done;
    }
    return {};
}

}
