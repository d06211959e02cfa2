// The colours of data as they are seen with the common kinds of colour blindness, over all our palettes: those that mean
// different things differ, or something else than colour tells them apart.
#include "widgets/common/theme.h"
#include "widgets/notes/note_colors.h"

#include <QTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

using namespace traceglass;

namespace {

using Linear = std::array<double, 3>;
using Matrix = std::array<Linear, 3>;

// G. M. Machado, M. M. Oliveira, L. A. F. Fernandes: A Physiologically-based Model for Simulation of Color Vision
// Deficiency (2009), severity 1.0; for linear RGB.
const std::pair<const char*, Matrix> kKinds[] = {
    {"none", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
    {"protanopia",
     {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}}},
    {"deuteranopia",
     {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}},
    {"tritanopia",
     {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}}};

Linear linear(const QColor& color)
{
    const auto channel = [](double v) {
        return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    };
    return {channel(color.redF()), channel(color.greenF()), channel(color.blueF())};
}

Linear seen(const Linear& color, const Matrix& kind)
{
    Linear out;
    for (std::size_t i = 0; i < 3; ++i)
        out[i] = std::clamp(kind[i][0] * color[0] + kind[i][1] * color[1] + kind[i][2] * color[2], 0.0, 1.0);
    return out;
}

Linear lab(const Linear& rgb)
{
    const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
    const double x = f((0.4124 * rgb[0] + 0.3576 * rgb[1] + 0.1805 * rgb[2]) / 0.95047);
    const double y = f(0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]);
    const double z = f((0.0193 * rgb[0] + 0.1192 * rgb[1] + 0.9505 * rgb[2]) / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

// CIE76.
double difference(const QColor& a, const QColor& b, const Matrix& kind)
{
    const Linear one = lab(seen(linear(a), kind)), other = lab(seen(linear(b), kind));
    return std::hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
}

double contrast(const QColor& a, const QColor& b)
{
    const auto luminance = [](const QColor& color) {
        const Linear rgb = linear(color);
        return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2] + 0.05;
    };
    return std::max(luminance(a), luminance(b)) / std::min(luminance(a), luminance(b));
}

struct Named
{
    const char* name;
    QColor color;
};

const std::pair<const char*, QPalette (*)()> kPalettes[] = {{"light", lightPalette},
                                                            {"dark", darkPalette},
                                                            {"contrast light", contrastLightPalette},
                                                            {"contrast dark", contrastDarkPalette}};

void eachPalette()
{
    QTest::addColumn<QPalette>("palette");
    for (const auto& [name, palette] : kPalettes)
        QTest::addRow("%s", name) << palette();
}

// Each from each other.
void differ(const std::vector<Named>& colors, double least)
{
    for (std::size_t a = 0; a < colors.size(); ++a) {
        for (std::size_t b = a + 1; b < colors.size(); ++b) {
            for (const auto& [kind, matrix] : kKinds) {
                const double found = difference(colors[a].color, colors[b].color, matrix);
                QVERIFY2(found >= least,
                         qPrintable(QStringLiteral("%1, %2 with %3: %4")
                                        .arg(QLatin1String(colors[a].name), QLatin1String(colors[b].name),
                                             QLatin1String(kind))
                                        .arg(found)));
            }
        }
    }
}

constexpr double kClear = 10;   // of shapes: a difference of 2.3 is just noticeable
constexpr double kAdjacent = 5; // of grounds, which lie beside each other

}

// What is not compared here has a second sign in every theme:
// - created and scheduled: created is hatched;
// - names of spans, frames and queues, 24 colours: each has its name on it, in its tooltip and in the details;
// - the colours a note can have: the user chooses them; its text, and the list of notes, name the colour;
// - levels of findings: a triangle, a disc, a ring; of problems: a triangle, a circle with ! or i;
// - longer and shorter in comparisons: arrows, and the word;
// - lost bytes and failed checks: hatches, and at the damage map the tooltip;
// - counters: each has a track and a name of its own;
// - a range and a note: edges with a ground between them, and a pennant.
class TestColorBlindness : public QObject
{
    Q_OBJECT

private slots:
    void statesDiffer_data() { eachPalette(); }
    void statesDiffer()
    {
        QFETCH(QPalette, palette);
        const Theme theme = Theme::fromPalette(palette);
        differ({{"polling", theme.polling},
                {"scheduled", theme.scheduled},
                {"idle", theme.idle},
                {"base", theme.base}},
               kClear);
    }

    void severitiesDiffer_data() { eachPalette(); }
    void severitiesDiffer()
    {
        QFETCH(QPalette, palette);
        const Theme theme = Theme::fromPalette(palette);
        differ(
            {{"error", theme.error}, {"warning", theme.warning}, {"hint", theme.hint}, {"base", theme.base}},
            kClear);
    }

    void levelsOfEventsDiffer_data() { eachPalette(); }
    void levelsOfEventsDiffer()
    {
        QFETCH(QPalette, palette);
        const Theme theme = Theme::fromPalette(palette);
        differ({{"trace", theme.eventTrace},
                {"debug", theme.eventDebug},
                {"info", theme.eventInfo},
                {"warn", theme.eventWarn},
                {"error", theme.eventError},
                {"base", theme.base}},
               kClear);
    }

    void groundsOfRecordsDiffer_data() { eachPalette(); }
    void groundsOfRecordsDiffer()
    {
        QFETCH(QPalette, palette);
        const Theme theme = Theme::fromPalette(palette);
        differ({{"base", theme.base},
                {"head", theme.tint(Tint::head)},
                {"start of a task", theme.tint(Tint::taskStart)},
                {"end of a task", theme.tint(Tint::taskEnd)},
                {"wake", theme.tint(Tint::wake)},
                {"span", theme.tint(Tint::span)},
                {"event", theme.tint(Tint::event)}},
               kAdjacent);
    }

    void marksOnTheTimelineDiffer_data() { eachPalette(); }
    void marksOnTheTimelineDiffer()
    {
        QFETCH(QPalette, palette);
        const Theme theme = Theme::fromPalette(palette);
        differ({{"note", theme.note}, {"hit", theme.hit}, {"range", theme.rangeEdge}, {"base", theme.base}},
               kClear);
    }

    void ofHighContrastAreRead_data()
    {
        QTest::addColumn<QPalette>("palette");
        QTest::newRow("contrast light") << contrastLightPalette();
        QTest::newRow("contrast dark") << contrastDarkPalette();
    }
    void ofHighContrastAreRead()
    {
        QFETCH(QPalette, palette);
        const Theme theme = Theme::fromPalette(palette);
        constexpr double kText = 4.5, kShape = 3;
        const Named texts[] = {{"error", theme.error}, {"warning", theme.warning},
                               {"hint", theme.hint},   {"note", theme.note},
                               {"hit", theme.hit},     {"range", theme.rangeEdge}};
        for (const Named& each : texts)
            QVERIFY2(contrast(each.color, theme.base) >= kText, each.name);
        const Named shapes[] = {{"polling", theme.polling},     {"scheduled", theme.scheduled},
                                {"idle", theme.idle},           {"created", theme.createdEdge},
                                {"trace", theme.eventTrace},    {"debug", theme.eventDebug},
                                {"info", theme.eventInfo},      {"warn", theme.eventWarn},
                                {"error", theme.eventError},    {"counter", theme.counter},
                                {"lost bytes", theme.lostLine}, {"edge of a warning", theme.warningEdge}};
        for (const Named& each : shapes)
            QVERIFY2(contrast(each.color, theme.base) >= kShape, each.name);
        QVERIFY(contrast(theme.polling, theme.pollingLabel) >= kText);
        QVERIFY(contrast(theme.scheduled, theme.scheduledLabel) >= kText);
        for (int i = 0; i < 24; ++i) {
            QVERIFY2(contrast(theme.nameColor(i), theme.base) >= kShape, qPrintable(QString::number(i)));
            QVERIFY2(contrast(theme.nameColor(i), theme.nameLabelColor(i)) >= kText,
                     qPrintable(QString::number(i)));
        }
        for (std::uint8_t i = 0; i < 6; ++i)
            QVERIFY2(contrast(noteColor(theme, i), theme.base) >= kShape, qPrintable(QString::number(i)));
    }
};

QTEST_MAIN(TestColorBlindness)
#include "tst_color_blindness.moc"
