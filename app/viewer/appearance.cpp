#include "app/viewer/appearance.h"

#include "widgets/common/theme.h"

#include <QApplication>
#include <QFont>
#include <QStyleFactory>

namespace traceglass {

namespace {

constexpr int kBodyPixels = 13;

bool hasDesktop()
{
    return QGuiApplication::platformName() != QLatin1String("offscreen")
        && (!qEnvironmentVariableIsEmpty("XDG_CURRENT_DESKTOP")
            || !qEnvironmentVariableIsEmpty("QT_QPA_PLATFORMTHEME"));
}

}

void prepareAppearance()
{
    if (hasDesktop())
        return;
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QFont body = QApplication::font();
    body.setPixelSize(kBodyPixels);
    QApplication::setFont(body);
}

void applyTheme(Settings::Theme theme)
{
    if (theme == Settings::Theme::light || (theme == Settings::Theme::system && !hasDesktop()))
        QApplication::setPalette(lightPalette());
    else if (theme == Settings::Theme::dark)
        QApplication::setPalette(darkPalette());
    else
        QApplication::setPalette(QPalette());
}

}
