#include "app/viewer/settings/preferences_dialog.h"

#include "app/viewer/settings/appearance.h"
#include "app/viewer/settings/keys_page.h"
#include "app/viewer/settings/language.h"
#include "app/viewer/settings/settings.h"
#include "core/model/annotation.h"
#include "widgets/common/cut_combo_box.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/utf8.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QRadioButton>
#include <QScreen>
#include <QScrollArea>
#include <QSpinBox>
#include <QTabWidget>

namespace traceglass {

namespace {

constexpr int kLongestAuthor = 200;

QLabel* explanation(const QString& text)
{
    auto* const label = new QLabel(text);
    label->setWordWrap(true);
    return label;
}

// What is not in the list stays as it is.
void choose(QComboBox* box, const QVariant& data)
{
    box->setCurrentIndex(std::max(0, box->findData(data)));
}

}

PreferencesDialog::PreferencesDialog(Settings& settings, std::unique_ptr<KeyChoices> keys, QWidget* parent)
    : QDialog(parent)
    , m_settings(settings)
    , m_pages(new QTabWidget)
    , m_theme(new CutComboBox)
    , m_fontSize(new QSpinBox)
    , m_language(new CutComboBox)
    , m_times(new CutComboBox)
    , m_unit(new CutComboBox)
    , m_lowerPane(new CutComboBox)
    , m_keys(new KeysPage(std::move(keys), settings))
    , m_author(new QLineEdit)
    , m_notesInside(new QRadioButton(tr("&Into the capture; beside it where that is not possible")))
    , m_notesBeside(new QRadioButton(tr("&Beside the capture, which stays as it is")))
    , m_reopensSession(new QCheckBox(tr("Open the captures of the &last session again")))
    , m_oneProcess(new QCheckBox(tr("One &process shows all captures")))
{
    setWindowTitle(tr("Preferences"));
    addPage(makeAppearance(), tr("Appea&rance"));
    addPage(m_keys, tr("&Keys"));
    addPage(makeNotes(), tr("N&otes"));
    addPage(makeStart(), tr("&Start"));
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->button(QDialogButtonBox::Close)->setAutoDefault(false); // Enter is for the lists
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    inColumn({12, 12, 12, 12}, 8, {{m_pages, 1}, buttons}, this);
    showSettings();
    connectAll();
    const QSize room = screen()->availableSize() * 9 / 10;
    constexpr int kAround = 48; // of a page
    resize(QSize(std::max(fontMetrics().height() * 44, m_keys->wholeWidth() + kAround),
                 fontMetrics().height() * 34)
               .boundedTo(room));
}

PreferencesDialog* PreferencesDialog::showBeside(QWidget* window, Settings& settings,
                                                 const std::function<std::unique_ptr<KeyChoices>()>& keys)
{
    static QPointer<PreferencesDialog> shown;
    if (!shown || shown->isHidden()) { // one that was closed is deleted a little later
        shown = new PreferencesDialog(settings, keys(), window);
        shown->setAttribute(Qt::WA_DeleteOnClose);
    }
    shown->show();
    shown->raise();
    shown->activateWindow();
    return shown;
}

// On small screens, and with large letters, a page is seen in part.
void PreferencesDialog::addPage(QWidget* page, const QString& title)
{
    auto* const area = new QScrollArea;
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setFocusPolicy(Qt::NoFocus);
    area->setWidget(page);
    m_pages->addTab(area, title);
}

QWidget* PreferencesDialog::makeAppearance()
{
    for (const auto& [theme, text] :
         {std::pair(Settings::ThemeChoice::system, tr("Colours of the system")),
          std::pair(Settings::ThemeChoice::light, tr("Light")),
          std::pair(Settings::ThemeChoice::dark, tr("Dark")),
          std::pair(Settings::ThemeChoice::contrastLight, tr("High contrast, light")),
          std::pair(Settings::ThemeChoice::contrastDark, tr("High contrast, dark"))})
        m_theme->addItem(text, int(theme));
    m_fontSize->setRange(kLeastFontPercent, kLargestFontPercent);
    m_fontSize->setSingleStep(5);
    m_fontSize->setSuffix(tr(" %"));
    m_fontSize->setKeyboardTracking(false); // 1 is none that leads to 150
    m_fontSize->setToolTip(tr("Of the size that the desktop has"));
    m_language->addItem(tr("Language of the system"), kSystemLanguage);
    for (const Language& language : languages())
        m_language->addItem(language.name, language.code);
    using Mode = TimeFormat::Mode;
    for (const auto& [mode, text] :
         {std::pair(Mode::relative, tr("From the start of the capture")),
          std::pair(Mode::utc, tr("Time of day, UTC")), std::pair(Mode::local, tr("Time of day, local"))})
        m_times->addItem(text, int(mode));
    for (const auto& [unit, text] :
         {std::pair(TimeUnit::automatic, tr("Automatic")), std::pair(TimeUnit::seconds, tr("Seconds")),
          std::pair(TimeUnit::milliseconds, tr("Milliseconds")),
          std::pair(TimeUnit::microseconds, tr("Microseconds")),
          std::pair(TimeUnit::nanoseconds, tr("Nanoseconds"))})
        m_unit->addItem(text, int(unit));
    for (const auto& [name, text] :
         {std::pair("", tr("What was there last")), std::pair("findings", tr("Findings")),
          std::pair("statistics", tr("Statistics")), std::pair("records", tr("Records")),
          std::pair("bytes", tr("Bytes")), std::pair("flame", tr("Flame graph")),
          std::pair("memory", tr("Memory")), std::pair("queues", tr("Queues")),
          std::pair("notes", tr("Notes")), std::pair("problems", tr("Problems"))})
        m_lowerPane->addItem(text, QString::fromLatin1(name));
    auto* const page = new QWidget;
    auto* const form = new QFormLayout(page);
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    form->addRow(tr("&Theme:"), m_theme);
    form->addRow(tr("&Font size:"), m_fontSize);
    form->addRow(tr("&Language:"), m_language);
    form->addRow(explanation(tr("The language holds from the next start on.")));
    form->addRow(tr("T&imes:"), m_times);
    form->addRow(tr("&Unit of times:"), m_unit);
    form->addRow(tr("&Below the timeline:"), m_lowerPane);
    form->addRow(
        explanation(tr("What stands below the timeline of a capture that is opened for the first time. One "
                       "that was open before comes as it was left.")));
    return page;
}

QWidget* PreferencesDialog::makeNotes()
{
    m_author->setMaxLength(kLongestAuthor);
    m_author->setPlaceholderText(exactFromUtf8(userName()));
    auto* const page = new QWidget;
    auto* const form = new QFormLayout(page);
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    form->addRow(tr("&Author of new notes:"), m_author);
    form->addRow(explanation(tr("Left empty, it is the name that the system has.")));
    form->addRow(new QLabel(tr("Notes are saved")));
    form->addRow(m_notesInside);
    form->addRow(m_notesBeside);
    form->addRow(explanation(
        tr("Beside a capture notes have a file of its name, with .traceglass.json behind it. Notes "
           "that are in a capture by now stay there; what is changed about them is beside it.")));
    return page;
}

QWidget* PreferencesDialog::makeStart()
{
    auto* const page = new QWidget;
    inColumn(
        {12, 12, 12, 12}, 8,
        {m_reopensSession,
         explanation(
             tr("When Traceglass is started without a file. What is no longer there is left out, and so is "
                "a capture with which it ended unexpectedly twice.")),
         m_oneProcess,
         explanation(
             tr("A later start hands its files over to the one that runs, as tabs of its window. Holds from "
                "the next start on.")),
         kRest},
        page);
    return page;
}

void PreferencesDialog::connectAll()
{
    connect(&m_settings, &Settings::changed, this, &PreferencesDialog::showSettings);
    connect(m_theme, &QComboBox::currentIndexChanged, this, [this] {
        const auto theme = static_cast<Settings::ThemeChoice>(m_theme->currentData().toInt());
        m_settings.setTheme(theme);
        applyTheme(theme);
    });
    connect(m_fontSize, &QSpinBox::valueChanged, this, [this](int percent) {
        m_settings.setFontPercent(percent);
        applyFontSize(percent);
    });
    connect(m_language, &QComboBox::currentIndexChanged, this,
            [this] { m_settings.setLanguage(m_language->currentData().toString()); });
    const auto setTimes = [this] {
        m_settings.setTimeFormat({static_cast<TimeFormat::Mode>(m_times->currentData().toInt()),
                                  static_cast<TimeUnit>(m_unit->currentData().toInt())});
    };
    connect(m_times, &QComboBox::currentIndexChanged, this, setTimes);
    connect(m_unit, &QComboBox::currentIndexChanged, this, setTimes);
    connect(m_lowerPane, &QComboBox::currentIndexChanged, this,
            [this] { m_settings.setLowerPane(m_lowerPane->currentData().toString()); });
    connect(m_author, &QLineEdit::textEdited, this,
            [this](const QString& text) { m_settings.setAuthor(text.trimmed()); });
    connect(m_notesBeside, &QRadioButton::toggled, &m_settings, &Settings::setNotesBeside);
    connect(m_reopensSession, &QCheckBox::toggled, &m_settings, &Settings::setReopensSession);
    connect(m_oneProcess, &QCheckBox::toggled, &m_settings, &Settings::setOneProcess);
}

// What is so already stays untouched: somebody may be typing.
void PreferencesDialog::showSettings()
{
    choose(m_theme, int(m_settings.theme()));
    m_fontSize->setValue(m_settings.fontPercent());
    choose(m_language, m_settings.language());
    const TimeFormat format = m_settings.timeFormat();
    {
        const QSignalBlocker times(m_times), unit(m_unit); // they are set together
        choose(m_times, int(format.mode));
        choose(m_unit, int(format.unit));
    }
    choose(m_lowerPane, m_settings.lowerPane());
    if (m_author->text().trimmed() != m_settings.author())
        m_author->setText(m_settings.author());
    (m_settings.notesBeside() ? m_notesBeside : m_notesInside)->setChecked(true);
    m_reopensSession->setChecked(m_settings.reopensSession());
    m_oneProcess->setChecked(m_settings.oneProcess());
}

}
