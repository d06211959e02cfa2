// Every text of the window goes through tr: in the language for tests it is in brackets. Catalogues keep what is more
// than words: places, keys, markup. Words of the core that windows show as their own are listed for translators.
#include "app/viewer/settings/language.h"
#include "app/viewer/settings/pseudo_translator.h"
#include "app/viewer/start/start_page.h"
#include "app/viewer/window/bottom_tabs.h"
#include "app/viewer/window/main_window.h"
#include "core/formats/all_rules.h"
#include "core/formats/demo.h"
#include "core/formats/rdf/demo/gpu_demo.h"
#include "tests/support/demo_captures.h"
#include "widgets/common/core_text.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>
#include <map>
#include <memory>
#include <set>

using namespace traceglass;

class TranslationTest : public QObject
{
    Q_OBJECT

    const QString m_root = QStringLiteral(TRACEGLASS_SOURCE_DIR);
    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    std::filesystem::path m_rfr;
    std::unique_ptr<MainWindow> m_window;

    struct Message
    {
        QString context {};
        QString source {};
        QStringList translations {}; // several where it depends on a number; none: there is none yet
    };

    static std::vector<Message> messagesOf(const QString& catalogue)
    {
        QFile file(catalogue);
        if (!file.open(QIODevice::ReadOnly))
            qFatal("%s cannot be read", qPrintable(catalogue));
        std::vector<Message> out;
        QString context;
        for (QXmlStreamReader xml(&file); !xml.atEnd();) {
            xml.readNext();
            if (!xml.isStartElement())
                continue;
            const auto name = xml.name();
            if (name == QLatin1String("name"))
                context = xml.readElementText();
            else if (name == QLatin1String("message"))
                out.push_back({context, {}, {}});
            else if (name == QLatin1String("source"))
                out.back().source = xml.readElementText();
            else if (name == QLatin1String("numerusform"))
                out.back().translations << xml.readElementText();
            else if (name == QLatin1String("translation")) {
                xml.readNext(); // its text, or the first of its forms
                if (xml.isCharacters() && !xml.isWhitespace())
                    out.back().translations << xml.text().toString();
            }
        }
        for (Message& message : out)
            message.translations.removeAll(QString());
        return out;
    }
    static QStringList all(const char* pattern, const QString& text)
    {
        QStringList out;
        for (auto found = QRegularExpression(QString::fromUtf8(pattern)).globalMatch(text); found.hasNext();)
            out << found.next().captured();
        out.sort();
        return out;
    }
    QStringList catalogues() const
    {
        QStringList out;
        const QDir folder(m_root + QStringLiteral("/translations"));
        for (const QFileInfo& file : folder.entryInfoList({QStringLiteral("traceglass_*.ts")}))
            out << file.filePath();
        return out;
    }
    void openWindow(const std::filesystem::path& path)
    {
        m_window = std::make_unique<MainWindow>(*m_settings);
        m_window->resize(1600, 900);
        m_window->show();
        if (path.empty())
            return;
        m_window->open(path);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->session() && m_window->findings()->isKnown()
                                     && !m_window->findings()->isLooking(),
                                 kPatienceMs);
        m_window->tabs()->makePanes();
    }
    // What is read there, by the place it was found at.
    static std::multimap<QString, QString> textsOf(const QWidget& window)
    {
        std::multimap<QString, QString> out;
        const auto add = [&](const QObject* of, const char* what, const QString& text) {
            out.emplace(
                QStringLiteral("%1 %2 of a %3")
                    .arg(QLatin1String(what), of->objectName(), QLatin1String(of->metaObject()->className())),
                text);
        };
        for (const QAction* action : window.findChildren<QAction*>()) {
            if (action->objectName().isEmpty())
                continue; // of Qt, or a name
            add(action, "text", action->text());
            add(action, "tip", action->toolTip());
        }
        for (const QWidget* widget : window.findChildren<QWidget*>()) {
            add(widget, "name", widget->accessibleName());
            add(widget, "description", widget->accessibleDescription());
            if (const auto* const button = qobject_cast<const QAbstractButton*>(widget))
                add(button, "text", button->text());
            if (const auto* const field = qobject_cast<const QLineEdit*>(widget))
                add(field, "placeholder", field->placeholderText());
            if (const auto* const menu = qobject_cast<const QMenu*>(widget))
                add(menu, "title", menu->title());
            if (const auto* const list = qobject_cast<const QAbstractItemView*>(widget);
                list && list->model())
                for (int column = 0; column < list->model()->columnCount(); ++column)
                    add(list, "column", list->model()->headerData(column, Qt::Horizontal).toString());
        }
        return out;
    }

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        m_settings.reset(); // which writes what was set
        m_settings = std::make_unique<Settings>(m_folder.filePath(QStringLiteral("settings.ini")));
        const auto path = findDemo("rfr")->write(m_folder.path().toStdString());
        QVERIFY(path);
        m_rfr = *path;
    }
    void cleanup()
    {
        m_window.reset();
        applyLanguage(QStringLiteral("en"));
    }

    void aPseudoTextKeepsWhatIsNoWord()
    {
        const auto pseudo = [](const char* text) {
            return PseudoTranslator::pseudo(QString::fromUtf8(text));
        };
        QCOMPARE(pseudo("Open"), QStringLiteral("[Öpéñ~~]"));
        QCOMPARE(pseudo("&Go to the %1…"), QStringLiteral("[&Gö tö thé %1…~~~~]"));
        QCOMPARE(pseudo("%1 · %2"), QStringLiteral("%1 · %2"));
        QCOMPARE(pseudo("Go\tCtrl+G"), QStringLiteral("[Ğö~]\tCtrl+G"));
        QCOMPARE(pseudo("<a href=\"a\">On</a>\n%n"), QStringLiteral("[<a href=\"a\">Öñ</a>\n%n~~]"));
    }
    void languagesAreChosenByTheirCodes()
    {
        QStringList names;
        for (const Language& language : languages())
            names << language.name;
        QCOMPARE(names.value(0), QStringLiteral("English"));
        QVERIFY(names.contains(QStringLiteral("Deutsch")));
        for (const char* code : {"en", "de", "system", "pseudo", "pseudo-rtl"})
            QVERIFY2(isLanguage(QString::fromLatin1(code)), code);
        QVERIFY(!isLanguage(QStringLiteral("xx")));
        QCOMPARE(m_settings->language(), kSystemLanguage);
        m_settings->setLanguage(QStringLiteral("de"));
        QCOMPARE(m_settings->language(), QStringLiteral("de"));
        m_settings->setLanguage(kSystemLanguage);

        applyLanguage(QStringLiteral("de"));
        openWindow({});
        QCOMPARE(m_window->startPage()->isRightToLeft(), false);
        QCOMPARE(coreText("offset in it"), QStringLiteral("Offset darin"));
        QCOMPARE(coreText("tokio_runtime"), QStringLiteral("tokio_runtime"));
        QCOMPARE(countedText(1, "slice", "slices"), QStringLiteral("1 Abschnitt"));
        QCOMPARE(countedText(4'000'000'000, "slice", "slices"), QStringLiteral("4,000,000,000 Abschnitte"));
        QVERIFY(m_window->findChild<QAction*>(QStringLiteral("file.open"))
                    ->text()
                    .contains(QLatin1String("ffnen")));
        applyLanguage(QStringLiteral("en"));
        QCOMPARE(countedText(1, "slice", "slices"), QStringLiteral("1 slice"));
        QCOMPARE(coreText("offset in it"), QStringLiteral("offset in it"));
    }
    void everyTextIsTranslated_data()
    {
        QTest::addColumn<bool>("ofCapture");
        QTest::newRow("start page") << false;
        QTest::newRow("capture") << true;
    }
    void everyTextIsTranslated()
    {
        QFETCH(bool, ofCapture);
        applyLanguage(QStringLiteral("pseudo"));
        openWindow(ofCapture ? m_rfr : std::filesystem::path());
        // Two letters and more that are in no brackets; formats, units, names of keys and files and kinds of nodes are
        // no words.
        static const QRegularExpression kInside(
            QStringLiteral("\\[[^\\[\\]]*(\\[[^\\[\\]]*\\][^\\[\\]]*)*\\]"));
        static const QRegularExpression kNoWords(
            QStringLiteral("\\S*[./"
                           "]\\S*|\\b(Aa|file|folder|Ctrl|Shift|Alt|Esc|Enter|Return|Space|Home|End|Left|"
                           "Right|Del|F\\d+|tglass|Traceglass|"
                           "CSV|PNG|RFR|RTC|RDF|CJFR|RMV|JVM|UTC|p\\d\\d|[nµmk]?s|[kMG]?B)\\b"));
        static const QRegularExpression kWord(QStringLiteral("\\p{L}{2,}"));
        QStringList bare;
        for (const auto& [where, text] : textsOf(*m_window)) {
            QString rest = text;
            rest.remove(kInside).remove(kNoWords);
            if (kWord.match(rest).hasMatch())
                bare << where + QStringLiteral(": ") + text;
        }
        QVERIFY2(bare.isEmpty(), qPrintable(QLatin1Char('\n') + bare.join(QLatin1Char('\n'))));
    }
    void rightToLeftMirrorsTheWindowAndNotTheTimeline()
    {
        applyLanguage(QStringLiteral("pseudo-rtl"));
        openWindow(m_rfr);
        QVERIFY(m_window->isRightToLeft());
        QVERIFY(m_window->menuBar()->isRightToLeft());
        for (const char* name : {"traceglass::TimelineView", "traceglass::HexView", "traceglass::FlameView",
                                 "traceglass::TimeRuler", "traceglass::OverviewStrip"}) {
            const auto found = m_window->findChildren<QWidget*>();
            const auto view = std::ranges::find_if(found, [&](const QWidget* each) {
                return each->metaObject()->className() == std::string_view(name);
            });
            QVERIFY2(view != found.end(), name);
            QVERIFY2(!(*view)->isRightToLeft(), name);
        }
        applyLanguage(QStringLiteral("en"));
        QVERIFY(!QApplication::isRightToLeft());
    }
    // How many texts a catalogue has is no test, for nobody speaks all languages: target check-translations.
    void cataloguesKeepWhatIsNoWord()
    {
        QVERIFY(!catalogues().isEmpty());
        QStringList wrong;
        for (const QString& catalogue : catalogues()) {
            std::size_t translated = 0;
            const auto messages = messagesOf(catalogue);
            for (const Message& message : messages) {
                translated += message.translations.isEmpty() ? 0u : 1u;
                for (const QString& text : message.translations) {
                    for (const char* kept :
                         {"%L?\\d|%n", "<[^>]*>", "\\n", "\\t", "\\(\\*[^)]*\\)", "^ | $", "\\[\\*\\]"})
                        if (all(kept, message.source) != all(kept, text))
                            wrong << QStringLiteral("%1 in “%2”: %3")
                                         .arg(QLatin1String(kept), message.source, text);
                    if (all("&[^ &]", text).size() > 1)
                        wrong << QStringLiteral("two keys: %1").arg(text);
                }
            }
            qInfo("%s: %zu of %zu texts", qPrintable(QFileInfo(catalogue).fileName()), translated,
                  messages.size());
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(QLatin1Char('\n') + wrong.join(QLatin1Char('\n'))));
    }
    // Of what is translated: a text that is new in the source may have any key.
    void noMenuOfATranslationHasAKeyTwice()
    {
        QStringList twice;
        for (const QString& catalogue : catalogues()) {
            std::set<QString> translated;
            for (const Message& message : messagesOf(catalogue))
                translated.insert(message.translations.begin(), message.translations.end());
            const QString code = QFileInfo(catalogue).baseName().section(QLatin1Char('_'), 1);
            applyLanguage(code);
            openWindow(m_rfr);
            QList<QWidget*> menus = {m_window->menuBar()};
            for (QMenu* const menu : m_window->menuBar()->findChildren<QMenu*>())
                menus << menu;
            for (const QWidget* const menu : menus) {
                std::map<QString, QString> seen;
                for (const QAction* const action : menu->actions()) {
                    const QStringList keys = all("&[^ &]", action->text());
                    if (keys.isEmpty() || !translated.contains(action->text()))
                        continue;
                    const auto [at, isNew] = seen.emplace(keys.front().toLower(), action->text());
                    if (!isNew)
                        twice << QStringLiteral("%1: %2 | %3").arg(code, at->second, action->text());
                }
            }
            m_window.reset();
        }
        QVERIFY2(twice.isEmpty(), qPrintable(QLatin1Char('\n') + twice.join(QLatin1Char('\n'))));
    }
    // What stands behind values in Details, and below tables of statistics.
    void whatIsSaidWithANumberIsTranslated()
    {
        const auto path = rdf::writeGpuDemo(m_folder.path().toStdString());
        QVERIFY(path);
        applyLanguage(QStringLiteral("de"));
        openWindow(*path);
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->session()->isAnswering(), kPatienceMs);
        m_window->commands()["edit.copyDetails"]->trigger();
        const QString details = QGuiApplication::clipboard()->text();
        QVERIFY2(details.contains(QStringLiteral("Spitze angefordert")), qPrintable(details));
        QVERIFY2(details.contains(QStringLiteral(" leben am Ende")), qPrintable(details));
        QVERIFY2(details.contains(QStringLiteral(" Bytes\n")), qPrintable(details));
        QCOMPARE(coreSentence("1 value is no number."), QStringLiteral("1 Wert ist keine Zahl."));
        QCOMPARE(
            coreSentence("A share is of 4.600 s: of several at a time it is more than 100 %."),
            QStringLiteral("Anteile sind solche von 4.600 s: Bei mehreren zugleich sind es mehr als 100 %."));
        QCOMPARE(coreSentence("A: A share is of 12.5 ms times 3 threads."),
                 QStringLiteral("A: Anteile sind solche von 12.5 ms mal 3 Threads."));
        QCOMPARE(coreSentence(
                     "The program was stopped for 2.1 % of the time: 6 pauses, p95 1.2 ms, longest 8 ms."),
                 QStringLiteral("Das Programm stand 2.1 % der Zeit: 6 Pausen, p95 1.2 ms, längste 8 ms."));
        QCOMPARE(coreSentence("Of 1,200 allocations the class was not recorded."),
                 QStringLiteral("Nicht aufgezeichnet ist die Klasse bei: 1,200 Allokationen."));
        QCOMPARE(coreSentence("Of 1 allocation the thread was not recorded."),
                 QStringLiteral("Nicht aufgezeichnet ist der Thread bei: 1 Allokation."));
        QCOMPARE(coreSentence("Of 2 exceptions no message was recorded."),
                 QStringLiteral("Nicht aufgezeichnet ist die Meldung bei: 2 Exceptions."));
        QCOMPARE(
            coreSentence("Of 2 waits, 1.5 ms together, the thread was not recorded; they are in no row."),
            QStringLiteral("Nicht aufgezeichnet ist der Thread bei: 2 Waits, zusammen 1.5 ms; sie stehen in "
                           "keiner Zeile."));
        QCOMPARE(coreSentence("1 submit without a GPU time is left out."),
                 QStringLiteral("1 Submit ohne GPU-Zeit ist ausgelassen."));
        // What a capture says may look like a place.
        QCOMPARE(coreSentence("A share is of %2 times %1."),
                 QStringLiteral("Anteile sind solche von %2 mal %1."));
        QCOMPARE(coreSentence("A share is of 3 things."), QStringLiteral("A share is of 3 things."));
        for (const char* data : {"007 live at the end", "12 apples", "12"}) // no count, no words of ours
            QCOMPARE(coreSentence(data), QString::fromLatin1(data));
    }
    // In remarks on tables, as they stand in the sources.
    void whatIsCountedHasPlurals()
    {
        applyLanguage(QStringLiteral("de"));
        const QRegularExpression pair(QStringLiteral("counted\\([^;\"]*\"([^\"]+)\",\\s*\"([^\"]+)\"\\)"));
        QStringList missing;
        for (QDirIterator each(m_root + QStringLiteral("/core"), {QStringLiteral("*_table*.cpp")},
                               QDir::Files, QDirIterator::Subdirectories);
             each.hasNext();) {
            QFile file(each.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QString text = QString::fromUtf8(file.readAll());
            for (auto found = pair.globalMatch(text); found.hasNext();) {
                const std::string many = found.next().captured(2).toStdString();
                const QString english = QStringLiteral("2 ") + QString::fromStdString(many);
                if (countedText(2, many, many) == english)
                    missing << QString::fromStdString(many);
            }
        }
        missing.removeDuplicates();
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QStringLiteral(" | "))));
    }
    // Labels, titles and columns as they stand in the sources, and rules and demos as the core lists them.
    void wordsOfTheCoreAreListed()
    {
        const std::set<std::string_view> listed(coreWords().begin(), coreWords().end());
        QStringList missing;
        const auto need = [&](const QString& word) {
            static const QRegularExpression kWord(QStringLiteral("\\p{L}{3,}"));
            if (kWord.match(word).hasMatch() && !listed.contains(word.toStdString()))
                missing << word;
        };
        for (const Rule& rule : allRules())
            need(QString::fromUtf8(rule.title.data(), qsizetype(rule.title.size())));
        for (const Demo* const demo : demos())
            for (const std::string_view text : {demo->title, demo->about})
                need(QString::fromUtf8(text.data(), qsizetype(text.size())));
        const QRegularExpression label(
            QStringLiteral("rows\\.push_back\\(\\s*\\{\\s*(?:\\.label = )?\"([^\"]+)\""));
        const QRegularExpression either(
            QStringLiteral("(?:rows\\.push_back\\(\\s*\\{|DetailRow \\w+ ?\\{|section\\.title =| "
                           "section\\()\\s*(?:\\.label = )?"
                           "[^\"{},;?]+\\? \"([^\"]+)\"\\s*: \"([^\"]+)\""));
        const QRegularExpression fact(QStringLiteral("more\\.emplace_back\\(\"([^\"]+)\""));
        const QRegularExpression column(
            QStringLiteral("columns\\.add\\(\\s*\"[a-z0-9_]+\",\\s*\"([^\"]+)\""));
        for (QDirIterator each(m_root + QStringLiteral("/core"), {QStringLiteral("*.cpp")}, QDir::Files,
                               QDirIterator::Subdirectories);
             each.hasNext();) {
            QFile file(each.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QString text = QString::fromUtf8(file.readAll());
            for (const QRegularExpression& pattern : {label, either, fact, column})
                for (auto found = pattern.globalMatch(text); found.hasNext();)
                    for (const QString& word : found.next().capturedTexts().sliced(1))
                        need(word);
        }
        missing.removeDuplicates();
        QVERIFY2(missing.isEmpty(),
                 qPrintable(QStringLiteral("add to widgets/common/core_words.cpp: ")
                            + missing.join(QStringLiteral(" | "))));
    }
};

QTEST_MAIN(TranslationTest)
#include "tst_translation.moc"
