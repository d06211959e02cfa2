// A test over the small captures of all formats, a row each.
//
//     void saving_data() { eachSmallCapture(); }
//     void saving() { QFETCH(int, number); const fs::path path = writeSmall(number, folder); ... }
#pragma once

#include "tests/support/small_captures.h" // before Qt, whose keywords are names in there

#include <QTemporaryDir>
#include <QTest>

namespace traceglass {

inline void eachSmallCapture()
{
    QTest::addColumn<int>("number");
    const auto all = smallCaptures();
    for (std::size_t i = 0; i < all.size(); ++i)
        QTest::newRow(all[i].name.c_str()) << static_cast<int>(i);
}

// Empty: it failed.
inline std::filesystem::path writeSmall(int number, const QTemporaryDir& folder)
{
    return smallCaptures()[static_cast<std::size_t>(number)].write(folder.path().toStdString());
}

}
