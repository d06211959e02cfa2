// Passing over ordinary instances says what walking over them says, and leaves alone what is not ordinary.
#include "core/formats/cjfr/wire/cjfr_pass.h"
#include "tests/support/cjfr_bytes.h"

#include <QTest>
#include <random>

using namespace traceglass;
using namespace traceglass::cjfr;

namespace {

using Bytes = std::vector<std::byte>;

constexpr std::uint64_t kPlain = 40, kMixed = 41, kNotOrdinary = 42;
constexpr int kTextType = 30, kListType = 31, kThread = 32, kMillis = 33;
constexpr std::int64_t kStartNs = 1'700'000'000'000'000'000;

void defineTypes(CjfrBytes& out, std::int64_t ticksPerSecond, bool old)
{
    out.jfr(ticksPerSecond, kStartNs, old);
    out.stringType(kTextType);
    out.arrayType(kListType, 1);
    out.structType(kThread, "thread", {{"name", kTextType}, {"id", 1}});
    out.varintType(kMillis, "millis", false, 1'000'000);
    out.structType(kPlain, "jdk.Plain",
                   {{"startTime", 20, 0, 1}, {"duration", 21, 0, 2}, {"eventThread", kThread, 2}, {"n", 1}});
    out.structType(kMixed, "jdk.Mixed",
                   {{"a", 1},
                    {"startTime", 20, 0, 1},
                    {"flag", 2},
                    {"ratio", 3},
                    {"note", kTextType},
                    {"maybe", 1, 1},
                    {"later", 20, 0, 1}, // moves the clock too
                    {"eventThread", kThread, 2},
                    {"own", kTextType, 3},
                    {"b", 1},
                    {"c", kMillis},
                    {"d", 1},
                    {"perhaps", kTextType, 1},
                    {"whole", 0}});
    out.structType(kNotOrdinary, "jdk.Other",
                   {{"startTime", 20, 0, 1}, {"list", kListType}, {"eventThread", kThread, 2}});
}

class Choices
{
public:
    explicit Choices(unsigned seed)
        : m_random(seed)
    {
    }

    unsigned below(unsigned count) { return static_cast<unsigned>(m_random() % count); }
    void number(CjfrBytes& out) // of one to ten bytes
    {
        const std::uint64_t wide = std::uint64_t(m_random()) << 32 | m_random();
        out.uv(wide >> below(64));
    }
    void text(CjfrBytes& out) { out.str(std::string(below(8) == 0 ? 200 : below(12), 'x')); }
    template <class New>
    void reference(CjfrBytes& out, std::uint64_t& entries, New&& writeNew)
    {
        const unsigned kind = below(20);
        if (kind == 0) {
            out.uv(0);
        } else if (entries == 0 || kind < 3) {
            out.uv(1);
            writeNew();
            ++entries;
        } else {
            out.uv(2 + m_random() % entries);
        }
    }

private:
    std::mt19937 m_random;
};

// Instances of the three types, mostly ordinary ones.
Bytes stream(unsigned seed, int count, std::int64_t ticksPerSecond, bool old)
{
    CjfrBytes out;
    defineTypes(out, ticksPerSecond, old);
    Choices choices(seed);
    std::uint64_t threads = 0, own = 0;
    const auto thread = [&] {
        choices.reference(out, threads, [&] {
            choices.text(out);
            choices.number(out);
        });
    };
    for (int i = 0; i < count; ++i) {
        const std::uint64_t type = kPlain + choices.below(3);
        out.message(type).uv(type == kMixed ? choices.below(1000) : choices.below(1'000'000));
        if (type == kPlain) {
            choices.below(6) == 0 ? out.sv(std::numeric_limits<std::int64_t>::min()) : out.sv(i);
            thread();
            choices.number(out);
        } else if (type == kMixed) {
            out.uv(choices.below(100'000)); // startTime
            out.u8(1);
            out.u32(choices.below(1000));
            choices.text(out);
            out.u8(choices.below(2) == 0 ? 0 : 1);
            if (out.bytes().back() != std::byte(0))
                choices.number(out);
            choices.below(8) == 0 ? out.uv(std::uint64_t(1) << 63) : out.uv(choices.below(300)); // later
            thread();
            choices.reference(out, own, [&] { choices.text(out); });
            choices.number(out);
            choices.number(out);
            choices.number(out);
            out.u8(choices.below(2) == 0 ? 0 : 1);
            if (out.bytes().back() != std::byte(0))
                choices.text(out);
            out.u32(7);
        } else {
            out.uv(1).sv(5); // the list
            thread();
        }
    }
    return {out.bytes().begin(), out.bytes().end()};
}

// Texts that may be missing in front of many numbers: nothing but them says how much there is to read.
Bytes nullableStream(unsigned seed, int count)
{
    CjfrBytes out;
    out.jfr(1'000'000'000, kStartNs);
    out.stringType(kTextType);
    out.structType(50, "jdk.Nullable",
                   {{"startTime", 20, 0, 1},
                    {"own", kTextType, 1},
                    {"a", 1},
                    {"b", 1},
                    {"c", 1},
                    {"note", kTextType, 1},
                    {"d", 1, 1},
                    {"e", 1}});
    Choices choices(seed);
    const auto maybe = [&](auto&& write) {
        const bool isThere = choices.below(3) == 0;
        out.u8(isThere ? 1 : 0);
        if (isThere)
            write();
    };
    for (int i = 0; i < count; ++i) {
        out.message(50).uv(choices.below(1000));
        maybe([&] { choices.text(out); });
        for (int number = 0; number < 3; ++number)
            choices.number(out);
        maybe([&] { choices.text(out); });
        maybe([&] { choices.number(out); });
        choices.number(out);
    }
    return {out.bytes().begin(), out.bytes().end()};
}

// What a scan tells of every instance, and where the messages end.
class Told : public EventSink
{
public:
    void begin(const StreamIndex&) override { m_fields.resize(64); }
    const KeptFields* wants(const Type& type) override
    {
        KeptFields& fields = m_fields[type.index];
        fields.start = type.startField;
        fields.duration = type.durationField;
        fields.thread = type.fieldNamed("eventThread");
        for (const std::string_view name : {"own", "note"}) {
            if (fields.name < 0)
                fields.name = type.fieldNamed(name);
        }
        if (noteIsName && type.fieldNamed("note") >= 0)
            fields.name = type.fieldNamed("note");
        fields.more.clear();
        for (const std::string_view name :
             {"whole", "n", "a", "flag", "ratio", "note", "maybe", "own", "b", "d", "perhaps"}) {
            if (const int at = type.fieldNamed(name); at >= 0 && at != fields.name)
                fields.more.push_back(at);
        }
        return &fields;
    }
    void take(const Message& message, const Kept& kept) override
    {
        words << wordsOf(message, kept, m_fields[message.type->index].more.size());
        places << placeOf(message);
        ends.push_back(message.offset + message.length);
    }

    static QString wordsOf(const Message& message, const Kept& kept, std::size_t more)
    {
        const auto seen = [](const Seen& value) {
            return value.what == Seen::What::number ? QString::number(value.value)
                : value.what == Seen::What::unset   ? QStringLiteral("unset")
                                                    : QStringLiteral("none");
        };
        const auto place = [](const ContentPlace& where) {
            return where.where == ContentPlace::Where::nowhere
                ? QStringLiteral("nowhere")
                : QStringLiteral("%1:%2").arg(int(where.where)).arg(where.at);
        };
        QString out = placeOf(message)
            + QStringLiteral(" start %1 duration %2 thread %3 name %4")
                  .arg(seen(kept.start), seen(kept.duration), place(kept.thread), place(kept.name));
        for (std::size_t i = 0; i < more; ++i)
            out += ' ' + place(kept.more[i]);
        return out;
    }

    static QString placeOf(const Message& message)
    {
        return QStringLiteral("%1 type %2 at %3+%4 content %5 base %6")
            .arg(message.number)
            .arg(message.type->id)
            .arg(message.offset)
            .arg(message.length)
            .arg(message.content)
            .arg(message.baseNs);
    }

    bool noteIsName = false;
    QStringList words;
    QStringList places;
    std::vector<std::uint64_t> ends;

private:
    std::vector<KeptFields> m_fields; // by type index
};

// One type and what its instances refer to, as a scan leaves them.
struct Resolved
{
    explicit Resolved(std::uint64_t id)
    {
        CjfrBytes out;
        defineTypes(out, 1'000'000'000, false);
        out.message(kPlain).uv(0).sv(0).uv(1).str("main").sv(1).sv(0);
        out.message(kMixed).sv(0).uv(0);
        out.u8(0);
        out.u32(0);
        out.str("");
        out.u8(0);
        out.uv(0).uv(2).uv(0).sv(0).uv(0).sv(0);
        out.u8(0);
        out.u32(0);
        out.message(kNotOrdinary).uv(0).uv(0).uv(2);
        bytes.assign(out.bytes().begin(), out.bytes().end());
        StreamScan scan(bytes, 0, Numbering::tool);
        Job job;
        scan.run(job);
        index = scan.take();
        type = index->types.find(id);
        entries.assign(index->types.caches().size(), 1);
        fields = {type->startField, type->durationField, type->fieldNamed("eventThread"), -1, {}};
        steps = Steps(*type, fields);
    }

    bool pass(std::span<const std::byte> content)
    {
        Cursor in(content, 0);
        clock = Clock {{}, kStartNs};
        const bool passed = steps.pass(in.unchecked(), in, clock, entries, kept);
        offset = in.offset();
        return passed;
    }

    Bytes bytes;
    std::shared_ptr<StreamIndex> index;
    Type* type = nullptr;
    KeptFields fields;
    std::vector<std::uint64_t> entries;
    Steps steps;
    Clock clock;
    Kept kept;
    std::uint64_t offset = 0;
};

// An instance of kPlain with room behind it.
Bytes plain(std::uint64_t ticks, std::int64_t duration, std::uint64_t thread, int room = 40)
{
    CjfrBytes out;
    out.uv(ticks).sv(duration).uv(thread).sv(-1);
    for (int i = 0; i < room; ++i)
        out.u8(0xff);
    return {out.bytes().begin(), out.bytes().end()};
}

}

class TestCjfrSteps : public QObject
{
    Q_OBJECT

private slots:
    void whatIsKept()
    {
        Resolved plainType(kPlain);
        QVERIFY(plainType.type);
        QVERIFY(plainType.pass(plain(300, 70'000, 2)));
        QCOMPARE(plainType.kept.start.value, kStartNs + 300);
        QCOMPARE(plainType.clock.baseNs, kStartNs + 300);
        QCOMPARE(plainType.kept.duration.value, std::int64_t(70'000));
        QVERIFY(plainType.kept.thread.where == ContentPlace::Where::cache);
        QCOMPARE(plainType.kept.thread.at, std::uint64_t(0));
        QVERIFY(plainType.kept.name.where == ContentPlace::Where::nowhere);
        QCOMPARE(plainType.offset, std::uint64_t(2 + 3 + 1 + 1));
    }

    void numbersOfEveryLength()
    {
        Resolved plainType(kPlain);
        for (int bits = 1; bits < 64; ++bits) {
            const auto value = std::int64_t(1) << (bits - 1);
            for (const std::int64_t duration : {value, -value, value - 1}) {
                QVERIFY(plainType.pass(plain(1, duration, 0)));
                QCOMPARE(plainType.kept.duration.value, duration);
                QVERIFY(plainType.kept.thread.where == ContentPlace::Where::nowhere);
            }
        }
        QVERIFY(plainType.pass(plain(std::uint64_t(1) << 63, std::numeric_limits<std::int64_t>::min(), 0)));
        QVERIFY(plainType.kept.start.what == Seen::What::unset);
        QCOMPARE(plainType.clock.baseNs, kStartNs);
        QCOMPARE(plainType.kept.duration.value, std::numeric_limits<std::int64_t>::min());
    }

    void leavesToTheWalker()
    {
        Resolved plainType(kPlain);
        QVERIFY(!plainType.pass(plain(300, 5, 1)));    // a new thread
        QVERIFY(!plainType.pass(plain(300, 5, 3)));    // one that is not there
        QVERIFY(!plainType.pass(plain(300, 5, 2, 3))); // near the end
        QCOMPARE(plainType.offset, std::uint64_t(0));
        QCOMPARE(plainType.clock.baseNs, kStartNs);

        Bytes tooLong(60, std::byte(0xff)); // bits beyond the 64th
        tooLong[9] = std::byte(2);
        QVERIFY(!plainType.pass(tooLong));

        Resolved other(kNotOrdinary);
        QVERIFY(!other.pass(Bytes(100)));
    }

    void agreesWithTheWalker_data()
    {
        QTest::addColumn<qint64>("ticks");
        QTest::addColumn<bool>("old");
        QTest::addColumn<bool>("noteIsName");
        QTest::newRow("nanoseconds") << qint64(1'000'000'000) << false << false;
        QTest::newRow("texts as names") << qint64(1'000'000'000) << false << true;
        QTest::newRow("other ticks") << qint64(24'000'000) << false << false;
        QTest::newRow("old rules") << qint64(1'000'000) << true << false;
    }
    void agreesWithTheWalker()
    {
        QFETCH(const qint64, ticks);
        QFETCH(const bool, old);
        QFETCH(const bool, noteIsName);
        for (unsigned seed = 1; seed <= 20; ++seed) {
            const Bytes bytes = stream(seed, 300, ticks, old);
            const std::span<const std::byte> all(bytes);
            Told whole;
            whole.noteIsName = noteIsName;
            StreamScan at(all, 0, Numbering::tool, &whole);
            Job job;
            QVERIFY(at.run(job));
            QCOMPARE(at.index().end, std::uint64_t(bytes.size()));
            QCOMPARE(whole.words.size(), 300);

            // Message by message few instances have so many bytes behind them that they are ordinary.
            Told walked;
            walked.noteIsName = noteIsName;
            std::size_t next = 0;
            StreamScan slow(all.first(static_cast<std::size_t>(whole.ends[next])), 0, Numbering::tool,
                            &walked);
            QVERIFY(slow.run(job, [&](std::uint64_t) {
                return all.first(++next < whole.ends.size() ? static_cast<std::size_t>(whole.ends[next])
                                                            : all.size());
            }));
            QCOMPARE(walked.words, whole.words);
            const auto first = at.take(), second = slow.take();
            QCOMPARE(second->end, first->end);
            QCOMPARE(second->counts, first->counts);
            QVERIFY(second->firstStartNs == first->firstStartNs && second->lastEndNs == first->lastEndNs);
            QVERIFY(first->firstStartNs.has_value());
            for (std::size_t i = 0; i < first->types.caches().size(); ++i)
                QCOMPARE(second->types.caches()[i].entries, first->types.caches()[i].entries);

            MessageWalk walk(*first, 0);
            QStringList places;
            while (walk.next()) {
                if (!walk.message().type->isConfiguration && !walk.message().type->isUniverse)
                    places << Told::placeOf(walk.message());
            }
            QCOMPARE(places, whole.places);

            Told again;
            again.noteIsName = noteIsName;
            again.begin(*first);
            MessagePass pass(*first, [&](const Type& type) -> const KeptFields* {
                return type.isSetting() ? nullptr : again.wants(type);
            });
            while (pass.next()) {
                if (pass.isWanted())
                    again.take(pass.message(), pass.kept());
            }
            QCOMPARE(again.words, whole.words);
        }
    }

    // Nobody wants to know of some types: their instances are passed over, and the clock goes on.
    void onlyWhatIsWanted()
    {
        const Bytes bytes = stream(1, 300, 24'000'000, false);
        Told whole;
        StreamScan scan(bytes, 0, Numbering::tool, &whole);
        Job job;
        QVERIFY(scan.run(job));
        const auto index = scan.take();
        MessagePass pass(*index,
                         [&](const Type& type) { return type.id == kMixed ? whole.wants(type) : nullptr; });
        QStringList words, wanted = whole.words.filter(QStringLiteral(" type %1 ").arg(kMixed));
        std::uint64_t messages = 0;
        for (; pass.next(); ++messages) {
            if (pass.isWanted())
                words << Told::wordsOf(pass.message(), pass.kept(),
                                       whole.wants(*pass.message().type)->more.size());
        }
        QCOMPARE(messages, index->messages);
        QVERIFY(words.size() > 50);
        QCOMPARE(words, wanted);
    }

    // Each beginning of a stream stands alone in memory, so that a sanitizer sees every look behind it.
    void nothingBehindTheEndIsRead()
    {
        for (unsigned seed = 1; seed <= 3; ++seed) {
            const Bytes bytes = nullableStream(seed, 40);
            Told whole;
            StreamScan all(bytes, 0, Numbering::tool, &whole);
            Job job;
            QVERIFY(all.run(job));
            QCOMPARE(all.index().end, std::uint64_t(bytes.size()));
            for (std::size_t length = static_cast<std::size_t>(whole.ends.front()); length < bytes.size();
                 ++length) {
                const Bytes part(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length));
                Told told;
                StreamScan scan(part, 0, Numbering::tool, &told);
                QVERIFY(scan.run(job));
                const auto within = std::ranges::upper_bound(whole.ends, length) - whole.ends.begin();
                QCOMPARE(told.words, whole.words.first(within));
                QCOMPARE(scan.index().end, whole.ends[static_cast<std::size_t>(within - 1)]);
            }
        }
    }

    // What a collection is called may be anything: also a time, which moves the clock.
    void aTimeAsName()
    {
        CjfrBytes out;
        out.jfr(1'000'000'000, kStartNs);
        out.structType(50, "jdk.Event", {{"startTime", 20, 0, 1}, {"own", 20, 0, 1}});
        for (int i = 0; i < 3; ++i)
            out.message(50).uv(10).uv(5);
        const Bytes bytes(out.bytes().begin(), out.bytes().end());
        Told told;
        StreamScan scan(bytes, 0, Numbering::tool, &told);
        Job job;
        QVERIFY(scan.run(job));
        const auto index = scan.take();
        QCOMPARE(index->firstStartNs, std::optional<std::int64_t>(kStartNs + 10));
        QCOMPARE(index->lastEndNs, std::optional<std::int64_t>(kStartNs + 40));
    }

    void theEndOfTime()
    {
        CjfrBytes out;
        constexpr std::int64_t kLate = 9'000'000'000'000'000'000;
        out.jfr(1'000'000'000, kLate);
        out.structType(50, "jdk.Event", {{"startTime", 20, 0, 1}, {"duration", 21, 0, 2}});
        out.message(50).uv(0).sv(400'000'000'000'000'000);
        const Bytes bytes(out.bytes().begin(), out.bytes().end());
        StreamScan scan(bytes, 0, Numbering::tool);
        Job job;
        QVERIFY(scan.run(job));
        const auto index = scan.take();
        QCOMPARE(index->firstStartNs, std::optional<std::int64_t>(kLate));
        QCOMPARE(index->lastEndNs, std::optional(std::numeric_limits<std::int64_t>::max()));
    }
};

QTEST_APPLESS_MAIN(TestCjfrSteps)
#include "tst_cjfr_steps.moc"
