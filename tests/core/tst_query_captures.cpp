// Fields of records as captures have them: what queries find against a plain look at the records' JSON, and
// that damaged captures, single reads and any number of threads come to the same.
#include "core/formats/cjfr/demo/cjfr_demo.h"
#include "core/formats/formats.h"
#include "core/formats/rfr/demo/rfr_demo.h"
#include "core/formats/rfr/demo/rfr_writer.h"
#include "core/formats/rtc/wire/rtc_writer.h"
#include "core/io/file.h"
#include "core/model/fields_facet.h"
#include "core/query/field_columns.h"
#include "core/query/parse.h"
#include "core/query/run.h"
#include "tests/support/ask_everything.h"
#include "tests/support/corpus.h"
#include "tests/support/patience.h"
#include "tests/support/rtc_notes.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <unordered_map>

using namespace traceglass;
using nlohmann::json;

namespace {

std::string folded(std::string text)
{
    for (char& c : text)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    return text;
}

std::unique_ptr<Document> opened(const std::filesystem::path& path)
{
    Job job;
    auto document = openCapture(path, job);
    return document ? std::move(*document) : nullptr;
}

// --- the plain way: the fields of the records that slices refer to, out of their JSON

using Plain = std::map<std::string, json>; // by name

// Spans are told once, by the record that makes them; others name it.
std::unordered_map<std::uint64_t, Plain> plainRfr(const Document& document)
{
    std::unordered_map<std::uint64_t, Plain> out;
    std::map<std::uint64_t, Plain> spans;
    std::map<std::uint64_t, std::uint64_t> named; // spans by record
    const auto valuesOf = [](const json& fields) {
        Plain values;
        for (const json& field : fields) {
            const std::string type = field["type"], value = field["value"];
            if (type == "U64")
                values[field["name"]] = std::stoull(value);
            else if (type == "I64")
                values[field["name"]] = std::stoll(value);
            else if (type == "F64")
                values[field["name"]] =
                    std::bit_cast<double>(std::stoull(field["bits"].get<std::string>(), nullptr, 16));
            else if (type == "Bool")
                values[field["name"]] = value == "true";
            else
                values[field["name"]] = value;
        }
        return values;
    };
    Job job;
    RecordQuery query;
    query.json = true;
    (void)document.records()->read(
        query,
        [&](const Record& record) {
            const json said = json::parse(record.json);
            const RecordRef ref(record.range.source, record.range.offset);
            const std::string type = said["type"];
            if (type == "Event")
                out[ref.bits] = valuesOf(said["fields"]);
            if (type == "SpanNew" && said.contains("fields"))
                spans[said["iid"]] = valuesOf(said["fields"]);
            if (type.starts_with("Span"))
                named[ref.bits] = said["iid"];
            return true;
        },
        job);
    for (const auto& [ref, iid] : named)
        out[ref] = spans[iid];
    return out;
}

std::unordered_map<std::uint64_t, Plain> plainCjfr(const Document& document)
{
    std::unordered_map<std::uint64_t, Plain> out;
    Job job;
    RecordQuery query;
    query.json = true;
    (void)document.records()->read(
        query,
        [&](const Record& record) {
            const json said = json::parse(record.json);
            if (said.contains("fields"))
                for (const auto& [name, told] : said["fields"].items()) {
                    json value = told;
                    if (value.is_string()
                        && !value.get<std::string>().starts_with('/')) { // classes have dots
                        std::string text = value;
                        std::ranges::replace(text, '/', '.');
                        value = text;
                    }
                    if (value.is_number() || value.is_boolean() || (value.is_string() && value != "unset"))
                        out[RecordRef(record.range.source, record.range.offset).bits][name] = value;
                }
            return true;
        },
        job);
    return out;
}

struct Sample // of a capture
{
    std::unique_ptr<Document> document;
    TimelinePtr timeline;
    std::vector<const Plain*> slices; // by position in the order of hits of everything
    std::vector<std::pair<const Plain*, std::uint64_t>> different; // what they say, and how many of them
};

Sample sampleOf(const std::unordered_map<std::uint64_t, Plain>& plain, std::unique_ptr<Document> document)
{
    static const Plain kNothing;
    Sample out {std::move(document), nullptr, {}, {}};
    out.timeline = indexed(*out.document);
    Job job;
    query::run(out.timeline, {}, {}, job)->each([&](const query::Hit& hit) {
        const auto found = plain.find(hit.slice.ref.bits);
        out.slices.push_back(found == plain.end() ? &kNothing : &found->second);
        return true;
    });
    std::unordered_map<const Plain*, std::uint64_t> slices;
    for (const Plain* const values : out.slices)
        ++slices[values];
    std::map<std::string, std::pair<const Plain*, std::uint64_t>> different; // by all they say
    for (const auto& [values, count] : slices) {
        auto& [first, all] = different[json(*values).dump()];
        first = values;
        all += count;
    }
    for (const auto& [said, each] : different)
        out.different.push_back(each);
    return out;
}

// What one test says, and whether it holds for a value.
struct Test
{
    std::string text;
    std::string name;
    std::string op;
    json operand;
    bool holds(const Plain& values) const
    {
        const auto found = values.find(name);
        if (found == values.end())
            return false;
        const json& value = found->second;
        if (op == "there")
            return true;
        if (op == ":")
            return value.is_string() && folded(value).find(folded(operand)) != std::string::npos;
        const bool isEqual = value.is_string() && operand.is_string() ? folded(value) == folded(operand)
            : value.is_number() && operand.is_number()                ? value == operand
            : value.is_boolean() && operand.is_boolean()              ? value == operand
                                                                      : false;
        if (op == "=")
            return isEqual;
        if (op == "!=")
            return !isEqual;
        if (!value.is_number() || !operand.is_number())
            return false;
        return op == "<" ? value < operand
            : op == "<=" ? value <= operand
            : op == ">"  ? value > operand
                         : value >= operand;
    }
};

// How a number is written so that it means the same for the field.
std::string written(const json& value, const std::vector<const RecordField*>& fields)
{
    if (!value.is_number_integer())
        return value.dump();
    const auto isAll = [&](FieldType type) {
        return std::ranges::all_of(fields, [&](const RecordField* field) { return field->type == type; });
    };
    if (isAll(FieldType::span))
        return value.dump() + " ns";
    return isAll(FieldType::moment) ? value.dump() + "ns" : value.dump();
}

std::optional<Test> madeUp(std::mt19937_64& random, const Sample& sample, const FieldCatalogue& catalogue)
{
    const Plain& values = *sample.slices[random() % sample.slices.size()];
    if (values.empty())
        return {};
    const auto& [name, value] =
        *std::next(values.begin(), static_cast<std::ptrdiff_t>(random() % values.size()));
    std::vector<const RecordField*> fields;
    for (const RecordField& field : catalogue)
        if (field.name == name)
            fields.push_back(&field);
    const bool isText = value.is_string();
    if (fields.empty() || (isText && value.get<std::string>().find_first_of("\"\\\n") != std::string::npos))
        return {};
    static const std::vector<std::string> kOrders = {"=", "!=", "<", "<=", ">", ">=", "there"};
    static const std::vector<std::string> kTexts = {"=", "!=", ":", "there"};
    static const std::vector<std::string> kTruths = {"=", "!=", "there"};
    const auto& ops = isText ? kTexts : value.is_boolean() ? kTruths : kOrders;
    Test out {{}, name, ops[random() % ops.size()], value};
    if (value.is_number_integer() && random() % 3 == 0)
        out.operand = value.get<std::int64_t>() + static_cast<std::int64_t>(random() % 3) - 1;
    if (out.op == ":")
        out.operand = value.get<std::string>().substr(0, 1 + random() % 5);
    out.text = '@' + ('"' + name + '"');
    if (out.op != "there")
        out.text += ' ' + out.op + ' '
            + (isText ? '"' + out.operand.get<std::string>() + '"' : written(out.operand, fields));
    return out;
}

constexpr int kQueries = repeat(10) > 1 ? 500 : 150; // that are asked of each

void compareWithPlain(const Sample& sample, int queries)
{
    const query::FieldColumns columns(sample.document->fields());
    const FieldCataloguePtr catalogue = columns.catalogue();
    QVERIFY(catalogue && !catalogue->empty());
    std::mt19937_64 random(5);
    int asked = 0;
    std::uint64_t found = 0;
    QVERIFY(std::ranges::any_of(sample.slices, [](const Plain* values) { return !values->empty(); }));
    while (asked < queries) {
        const auto a = madeUp(random, sample, *catalogue), b = madeUp(random, sample, *catalogue);
        if (!a || !b)
            continue;
        const auto kind = random() % 5;
        const std::string text = kind == 0 ? a->text
            : kind == 1                    ? "not (" + a->text + ')'
            : kind == 2                    ? a->text + ' ' + b->text
            : kind == 3                    ? a->text + " or " + b->text
                                           : a->text + " -(" + b->text + ')';
        const auto expr = query::parse(text, &*catalogue);
        if (!expr) { // two records that share the name differ in the type
            QVERIFY2(expr.error().sentence.find("no field") == std::string::npos, text.c_str());
            continue;
        }
        ++asked;
        Job job;
        query::Scope scope;
        scope.threads = asked % 2 == 0 ? 1 : 3;
        const auto hits = query::run(sample.timeline, &columns, *expr, scope, job);
        QVERIFY2(hits, text.c_str());
        std::uint64_t expected = 0;
        for (const auto& [values, count] : sample.different) {
            const bool isA = a->holds(*values);
            const bool isIt = kind == 0 ? isA
                : kind == 1             ? !isA
                : kind == 2             ? isA && b->holds(*values)
                : kind == 3             ? isA || b->holds(*values)
                                        : isA && !b->holds(*values);
            expected += isIt ? count : 0;
        }
        if (hits->count() != expected)
            qWarning("%s: %llu, expected %llu", text.c_str(), static_cast<unsigned long long>(hits->count()),
                     static_cast<unsigned long long>(expected));
        QCOMPARE(hits->count(), expected);
        found += expected;
    }
    QVERIFY(found > 0);
}

std::vector<std::byte> contentOf(const std::filesystem::path& path)
{
    std::ifstream in(path, std::ios::binary);
    const std::string text {std::istreambuf_iterator<char>(in), {}};
    const auto bytes = asBytes(text);
    return {bytes.begin(), bytes.end()};
}

std::set<std::uint64_t> offsetsOf(const query::Hits& hits)
{
    std::set<std::uint64_t> out;
    hits.each([&](const query::Hit& hit) {
        out.insert(hit.slice.ref.bits);
        return true;
    });
    return out;
}

std::uint64_t count(const Document& document, const TimelinePtr& timeline, const char* text)
{
    const query::FieldColumns columns(document.fields());
    const FieldCataloguePtr catalogue = columns.catalogue();
    Job job;
    const auto expr = query::parse(text, &*catalogue);
    if (!expr) {
        qWarning("%s: %s", text, expr.error().sentence.c_str());
        return ~std::uint64_t(0);
    }
    return query::run(timeline, &columns, *expr, {}, job)->count();
}

rfr::RecordingWriter smallRecording()
{
    constexpr std::uint64_t kStart = 1'780'000'000'000'000;
    rfr::RecordingWriter out;
    out.setCreated(kStart);
    out.addCallsite({.id = 1,
                     .level = 30,
                     .kind = 2,
                     .constFields = {{"name", "request"}},
                     .fieldNames = {"path", "id"}});
    out.addCallsite(
        {.id = 2, .level = 30, .kind = 1, .constFields = {{"target", "shop"}}, .fieldNames = {"message"}});
    out.addTask({.iid = 7, .callsite = 1, .taskId = 20, .name = "upload"});
    out.record(2, kStart + 10, rfr::RecordKind::taskNew, 7);
    out.record(2, kStart + 20, rfr::RecordKind::taskPollStart, 7);
    rfr::SpanObject span;
    span.iid = 9;
    span.callsite = 1;
    span.values = {std::string_view("/cart"), U128 {1ull << 63, 5}};
    span.dynamic = {{"tag", std::string_view("red")}, {"tag", std::string_view("blue")}};
    out.addSpan(span);
    out.record(2, kStart + 30, rfr::RecordKind::spanNew, 9);
    out.record(2, kStart + 31, rfr::RecordKind::spanEnter, 9);
    rfr::Event event;
    event.callsite = 2;
    event.values = {std::string_view("hello")};
    event.dynamic = {{"waited_us", std::uint64_t(10'000)}, {"big", rfr::I128 {{~0ull, ~0ull}}}};
    out.event(2, kStart + 40, event);
    out.record(2, kStart + 50, rfr::RecordKind::spanExit, 9);
    out.record(2, kStart + 51, rfr::RecordKind::spanClose, 9);
    out.record(2, kStart + 60, rfr::RecordKind::taskPollEnd, 7);
    return out;
}

}

class TestQueryCaptures : public QObject
{
    Q_OBJECT

private slots:
    void againstPlainRecordsOfRfr()
    {
        QTemporaryDir folder;
        const auto path = rfr::writeDemo(folder.path().toStdString());
        QVERIFY(path);
        auto document = opened(*path);
        const auto plain = plainRfr(*document);
        compareWithPlain(sampleOf(plain, std::move(document)), kQueries);
    }
    void againstPlainRecordsOfCondensedData()
    {
        QTemporaryDir folder;
        const std::filesystem::path path = (folder.path() + "/jvm.cjfr").toStdString();
        QVERIFY(cjfr::writeRecording(path, 20'000, Codec::lz4));
        auto document = opened(path);
        const auto plain = plainCjfr(*document);
        compareWithPlain(sampleOf(plain, std::move(document)), kQueries);
    }

    void threadsStacksAndClasses()
    {
        QTemporaryDir folder;
        const std::filesystem::path path = (folder.path() + "/jvm.cjfr").toStdString();
        QVERIFY(cjfr::writeRecording(path, 20'000, {}));
        const auto document = opened(path);
        QVERIFY(!document->fields()->fields()); // nobody has read the stream
        const TimelinePtr timeline = indexed(*document);
        QVERIFY(document->fields()->fields());
        // A thread's slices are those of its track.
        QCOMPARE(count(*document, timeline, "eventThread = http-1 track : Threads/ kind = slices"),
                 count(*document, timeline, "track = Threads/http-1 kind = slices @eventThread"));
        QVERIFY(count(*document, timeline, "stackTrace = java.lang.Thread.run") > 100);
        // The first frame of a sample is its name.
        QCOMPARE(count(*document, timeline, "kind = samples name = shop.orders.OrderService.total"),
                 count(*document, timeline,
                       "kind = samples name = shop.orders.OrderService.total "
                       "stackTrace = shop.orders.OrderService.total"));
        QCOMPARE(count(*document, timeline, "@stackTrace.frames.lineNumber"),
                 ~std::uint64_t(0)); // a name, no struct
    }

    // Of events that one record stands for each slice has its own values: its duration is that of its field.
    void combinedEventsAreToldApart()
    {
        int combined = 0;
        for (const CorpusFile& capture : corpusFiles("cjfr/valid", ".cjfr")) {
            const auto document = opened(capture.path);
            const TimelinePtr timeline = document ? indexed(*document) : nullptr;
            if (!timeline || !document->fields() || !document->fields()->fields())
                continue;
            const query::FieldColumns columns(document->fields());
            const auto fields = fieldsNamed(*columns.catalogue(), "duration");
            Job job;
            const auto hits =
                query::run(timeline, &columns, *query::parse("@duration not kind = counter"), {}, job);
            QVERIFY(hits);
            const auto column = columns.of(fields, *hits, job);
            QVERIFY(column);
            std::map<std::uint64_t, int> ofRecord;
            hits->each([&](const query::Hit& hit) {
                const std::int64_t own = hit.slice.durationNs();
                (*column)->each(hit, [&](std::uint32_t number, const FieldValue& value) {
                    const auto ns = std::get<WideInteger>(value);
                    if ((*columns.catalogue())[number].type == FieldType::span && own > 0)
                        [&] { QVERIFY(ns == own); }();
                });
                combined += ofRecord[hit.slice.ref.bits]++ == 1;
                return true;
            });
        }
        QVERIFY(combined > 0);
    }

    // `value` is what each counter is told: one event tells several, and one record may stand for several events of one.
    void valuesOfCountersAreThoseDrawn()
    {
        QTemporaryDir folder;
        const std::filesystem::path shop = (folder.path() + "/shop.cjfr").toStdString();
        QVERIFY(cjfr::writeRecording(shop, 40'000, Codec::zstd));
        std::vector<std::filesystem::path> paths {shop};
        for (const CorpusFile& capture : corpusFiles("cjfr/valid", ".cjfr"))
            paths.push_back(capture.path);
        std::uint64_t values = 0;
        int together = 0;
        for (const std::filesystem::path& path : paths) {
            const auto document = opened(path);
            const TimelinePtr timeline = document ? indexed(*document) : nullptr;
            if (!timeline || !document->fields() || !document->fields()->fields())
                continue;
            const query::FieldColumns columns(document->fields());
            const auto fields = fieldsNamed(*columns.catalogue(), "value");
            Job job;
            const auto all = query::run(timeline, &columns, *query::parse("kind = counter"), {}, job);
            QVERIFY(all);
            if (all->count() == 0)
                continue;
            QVERIFY(!fields.empty());
            const auto column = columns.of(fields, *all, job);
            QVERIFY(column);
            std::map<std::pair<TrackId, std::uint64_t>, int> ofRecord;
            all->each([&](const query::Hit& hit) {
                int told = 0;
                const double drawn = timeline->value(hit.track, timeline->pack(hit.pack).at(hit.index));
                (*column)->each(hit, [&](std::uint32_t number, const FieldValue& value) {
                    const double is = std::get<double>(value);
                    ++told;
                    [&] {
                        QVERIFY(std::abs(is - drawn) <= 1e-5 * std::max(1.0, std::abs(drawn)));
                        QCOMPARE((*columns.catalogue())[number].unit, timeline->about(hit.track).unit);
                    }();
                });
                [&] { QVERIFY(told >= 1); }();
                ++values;
                together += ++ofRecord[{hit.track, hit.slice.ref.bits}] == 2;
                return true;
            });
        }
        QVERIFY(values > 100);
        QVERIFY(together > 0 || !std::filesystem::exists(corpus())); // our own captures have none
        const auto document = opened(shop);
        const TimelinePtr timeline = indexed(*document);
        const auto fits = [&](const char* text) { return count(*document, timeline, text); };
        QVERIFY(fits("value > 50 %") > 0);
        QCOMPARE(fits("value > 50 %"), fits("value > 50 % not name in (Heap, Metaspace)"));
        QCOMPARE(fits("value > 1 KiB"), fits("kind = counter name in (Heap, Metaspace)"));
        QCOMPARE(fits("Heap.value > 0.001 GiB"), fits("Heap.value > 1.024 MiB"));
        QCOMPARE(fits("@Heap.value"), fits("kind = counter name = Heap"));
        QCOMPARE(fits("@\"JVM user.value\" value >= 0"), fits("name = \"JVM user\""));
        QCOMPARE(fits("value >= 0 not kind = counter"), std::uint64_t(0));
    }

    void fieldsOfARecording()
    {
        QTemporaryDir folder;
        const std::filesystem::path path = (folder.path() + "/small.rfr").toStdString();
        QVERIFY(smallRecording().write(path));
        const auto document = opened(path);
        QVERIFY(!document->fields()->fields());
        const TimelinePtr timeline = indexed(*document);
        const auto fits = [&](const char* text) { return count(*document, timeline, text); };
        QCOMPARE(fits("message = hello"), std::uint64_t(1));
        QCOMPARE(fits("shop.waited_us = 10 ms"), std::uint64_t(1));
        QCOMPARE(fits("waited_us < 10 ms"), std::uint64_t(0));
        QCOMPARE(fits("big = -1"), std::uint64_t(1));
        QCOMPARE(fits("path = \"/cart\""), fits("@tag"));
        QVERIFY(fits("@tag") > 0);
        QCOMPARE(fits("tag = red"), fits("tag = BLUE"));
        QCOMPARE(fits("tag != red"), std::uint64_t(0));
        QCOMPARE(fits("request.id = 170141183460469231731687303715884105733"), fits("@tag")); // 2^127 + 5
        QCOMPARE(fits("task.id = 20 task.name = upload task.kind = task"), fits("@task.id"));
        QCOMPARE(fits("kind = states not @task.id"), std::uint64_t(0));
    }
    void fieldsOfStreams()
    {
        rtc::WriterOptions options;
        options.unitSize = 8192;
        options.minorSize = 2048;
        QTemporaryDir folder;
        const std::filesystem::path path = (folder.path() + "/small.rtc").toStdString();
        QVERIFY(writeFile(path, rtc::noteCapture(options, 400)));
        const auto document = opened(path);
        const TimelinePtr timeline = indexed(*document);
        QVERIFY(document->fields()->fields());
        for (const RecordField& field : *document->fields()->fields())
            if (field.record == "stream")
                QCOMPARE(count(*document, timeline, ("@\"" + field.name + '"').c_str()),
                         count(*document, timeline, ("@\"" + field.name + ".value\"").c_str()));
        // Every value of a counter, and each as it is drawn.
        QCOMPARE(count(*document, timeline, "kind = counter @value"),
                 count(*document, timeline, "kind = counter"));
        QVERIFY(count(*document, timeline, "@value") > 400);
    }

    // With gain and offset, as they are drawn and in the unit they are drawn in.
    void valuesOfStreamsAreThoseDrawn()
    {
        const auto captures = corpusFiles("rtc/valid", ".rtc"); // "formats" has both
        std::uint64_t values = 0;
        for (const CorpusFile& capture : captures) {
            const auto document = opened(capture.path);
            const TimelinePtr timeline = document ? indexed(*document) : nullptr;
            if (!timeline)
                continue;
            const query::FieldColumns columns(document->fields());
            Job job;
            const auto all = query::run(timeline, &columns, *query::parse("kind = counter @value"), {}, job);
            QVERIFY(all);
            const auto fields = fieldsNamed(*columns.catalogue(), "value");
            if (fields.empty())
                continue;
            const auto column = columns.of(fields, *all, job);
            QVERIFY(column);
            all->each([&](const query::Hit& hit) {
                const double drawn = timeline->value(hit.track, timeline->pack(hit.pack).at(hit.index));
                (*column)->each(hit, [&](std::uint32_t, const FieldValue& value) {
                    const auto* const whole = std::get_if<WideInteger>(&value);
                    const double is = whole ? static_cast<double>(*whole) : std::get<double>(value);
                    if (std::isfinite(is) && std::isfinite(drawn) && std::abs(is) < 1e30)
                        [&] {
                            QVERIFY2(std::abs(is - drawn) <= 1e-4 * std::max(1.0, std::abs(is)),
                                     capture.name.c_str());
                        }();
                });
                ++values;
                return true;
            });
        }
        QVERIFY(values > (std::filesystem::exists(corpus()) ? 1'000 : 0));
    }

    // Single reads give what a scan gives.
    void readingFewIsReadingAll()
    {
        QTemporaryDir folder;
        const std::filesystem::path jvm = (folder.path() + "/jvm.cjfr").toStdString();
        const std::filesystem::path stream = (folder.path() + "/small.rtc").toStdString();
        QVERIFY(cjfr::writeRecording(jvm, 20'000, Codec::zstd));
        QVERIFY(writeFile(stream, rtc::noteCapture({}, 400)));
        const auto web = rfr::writeDemo(folder.path().toStdString());
        QVERIFY(web);
        for (const std::filesystem::path& path : {jvm, stream, *web}) {
            const auto document = opened(path);
            const TimelinePtr timeline = indexed(*document);
            const FieldsFacet& facet = *document->fields();
            const FieldCataloguePtr catalogue = facet.fields();
            std::vector<std::uint32_t> all(catalogue->size());
            for (std::uint32_t i = 0; i < all.size(); ++i)
                all[i] = i;
            struct Keep : FieldSink
            {
                std::map<std::uint64_t, std::string>& into;
                std::map<std::uint64_t, std::string> mine {};
                explicit Keep(std::map<std::uint64_t, std::string>& to)
                    : into(to)
                {
                }
                void take(const FieldRecord& record) override
                {
                    for (const FieldEntry& entry : record.values)
                        query::appendValue(mine[record.ref.bits], entry.field, entry.value);
                }
                void finish() override { into.merge(mine); }
            };
            std::map<std::uint64_t, std::string> scanned, read;
            Job job;
            QVERIFY(facet.scan(
                {all, 1}, [&] { return std::make_unique<Keep>(scanned); }, job));
            std::set<std::uint64_t> wanted;
            std::mt19937_64 random(3);
            for (const std::uint64_t bits : offsetsOf(*query::run(timeline, {}, {}, job)))
                if (random() % 40 == 0)
                    wanted.insert(bits);
            std::vector<RecordRef> refs;
            for (const std::uint64_t bits : wanted) {
                RecordRef ref;
                ref.bits = bits;
                refs.push_back(ref);
            }
            Keep sink(read);
            QVERIFY(facet.read({all, 1}, refs, sink, job));
            sink.finish();
            QVERIFY(read.size() > 5);
            for (const auto& [ref, values] : read)
                QVERIFY2(scanned.contains(ref) && scanned.at(ref) == values, path.c_str());
            for (const std::uint64_t ref : wanted)
                QCOMPARE(read.contains(ref), scanned.contains(ref));
        }
    }

    // Whatever is broken: queries end, and say the same on any number of threads.
    void damagedCaptures()
    {
        QTemporaryDir folder;
        const std::filesystem::path whole = (folder.path() + "/whole.cjfr").toStdString();
        const std::filesystem::path stream = (folder.path() + "/whole.rtc").toStdString();
        const std::filesystem::path chunks = (folder.path() + "/whole.rfr").toStdString();
        QVERIFY(cjfr::writeRecording(whole, 2'000, {}));
        QVERIFY(writeFile(stream, rtc::noteCapture({}, 200)));
        QVERIFY(smallRecording().write(chunks));
        std::vector<std::filesystem::path> files = {whole, stream};
        for (const auto& entry : std::filesystem::recursive_directory_iterator(chunks))
            if (entry.is_regular_file() && entry.path().filename().string().starts_with("chunk"))
                files.push_back(entry.path());
        QCOMPARE(files.size(), std::size_t(3));
        constexpr int kDamages = repeat(10) > 1 ? 40 : 5; // of each file
        std::mt19937_64 random(1);
        int asked = 0;
        for (const std::filesystem::path& path : files) {
            const auto good = contentOf(path);
            QVERIFY(!good.empty());
            for (int i = 0; i < kDamages; ++i) {
                auto bytes = good;
                for (int flips = 0; flips <= i % 4; ++flips)
                    bytes[random() % bytes.size()] ^= static_cast<std::byte>(1 + random() % 255);
                if (i % 5 == 0)
                    bytes.resize(bytes.size() / 2 + random() % (bytes.size() / 2));
                QVERIFY(writeFile(path, bytes));
                const auto document = opened(path == files.back() ? chunks : path);
                const TimelinePtr timeline = document && document->fields() ? indexed(*document) : nullptr;
                if (!timeline || !document->fields()->fields())
                    continue;
                for (const RecordField& field : *document->fields()->fields()) {
                    if (field.name.find_first_of("\"\\") != std::string::npos || random() % 4 != 0)
                        continue;
                    std::optional<std::set<std::uint64_t>> first;
                    for (const unsigned threads : {1u, 3u}) {
                        const query::FieldColumns columns(document->fields());
                        Job job;
                        query::Scope scope;
                        scope.threads = threads;
                        const auto hits = query::run(timeline, &columns,
                                                     *query::parse("@\"" + field.name + '"'), scope, job);
                        QVERIFY(hits);
                        if (!first)
                            first = offsetsOf(*hits);
                        QVERIFY(*first == offsetsOf(*hits));
                        ++asked;
                    }
                }
            }
        }
        QVERIFY(asked > 5 * kDamages);
    }

    void canBeStopped()
    {
        QTemporaryDir folder;
        const auto path = rfr::writeDemo(folder.path().toStdString());
        const auto document = opened(*path);
        const TimelinePtr timeline = indexed(*document);
        const auto numbers = fieldsNamed(*document->fields()->fields(), "status");
        std::stop_source stop;
        stop.request_stop();
        Job job(stop.get_token());
        const query::FieldColumns columns(document->fields());
        const auto hits = query::run(timeline, &columns, *query::parse("status = 200"), {}, job);
        QVERIFY(!hits && hits.error().code == Code::Stopped);
    }
};

QTEST_GUILESS_MAIN(TestQueryCaptures)
#include "tst_query_captures.moc"
