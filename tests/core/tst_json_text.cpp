// JSON found again in its text: the same values wherever one begins to look, at a cost that does not grow
// with what lies before them.
#include "core/base/limits.h"
#include "core/formats/rdf/wire/json_text.h"
#include "tests/support/used_time.h"

#include <QtTest>
#include <random>

using namespace traceglass;
using rdf::JsonMap;
using rdf::JsonText;

class TestJsonText : public QObject
{
    Q_OBJECT

private:
    static std::string word(std::mt19937_64& random)
    {
        return '"' + std::string(random() % 40, char('a' + random() % 26)) + "\\\"" + '"';
    }

    // A value of about `size` bytes with white space, keys, empty and long containers at all depths.
    static std::string some(std::mt19937_64& random, std::size_t size, int depth)
    {
        const bool isObject = random() % 2 == 0;
        std::string out = isObject ? "{ " : "[\n";
        const std::size_t step = std::max<std::size_t>(size / (1 + random() % 9), 8);
        while (out.size() < size) {
            if (out.size() > 2)
                out += random() % 2 ? " ," : ",\t";
            if (isObject)
                out += word(random) + " : ";
            const auto kind = random() % 4;
            out += kind == 0              ? std::to_string(random() % 100000)
                : kind == 1               ? word(random)
                : kind == 2 || depth == 0 ? "[ ]"
                                          : some(random, step, depth - 1);
        }
        return out + (isObject ? "}" : " ]");
    }

    static std::vector<JsonText::Value> membersFrom(const JsonText& json, const JsonText::Value& container,
                                                    std::uint64_t first)
    {
        std::vector<JsonText::Value> out;
        json.visitMembers(container, first, [&](std::uint64_t position, const JsonText::Value& value) {
            if (position != first + out.size())
                return false;
            out.push_back(value);
            return true;
        });
        return out;
    }

    static bool same(const JsonText::Value& a, const JsonText::Value& b)
    {
        return a.offset == b.offset && a.length == b.length && a.begin() == b.begin() && a.first == b.first;
    }

    static void compare(const JsonText& json, const JsonText& walked, const JsonText::Value& container,
                        std::vector<JsonText::Member>& way)
    {
        const auto all = membersFrom(walked, container, 0);
        QCOMPARE(json.memberCount(container), std::uint64_t(all.size()));
        for (std::size_t i = 0; i < all.size(); i += 1 + all.size() / 50) {
            const auto rest = membersFrom(json, container, i);
            QCOMPARE(rest.size(), all.size() - i);
            QVERIFY(std::ranges::equal(rest, std::span(all).subspan(i), same));
            way.push_back({all[i], i});
            for (const std::uint64_t offset : {all[i].begin(), all[i].offset, all[i].end() - 1}) {
                const auto found = json.wayTo(offset);
                QVERIFY(found.size() >= way.size());
                for (std::size_t step = 0; step < way.size(); ++step)
                    QVERIFY(found[step].position == way[step].position
                            && same(found[step].value, way[step].value));
            }
            compare(json, walked, all[i], way);
            way.pop_back();
        }
    }

private slots:
    void everyValueIsFoundFromEverywhere()
    {
        std::mt19937_64 random(3);
        for (int round = 0; round < 12; ++round) {
            const std::string text = some(random, round < 6 ? 300 : 30'000, 5);
            JsonMap map;
            QCOMPARE(JsonText::check(text, limits::kJsonDepth, map), JsonText::Checked::json);
            QCOMPARE(!map.containers.empty(), text.size() >= JsonMap::kStretch);
            const JsonMap nothing; // finds everything by walking
            const JsonText json(text, map), walked(text, nothing);
            std::vector<JsonText::Member> way;
            compare(json, walked, json.root(), way);
        }
    }

    // 264 bytes of a compressed chunk are an array of a million elements: a page of it and the way to an
    // element cost the same at its end as at its beginning.
    void nothingIsFoundInNothing()
    {
        const JsonMap map;
        QVERIFY(JsonText({}, map).wayTo(3).empty());
    }

    void aLongArrayCostsWhatItsLengthIs()
    {
        const auto nsOf = [](std::size_t elements) {
            std::string text = "[0";
            for (std::size_t i = 1; i < elements; ++i)
                text += ",0";
            text += ']';
            JsonMap map;
            if (JsonText::check(text, limits::kJsonDepth, map) != JsonText::Checked::json)
                return qint64(-1);
            const JsonText json(text, map);
            qint64 least = std::numeric_limits<qint64>::max();
            for (int round = 0; round < 3; ++round) {
                const std::int64_t begin = usedNs();
                constexpr std::uint64_t kPage = 256;
                for (std::uint64_t first = 0; first < elements; first += kPage) {
                    json.visitMembers(json.root(), first,
                                      [&](std::uint64_t position, const JsonText::Value&) {
                                          return position + 1 < first + kPage;
                                      });
                    (void)json.wayTo(1 + 2 * first);
                    (void)json.memberCount(json.root());
                }
                least = std::min(least, qint64(usedNs() - begin));
            }
            return least;
        };
        const qint64 once = nsOf(20'000), tenTimes = nsOf(200'000); // quadratic: a hundred times as long
        QVERIFY2(tenTimes < 40 * once, qPrintable(QString("%1, %2").arg(once).arg(tenTimes)));
    }

    // Open brackets to the limit and long containers in all of them: what is noted stays within a few times
    // the text.
    void theMapStaysSmall()
    {
        std::string text;
        for (int i = 0; i < limits::kJsonDepth; ++i)
            text += "[[1," + std::string(8, ' ') + "2],";
        text.append(100'000, ' ');
        text += "0" + std::string(static_cast<std::size_t>(limits::kJsonDepth), ']');
        JsonMap map;
        QCOMPARE(JsonText::check(text, limits::kJsonDepth + 1, map), JsonText::Checked::json);
        QVERIFY(map.memoryBytes() < text.size());
    }
};

QTEST_GUILESS_MAIN(TestJsonText)
#include "tst_json_text.moc"
