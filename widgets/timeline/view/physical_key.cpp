#include "widgets/timeline/view/physical_key.h"

#include <QGuiApplication>
#include <QKeyEvent>
#include <utility>

namespace traceglass {

int physicalKey(const QKeyEvent& event)
{
    // By the scan code: evdev + 8, on X11 and Wayland alike.
    constexpr std::pair<quint32, int> kPlaces[] = {{25, Qt::Key_W},
                                                   {38, Qt::Key_A},
                                                   {39, Qt::Key_S},
                                                   {40, Qt::Key_D},
                                                   {41, Qt::Key_F},
                                                   {34, Qt::Key_BracketLeft},
                                                   {35, Qt::Key_BracketRight},
                                                   {59, Qt::Key_Comma},
                                                   {60, Qt::Key_Period}};
    const QString platform = QGuiApplication::platformName();
    if (platform == "xcb" || platform.startsWith("wayland")) {
        for (const auto& [scanCode, key] : kPlaces) {
            if (scanCode == event.nativeScanCode())
                return key;
        }
    }
    return event.key();
}

}
