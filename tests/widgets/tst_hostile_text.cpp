// Text of a capture is shown, never obeyed: markup, keys of menus, control characters and overrides of
// direction in every kind of name, in every label, list, menu and tooltip of the window.
// clang-format off: names of this format are macros of Qt
#include "core/formats/cjfr/wire/cjfr_writer.h"
#include "core/formats/cjfr/demo/jvm_recorder.h"
// clang-format on
#include "app/viewer/window/bottom_tabs.h"
#include "app/viewer/window/main_window.h"
#include "core/formats/rtc/wire/rtc_writer.h"
#include "core/io/file.h"
#include "tests/support/rtc_notes.h"
#include "tests/support/settle.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/link_label.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/text_marks.h"
#include "widgets/common/utf8.h"
#include "widgets/flame/flame_pane.h"
#include "widgets/models/row_view.h"
#include "widgets/session/session_notes.h"
#include "widgets/timeline/scene/timeline_scene.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QHelpEvent>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QSet>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QTextDocument>
#include <QToolTip>
#include <algorithm>

using namespace traceglass;
namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kMs = 1'000'000;

// An image that reads a file, other markup, a key, DEL, a C1 control, an override of direction, an isolate, a
// line break.
const std::string kHostile =
    "<img src=\"file:///hostile\"><b>bold</b>&amp;&x \x7f\xc2\x85\xe2\x80\xae\xe2\x81\xa6\nhostile";

// What no text on the screen may hold; a line break only where running text is shown.
bool hasCommands(const QString& text)
{
    return std::any_of(text.begin(), text.end(), [](QChar c) {
        const char16_t u = c.unicode();
        return (u < 0x20 && u != '\n' && u != '\t') || (u >= 0x7f && u <= 0x9f)
            || (u >= 0x202a && u <= 0x202e) || (u >= 0x2066 && u <= 0x2069);
    });
}

bool isHostile(const QString& text)
{
    return text.contains(QLatin1String("hostile"));
}

const QLabel* tooltip()
{
    for (QWidget* widget : QApplication::topLevelWidgets()) {
        if (widget->inherits("QTipLabel") && widget->isVisible())
            return qobject_cast<QLabel*>(widget);
    }
    return nullptr;
}

fs::path writeRtc(const fs::path& folder)
{
    rtc::RtcBytes bytes;
    rtc::WriterOptions options;
    options.unitSize = 8192;
    options.minorSize = 2048;
    rtc::Writer writer(
        [&](std::span<const std::byte> more) -> Result<void> {
            bytes.insert(bytes.end(), more.begin(), more.end());
            return {};
        },
        options);
    const auto add = [&](const std::string& name, const char* format, bool isClock) {
        rtc::Stream stream;
        stream.name = name + kHostile;
        stream.format = format;
        stream.isClock = isClock;
        if (!isClock) {
            stream.clock = "clk " + kHostile;
            stream.unit = kHostile;
        }
        return writer.addStream(stream).value();
    };
    const std::uint32_t clock = add("clk ", "timespec", true);
    const std::uint32_t log = add("log ", "utf-8", false);
    const std::uint32_t count = add("count ", "uint8", false);
    bool good = true;
    for (int i = 0; i < 60; ++i) {
        good = good && writer.write(clock, rtc::timespecBytes(rtc::kTestStart + i * kMs, false));
        good = good && writer.write(log, asBytes(kHostile + std::to_string(i)));
        good = good && writer.write(count, asBytes(std::string(1, char(i))));
    }
    good = good && writer.finish();
    bytes[bytes.size() / 2] ^= std::byte(0xff); // and something to tell about it
    const fs::path path = folder / "<b>hostile&[*]\xe2\x80\xae.rtc";
    return good && writeFile(path, bytes) ? path : fs::path();
}

fs::path writeJvm(const fs::path& folder)
{
    std::vector<std::byte> bytes;
    const auto sink = [&](std::span<const std::byte> more) -> Result<void> {
        bytes.insert(bytes.end(), more.begin(), more.end());
        return {};
    };
    cjfr::WriterOptions options;
    options.configuration = kHostile;
    cjfr::Writer writer(sink, options);
    cjfr::JvmRecorder recorder(writer.stream(), rtc::kTestStart);
    const std::uint32_t thread = recorder.addThread("thread " + kHostile, 4711, 1);
    const std::uint32_t stack = recorder.addStack({recorder.frame("a/" + kHostile + ".run" + kHostile, 7)});
    for (int i = 0; i < 20; ++i)
        recorder.write({cjfr::JvmEvent::threadSleep,
                        rtc::kTestStart + i * 10 * kMs,
                        5 * kMs,
                        thread,
                        stack,
                        {std::int64_t(5 * kMs)}});
    const fs::path path = folder / "<i>hostile.cjfr";
    return writer.finish() && writeFile(path, bytes) ? path : fs::path();
}

}

class HostileTextTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;

    static void check(const QString& text, const QObject* holder)
    {
        QVERIFY2(!hasCommands(text),
                 qPrintable(QString::fromLatin1(holder->metaObject()->className()) + ": " + text));
    }

    // Every text that widgets hold, whether they are seen now or not.
    static void checkTexts(const QWidget& window)
    {
        check(window.windowTitle(), &window);
        for (const QWidget* widget : window.findChildren<QWidget*>()) {
            check(widget->toolTip(), widget);
            check(widget->accessibleName(), widget);
            check(widget->accessibleDescription(), widget);
            check(widget->windowTitle(), widget);
        }
        for (const QLabel* label : window.findChildren<QLabel*>()) {
            check(label->text(), label);
            label->ensurePolished(); // as before it is seen
            QVERIFY2(label->textFormat() != Qt::AutoText, qPrintable(label->text()));
            QVERIFY2(label->textFormat() != Qt::RichText || !isHostile(label->text()),
                     qPrintable(label->text()));
        }
        for (const QAbstractButton* button : window.findChildren<QAbstractButton*>())
            check(button->text(), button);
        for (const QAction* action : window.findChildren<QAction*>())
            check(action->text(), action);
        for (const QComboBox* box : window.findChildren<QComboBox*>()) {
            for (int i = 0; i < box->count(); ++i)
                check(box->itemText(i) + box->itemData(i, Qt::ToolTipRole).toString(), box);
        }
        for (const QAbstractItemView* view : window.findChildren<QAbstractItemView*>()) {
            if (view->model())
                checkItems(*view->model(), {});
        }
    }

    static void checkItems(const QAbstractItemModel& model, const QModelIndex& parent, int depth = 0)
    {
        constexpr int kMost = 20, kDeepest = 3;
        for (int column = 0; column < model.columnCount(parent); ++column) {
            check(model.headerData(column, Qt::Horizontal).toString(), &model);
            for (int row = 0; row < std::min(kMost, model.rowCount(parent)); ++row) {
                const QModelIndex index = model.index(row, column, parent);
                for (const int role : {int(Qt::DisplayRole), int(Qt::AccessibleTextRole), int(kValueRole)}) {
                    check(index.data(role).toString(), &model);
                    QVERIFY(!index.data(role).toString().contains(QLatin1Char('\n')));
                }
                check(index.data(Qt::ToolTipRole).toString(), &model);
                if (column == 0 && depth < kDeepest)
                    checkItems(model, index, depth + 1);
            }
        }
    }

    // Rests the pointer on a grid of places of every widget that is seen. Adds the tooltips that hold a name.
    static void hoverEverywhere(const MainWindow& window, QSet<QString>& hostile)
    {
        constexpr int kStep = 12;
        for (QWidget* widget : window.findChildren<QWidget*>()) {
            if (!widget->isVisible() || widget->visibleRegion().isEmpty())
                continue;
            for (int y = kStep / 2; y < widget->height(); y += kStep) {
                for (int x = kStep / 2; x < widget->width(); x += 5 * kStep) {
                    const QPoint place(x, y);
                    if (widget->childAt(place))
                        continue;
                    QHelpEvent help(QEvent::ToolTip, place, widget->mapToGlobal(place));
                    QApplication::sendEvent(widget, &help);
                    const QLabel* tip = tooltip();
                    if (!tip)
                        continue;
                    if (isHostile(tip->text()))
                        hostile.insert(tip->text());
                    check(tip->text(), widget);
                    if (tip->textFormat() != Qt::PlainText)
                        qFatal("a tooltip of %s is not plain", widget->metaObject()->className());
                }
            }
        }
    }

    std::unique_ptr<MainWindow> open(const fs::path& path)
    {
        auto window = std::make_unique<MainWindow>(*m_settings);
        window->resize(1280, 800);
        window->show();
        window->open(path);
        [&] {
            QTRY_VERIFY(!window->isLoading());
            QVERIFY(window->session());
            QTRY_VERIFY(!window->session()->isIndexing());
        }();
        Annotation note = window->notes()->draft();
        note.text = note.author = kHostile;
        note.time = TimeRange {rtc::kTestStart + 5 * kMs, rtc::kTestStart + 20 * kMs};
        window->notes()->add(std::move(note));
        return window;
    }

    void walk(const fs::path& path, std::initializer_list<const char*> panes)
    {
        QVERIFY(!path.empty());
        const auto window = open(path);
        window->tabs()->makePanes();
        const Timeline& timeline = *window->session()->timeline();
        for (std::uint32_t i = 0; i < timeline.trackCount(); ++i) {
            const RowId row = timeline.track(TrackId(i)).firstRow;
            const auto slice = row == kNoRow ? std::nullopt : timeline.sliceAfter(row, rtc::kTestStart);
            if (!slice)
                continue;
            window->session()->selectSlice(sliceId(timeline, {TrackId(i), row, 0, *slice}));
            settle(*window->session());
            QTest::qWait(1);
            checkTexts(*window);
        }
        QSet<QString> hostile;
        for (const char* pane : panes) {
            QVERIFY2(window->showPane(QString::fromLatin1(pane)), pane);
            QTRY_VERIFY(!window->flamePane()->isReading());
            QTest::qWait(50);
            checkTexts(*window);
            hoverEverywhere(*window, hostile);
        }
        QVERIFY2(hostile.size() > 5, qPrintable(QStringList(hostile.values()).join(QLatin1Char('\n'))));
    }

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        m_settings.reset(); // which writes what was set
        m_settings = std::make_unique<Settings>(m_folder.filePath(QStringLiteral("settings.ini")));
        QVERIFY(Qt::mightBeRichText(QString::fromStdString(kHostile)));
    }

    void controlsAndOverridesAreEscapes()
    {
        QVERIFY(!hasCommands(fromUtf8(kHostile)));
        QVERIFY(!fromUtf8(kHostile).contains(QLatin1Char('\n')));
        QVERIFY(
            fromUtf8(kHostile).startsWith(QLatin1String("<img src=\"file:///hostile\"><b>bold</b>&amp;&x ")));
        QCOMPARE(fromUtf8("a\x1b[31m\nb"), QStringLiteral("a\\x1b[31m\\nb"));
        QCOMPARE(linesFromUtf8("one\r\n\ttwo\x1b\n"), QStringLiteral("one\n\ttwo\\x1b\n"));
        QCOMPARE(exactFromUtf8(kHostile).toStdString(), kHostile);
        QCOMPARE(literal(QStringLiteral("a & b")), QStringLiteral("a && b"));
        QCOMPARE(titleText(QStringLiteral("a[*]")), QStringLiteral("a[*][*]"));
    }

    void labelsAndTooltipsOfQtArePlain()
    {
        keepTextPlain();
        QLabel label(QStringLiteral("<b>bold</b>"));
        label.show();
        QCOMPARE(label.textFormat(), Qt::PlainText);
        QMessageBox box;
        box.setText(QStringLiteral("<b>bold</b>"));
        box.setInformativeText(QStringLiteral("<img src=\"file:///hostile\">"));
        box.show();
        for (const QLabel* part : box.findChildren<QLabel*>()) {
            part->ensurePolished();
            QCOMPARE(part->textFormat(), Qt::PlainText);
        }
        QToolTip::showText(label.mapToGlobal(QPoint(1, 1)), QStringLiteral("<b>bold</b>"), &label);
        QVERIFY(tooltip());
        QCOMPARE(tooltip()->textFormat(), Qt::PlainText);
        QToolTip::hideText();
        QVERIFY(LinkLabel(QStringLiteral("a &b")).shortcut().isEmpty());
        QLabel link(QStringLiteral("<a href=\"x\">ours</a>"));
        link.setTextFormat(Qt::RichText);
        link.show();
        QCOMPARE(link.textFormat(), Qt::RichText);
    }

    void namesInBoldAreEscaped()
    {
        const QString name = fromUtf8(kHostile);
        ElidedLabel label(QStringLiteral("`%1` took long").arg(name));
        label.setNamesBold();
        label.setMostLines(40);
        for (const int width : {10'000, 60}) {
            label.resize(width, 600);
            label.show();
            QCOMPARE(label.textFormat(), Qt::RichText);
            QTextDocument seen;
            seen.setHtml(label.text());
            QCOMPARE(seen.toPlainText().remove(QLatin1Char('\n')), name + QStringLiteral(" took long"));
        }
    }

    // What of a long name is left has room for being bold, and no more is taken for that.
    void longNamesInBoldAreCut()
    {
        constexpr int kWidth = 300;
        const auto [text, bold] =
            namesInBold(QStringLiteral("`%1` took long").arg(QString(1000, QLatin1Char('n'))));
        const QFont font;
        for (const Qt::TextElideMode mode : {Qt::ElideMiddle, Qt::ElideRight}) {
            const QString left = elided(font, text, bold, mode, kWidth);
            const int wide =
                QFontMetrics(font).horizontalAdvance(left) + widthOfMarks(font, left, marksLeft(bold, text, left));
            QVERIFY2(wide <= kWidth && wide > kWidth * 3 / 4, qPrintable(left));
        }
        QCOMPARE(elided(font, text, bold, Qt::ElideMiddle, 1'000'000), text);
        QCOMPARE(marksLeft({{1, 4}}, QStringLiteral("abcdefgh"), QStringLiteral("ab…gh")), TextMarks({{1, 2}}));
        QCOMPARE(marksLeft({{1, 7}}, QStringLiteral("abcdefgh"), QStringLiteral("ab…gh")),
                 TextMarks({{1, 2}, {3, 4}}));
    }

    void longTooltipsAreBroken()
    {
        const QString tip = tipText(QString(1000, QLatin1Char('w')) + QStringLiteral("\nnext"));
        QVERIFY(tip.count(QLatin1Char('\n')) > 5);
        QVERIFY(tip.endsWith(QLatin1String("\nnext")));
        QCOMPARE(QString(tip).remove(QLatin1Char('\n')).size(), 1004);
        QCOMPARE(tipText(tip), tip);
        QVERIFY(tipText(QString(100'000, QLatin1Char('w'))).endsWith(QStringLiteral("…")));
    }

    void streams()
    {
        walk(writeRtc(m_folder.path().toStdString()), {"bytes", "records", "notes", "problems"});
    }

    void stacks() { walk(writeJvm(m_folder.path().toStdString()), {"bytes", "records", "flame", "notes"}); }
};

QTEST_MAIN(HostileTextTest)
#include "tst_hostile_text.moc"
