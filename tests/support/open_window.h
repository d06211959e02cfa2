// A capture in a window of this size: shown, with the focus, and all of it read and answered.
//
//     MainWindow window(settings);
//     openWindow(window, path, {1400, 900});
#pragma once

#include "app/viewer/window/main_window.h"
#include "tests/support/patience.h"
#include "tests/support/settle.h"

#include <QTest>
#include <filesystem>

namespace traceglass {

inline void openWindow(MainWindow& window, const std::filesystem::path& path, const QSize& size)
{
    window.resize(size);
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    window.open(path);
    QTRY_VERIFY_WITH_TIMEOUT(window.session() && !window.session()->isIndexing(), kPatienceMs);
    settle(window.session());
}

}
