#include "app/viewer/window/about_dialog.h"

#include "app/viewer/window/window_parts.h"
#include "core/codec/libraries.h"
#include "core/formats/format_list.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/icons.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/line_height.h"
#include "widgets/common/utf8.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QFontInfo>
#include <QGridLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSysInfo>

namespace traceglass {

namespace {

using AboutLines = std::vector<std::pair<QString, QString>>;

AboutLines librariesUsed()
{
    AboutLines lines = {{QStringLiteral("Qt"), QString::fromLatin1(qVersion())}};
    for (const Library& library : libraries())
        lines.emplace_back(fromUtf8(library.name), fromUtf8(library.version));
    return lines;
}

AboutLines surroundings()
{
    const QFontInfo font(QApplication::font());
    return {
        {QObject::tr("System"),
         QStringLiteral("%1, %2 %3, %4")
             .arg(QSysInfo::prettyProductName(), QSysInfo::kernelType(), QSysInfo::kernelVersion(),
                  QSysInfo::currentCpuArchitecture())},
        {QObject::tr("Display"),
         QObject::tr("%1, scale %2, %3 %4 px")
             .arg(QGuiApplication::platformName())
             .arg(qApp->devicePixelRatio())
             .arg(font.family())
             .arg(font.pixelSize())},
        {QObject::tr("Language"), QLocale::system().name()},
    };
}

}

QString AboutDialog::report()
{
    QString text = QStringLiteral("Traceglass %1\n").arg(QApplication::applicationVersion());
    for (const AboutLines& lines : {surroundings(), librariesUsed()}) {
        for (const auto& [name, value] : lines)
            text += QStringLiteral("%1: %2\n").arg(name, value);
    }
    return text;
}

AboutDialog::AboutDialog(QWidget* parent)
    : QDialog(parent)
{
    setWindowTitle(tr("About Traceglass"));
    QStringList known;
    for (const Format* format : formats())
        known << fromUtf8(format->name);
    auto* picture = new QLabel(this);
    picture->setPixmap(applicationIcon().pixmap(64, 64));
    auto* name = new QLabel(tr("Traceglass %1").arg(QApplication::applicationVersion()), this);
    keepFont(name, [](const QFont& body) { return headFont(body, 4); });
    auto* what =
        new QLabel(tr("A viewer for trace captures: %1.").arg(known.join(QStringLiteral(", "))), this);
    what->setWordWrap(true);
    auto* licence = new QLabel(tr("MIT licence"), this);

    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(24);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(1, 1);
    for (const AboutLines& lines : {surroundings(), librariesUsed()}) {
        for (const auto& [title, value] : lines) {
            const int row = grid->rowCount();
            auto* key = new QLabel(title, this);
            setTextColor(key, Theme::of(this).text2);
            auto* text = new QLabel(value, this);
            text->setTextInteractionFlags(Qt::TextSelectableByMouse);
            grid->addWidget(key, row, 0);
            grid->addWidget(text, row, 1);
        }
        grid->setRowMinimumHeight(grid->rowCount(), 8);
    }

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto* copy = buttons->addButton(tr("&Copy for a bug report"), QDialogButtonBox::ActionRole);
    copy->setIcon(icon("copy"));
    connect(copy, &QPushButton::clicked, this, [this] {
        QApplication::clipboard()->setText(report());
        emit copied(tr("what this runs with"));
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    inColumn({24, 24, 24, 16}, 16,
             {inRow({}, 16, {picture, {inColumn({}, 6, {name, what, licence}), 1}}), grid, kRest, buttons},
             this);
    setMinimumWidth(520);
    buttons->button(QDialogButtonBox::Close)->setFocus();
}

}
