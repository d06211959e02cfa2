// The colours: the hash of names, their contrast with what stands on them, and hatches that tile.
#include "widgets/common/hatch.h"
#include "widgets/common/theme.h"

#include <QImage>
#include <QPainter>
#include <QTest>
#include <QWidget>
#include <cmath>

using namespace traceglass;

namespace {

double luminance(const QColor& color)
{
    const auto channel = [](double v) {
        return v <= 0.03928 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * channel(color.redF()) + 0.7152 * channel(color.greenF())
        + 0.0722 * channel(color.blueF());
}

double contrast(const QColor& a, const QColor& b)
{
    const double x = luminance(a) + 0.05;
    const double y = luminance(b) + 0.05;
    return x > y ? x / y : y / x;
}

}

class TestTheme : public QObject
{
    Q_OBJECT

private slots:
    void namesHaveStableColors_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<int>("index");
        QTest::newRow("resize") << QByteArray("resize") << 14;
        QTest::newRow("upload") << QByteArray("upload") << 22;
        QTest::newRow("encode_webp") << QByteArray("encode_webp") << 15;
        QTest::newRow("thumb_cache") << QByteArray("thumb_cache") << 17;
    }
    void namesHaveStableColors()
    {
        QFETCH(QByteArray, name);
        QTEST(nameColorIndex(std::string_view(name.constData(), std::size_t(name.size()))), "index");
    }

    void labelsAreReadable()
    {
        double lowest[2] = {21, 21};
        for (const bool dark : {false, true}) {
            const Theme theme = Theme::fromPalette(dark ? darkPalette() : lightPalette());
            QCOMPARE(theme.dark, dark);
            for (int i = 0; i < 24; ++i) {
                lowest[dark] = std::min(lowest[dark], contrast(theme.nameColor(i), theme.nameLabelColor(i)));
                QVERIFY(contrast(theme.nameColor(i), theme.base) >= (dark ? 1.8 : 1.5));
            }
            QVERIFY(contrast(theme.polling, theme.pollingLabel) >= 5.33);
            QVERIFY(contrast(theme.scheduled, theme.scheduledLabel) >= 5.33);
            for (const Tint tint :
                 {Tint::head, Tint::taskStart, Tint::taskEnd, Tint::wake, Tint::span, Tint::event})
                QVERIFY(contrast(theme.tint(tint), theme.text) >= 7.9);
            QVERIFY(!theme.tint(Tint::none).isValid());
        }
        QCOMPARE(std::round(lowest[0] * 100), 461.0);
        QCOMPARE(std::round(lowest[1] * 1000), 4608.0);
    }

    void highContrastIsKnownByItsPalette()
    {
        for (const QPalette& palette : {lightPalette(), darkPalette()})
            QVERIFY(!Theme::fromPalette(palette).highContrast);
        QPalette usual(QColor(0xef, 0xef, 0xef)); // black on white, as Fusion's own is
        usual.setColor(QPalette::Base, Qt::white);
        usual.setColor(QPalette::Text, Qt::black);
        QVERIFY(!Theme::fromPalette(usual).highContrast);
        for (const QPalette& palette : {contrastLightPalette(), contrastDarkPalette()}) {
            const Theme theme = Theme::fromPalette(palette);
            QVERIFY(theme.highContrast);
            for (const QColor& text : {theme.text, theme.text2, theme.text3, theme.link})
                QVERIFY(contrast(text, theme.base) >= 7);
            QVERIFY(contrast(theme.highlight, theme.highlightedText) >= 7);
            QVERIFY(contrast(theme.hairline, theme.window) >= 3);
        }
    }

    // Of slices and tracks that are not what is highlighted.
    void whatIsPaleIsStillRead()
    {
        for (const QPalette& palette :
             {lightPalette(), darkPalette(), contrastLightPalette(), contrastDarkPalette()}) {
            const Theme theme = Theme::fromPalette(palette);
            for (int i = 0; i < 24; ++i) {
                const QColor ground = blended(theme.base, theme.nameColor(i), 40);
                QVERIFY(contrast(theme.labelOn(ground), ground) >= 4.5);
            }
            for (const QColor& text : {theme.text, theme.text2, theme.error, theme.warning}) {
                const QColor paler = theme.palerText(text);
                QVERIFY(contrast(paler, theme.base) >= std::min(4.5, contrast(text, theme.base)));
            }
            QVERIFY(theme.palerText(theme.text) != theme.text);
        }
    }

    void ourPalettesGiveTheColoursOfThePictures()
    {
        const Theme light = Theme::fromPalette(lightPalette());
        QCOMPARE(light.head.name(), "#e7e9ea");
        QCOMPARE(light.quietSelection.name(), "#dce7f3");
        QCOMPARE(light.rangeFill.alpha(), 23);
        const Theme dark = Theme::fromPalette(darkPalette());
        QCOMPARE(dark.base.name(), "#1b1e22");
        QCOMPARE(dark.flow, QColor(Qt::white));
    }

    void anUnreadableSystemSelectionIsReplaced()
    {
        QPalette palette = lightPalette();
        palette.setColor(QPalette::Highlight, QColor("#ffff80"));
        palette.setColor(QPalette::HighlightedText, Qt::white);
        QCOMPARE(Theme::fromPalette(palette).highlight.name(), "#2468b4");
        palette.setColor(QPalette::HighlightedText, Qt::black);
        QCOMPARE(Theme::fromPalette(palette).highlight.name(), "#ffff80");
    }

    void aWidgetsThemeFollowsItsPalette()
    {
        QWidget widget;
        widget.setPalette(lightPalette());
        QVERIFY(!Theme::of(&widget).dark);
        widget.setPalette(darkPalette());
        QVERIFY(Theme::of(&widget).dark);
    }

    void hatchesRepeatWithoutSeam_data()
    {
        QTest::addColumn<double>("ratio");
        QTest::newRow("1") << 1.0;
        QTest::newRow("1.5") << 1.5;
        QTest::newRow("2") << 2.0;
    }
    void hatchesRepeatWithoutSeam()
    {
        QFETCH(double, ratio);
        const Theme theme = Theme::fromPalette(lightPalette());
        QImage image(60, 60, QImage::Format_RGB32);
        image.setDevicePixelRatio(ratio);
        image.fill(theme.base);
        QPainter painter(&image);
        painter.fillRect(QRectF(0, 0, 60 / ratio, 60 / ratio), hatchBrush(Hatch::created, theme, ratio));
        painter.end();
        const int side = int(std::lround(6 * ratio));
        for (int y = 0; y < 2 * side; ++y) {
            for (int x = 0; x < 2 * side; ++x) {
                QCOMPARE(image.pixel(x, y), image.pixel(x + side, y));
                // Rising: one step right is one step up, but for the rounding of antialiasing.
                if (x > 0)
                    QVERIFY(std::abs(qBlue(image.pixel(x, y)) - qBlue(image.pixel(x - 1, y + 1))) <= 4);
            }
        }
    }
};

QTEST_MAIN(TestTheme)
#include "tst_theme.moc"
