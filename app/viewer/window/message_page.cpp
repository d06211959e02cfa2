#include "app/viewer/window/message_page.h"

#include "app/viewer/window/window_parts.h"
#include "core/base/text.h"
#include "core/formats/format_list.h"
#include "widgets/common/core_text.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/icons.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/line_height.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <filesystem>

namespace traceglass {

namespace {

constexpr int kPageWidth = 640;

// The bytes are there, only their meaning is not.
bool canOpenAsBytes(Opening::Named named, const Error& error)
{
    return error.code != Code::FileNotFound && error.code != Code::FileUnreadable
        && named == Opening::Named::file;
}

bool isNamedLikeACapture(const std::filesystem::path& path)
{
    return std::ranges::any_of(formats(), [&](const Format* format) {
        return std::ranges::find(format->suffixes, path.extension().native()) != format->suffixes.end();
    });
}

// How many files and folders in a folder are named like captures, of the first few thousand.
std::uint64_t capturesIn(const std::filesystem::path& folder, const Job& job)
{
    constexpr int kMostEntries = 4096;
    std::uint64_t count = 0;
    std::error_code unreadable;
    std::filesystem::directory_iterator at(folder, unreadable);
    const std::filesystem::directory_iterator end;
    for (int n = 0; !unreadable && at != end && n < kMostEntries && !job.stopRequested(); ++n) {
        std::error_code ignored;
        count += isNamedLikeACapture(at->path()) && (at->is_regular_file(ignored) || at->is_directory(ignored));
        at.increment(unreadable);
    }
    return count;
}

}

MessagePage::MessagePage(QWidget* parent)
    : QWidget(parent)
{
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    auto* outer = new QVBoxLayout(this);
    outer->addStretch(2);
    auto* box = new QWidget(this);
    box->setMaximumWidth(kPageWidth);
    box->setMinimumWidth(std::min(kPageWidth, 420));
    outer->addLayout(inRow({}, kStyleSpacing, {kRest, {box, 8}, kRest}));
    outer->addStretch(3);

    auto* layout = new QVBoxLayout(box);
    layout->setSpacing(8);
    auto* head = new QHBoxLayout;
    head->setSpacing(10);
    m_icon = new QLabel(box);
    m_title = new QLabel(box);
    m_title->setWordWrap(true);
    m_title->setTextInteractionFlags(Qt::TextSelectableByMouse);
    keepFont(m_title, [](const QFont& body) { return headFont(body, 2); });
    head->addWidget(m_icon, 0, Qt::AlignTop);
    head->addWidget(m_title, 1);
    layout->addLayout(head);
    m_path = new QLabel(box);
    m_path->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_path->setWordWrap(true);
    layout->addWidget(m_path);
    m_advice = new QLabel(box);
    m_advice->setWordWrap(true);
    m_advice->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(m_advice);
    m_progress = new QProgressBar(box);
    m_progress->setRange(0, 0);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(10);
    layout->addWidget(m_progress);
    layout->addSpacing(8);
    auto* buttons = new QHBoxLayout;
    const auto button = [&](const QString& words, const char* name, auto signal) {
        auto* made = new QPushButton(icon(name), words, box);
        made->setAutoDefault(true); // Enter presses it, as in a dialog
        buttons->addWidget(made);
        connect(made, &QPushButton::clicked, this, signal);
        return made;
    };
    m_bytes = button(tr("Open as bytes"), "bytes", &MessagePage::openAsBytes);
    m_retry = button(tr("Try again"), "reload", &MessagePage::retry);
    m_other = button(tr("Open another…"), "open-file", &MessagePage::openOther);
    m_back = button(tr("Start page"), "back", &MessagePage::back);
    m_cancel = button(tr("Cancel"), "close", &MessagePage::cancelled);
    buttons->addStretch(1);
    layout->addLayout(buttons);
    new PaletteWatch(this, [this] { colour(); });
}

QStringList MessagePage::captureNames()
{
    QStringList names;
    for (const Format* format : formats())
        for (const std::string_view suffix : format->suffixes)
            names << QStringLiteral("*") + fromUtf8(suffix);
    return names;
}

void MessagePage::showLoading(const std::filesystem::path& path)
{
    m_looking.cancel();
    m_icon->hide();
    m_title->setText(tr("Opening %1 …").arg(fromUtf8(path.filename().string())));
    m_path->setText(fromUtf8(path.string()));
    m_advice->setText(tr("Headers and indexes are read; the window fills as soon as they are known."));
    m_progress->setRange(0, 0);
    m_progress->show();
    for (QPushButton* button : {m_bytes, m_retry, m_other, m_back})
        button->hide();
    m_cancel->show();
    setFocusProxy(m_cancel);
    colour();
}

void MessagePage::showProgress(quint64 done, quint64 total)
{
    constexpr int kParts = 1'000;
    if (total > 0) {
        m_progress->setRange(0, kParts);
        m_progress->setValue(static_cast<int>(double(std::min(done, total)) / double(total) * kParts));
    } else if (done > 0) { // of a pipe nobody knows the end
        m_advice->setText(tr("%1 have come so far.").arg(fromUtf8(sizeText(done))));
    }
}

void MessagePage::showError(const std::filesystem::path& path, Opening::Named named, const Error& error)
{
    m_icon->show();
    m_title->setText(fromUtf8(message(error)) + QLatin1Char('.'));
    m_path->setText(fromUtf8(path.string()));
    m_advice->setText(fromUtf8(codeInfo(error.code).advice));
    m_other->setText(tr("Open another…"));
    m_looking.start([path](const Job& job) { return capturesIn(path, job); },
                    [this](std::uint64_t inside) {
                        if (inside > 0)
                            showCapturesInside(inside);
                    });
    m_progress->hide();
    m_cancel->hide();
    m_bytes->setVisible(canOpenAsBytes(named, error));
    for (QPushButton* button : {m_retry, m_other, m_back})
        button->show();
    setFocusProxy(m_bytes->isHidden() ? m_other : m_bytes);
    colour();
}

void MessagePage::showCapturesInside(quint64 count)
{
    m_advice->setText(
        tr("It is no recording as a whole, but holds %1.").arg(countedText(count, "capture", "captures")));
    m_other->setText(tr("Open from it…"));
}

QString MessagePage::sentence() const
{
    return m_title->text();
}

void MessagePage::colour()
{
    const Theme& theme = Theme::of(this);
    m_icon->setPixmap(icon("error", theme.error).pixmap(QSize(20, 20), devicePixelRatioF()));
    setTextColor(m_path, theme.text2);
}

void MessagePage::keyPressEvent(QKeyEvent* event)
{
    if (event->key() != Qt::Key_Escape)
        QWidget::keyPressEvent(event);
    else if (m_cancel->isHidden())
        emit back();
    else
        emit cancelled();
}

}
