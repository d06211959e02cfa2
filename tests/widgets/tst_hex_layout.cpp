// Geometry of the hex view: where bytes are, which byte is at a point, and rows beyond 31 bits.
#include "widgets/hex/hex_layout.h"

#include <QtTest>

using namespace traceglass;

class TestHexLayout : public QObject
{
    Q_OBJECT

private slots:
    void cellsAreInOrder()
    {
        const HexLayout layout(1000, 8, 18);
        QCOMPARE(layout.cellWidth(), 27);
        QCOMPARE(layout.hexX(8) - layout.hexX(7), layout.cellWidth() + HexLayout::kHalfGap);
        QCOMPARE(layout.hexX(1) - layout.hexX(0), layout.cellWidth());
        QVERIFY(layout.hexX(15) + layout.cellWidth() < layout.textLeft());
        QCOMPARE(layout.rowCount(), std::uint64_t(63));
        QCOMPARE(layout.offsetDigits(), 8);
        QCOMPARE(HexLayout((std::uint64_t(1) << 32) + 1, 8, 18).offsetDigits(), 16);
    }

    void hitFindsEveryByteInBothColumns()
    {
        const HexLayout layout(4096, 8, 18);
        for (int row = 0; row < 4; ++row) {
            for (int column = 0; column < 16; ++column) {
                const std::uint64_t expected = std::uint64_t(10 + row) * 16 + std::uint64_t(column);
                const auto hex = layout.hit(layout.hexX(column) + 5, row * 18 + 9, 10);
                QVERIFY(hex);
                QCOMPARE(hex->offset, expected);
                QVERIFY(!hex->text);
                const auto text = layout.hit(layout.textX(column) + 3, row * 18 + 9, 10);
                QVERIFY(text);
                QCOMPARE(text->offset, expected);
                QVERIFY(text->text);
            }
        }
    }

    void hitAtTheEdges()
    {
        const HexLayout layout(20, 8, 18);                       // the second row has four bytes
        QVERIFY(!layout.hit(2, 5, 0));                           // left of the bytes
        QVERIFY(!layout.hit(layout.hexX(0) + 1, 2 * 18 + 1, 0)); // below the last row
        QCOMPARE(layout.hit(layout.hexX(15), 18 + 1, 0)->offset, std::uint64_t(19)); // beyond the row's end
        QCOMPARE(layout.hit(layout.hexX(0) + 1, 500, 0, true)->offset, std::uint64_t(19));
        QCOMPARE(layout.hit(2, -5, 1, true)->offset, std::uint64_t(0));
        QVERIFY(!HexLayout(0, 8, 18).hit(100, 1, 0, true));
    }

    void hugeSourcesScroll()
    {
        const HexLayout layout(std::uint64_t(1) << 60, 8, 18);
        QCOMPARE(layout.rowCount(), std::uint64_t(1) << 56);
        const int maximum = layout.scrollMaximum(20);
        QVERIFY(maximum > 0);
        QCOMPARE(layout.rowOfScroll(0, 20), std::uint64_t(0));
        QCOMPARE(layout.rowOfScroll(maximum, 20), layout.rowCount() - 20);
        std::uint64_t before = 0;
        for (int value = maximum / 7; value < maximum - maximum / 7; value += maximum / 7) {
            const std::uint64_t row = layout.rowOfScroll(value, 20);
            QVERIFY(row > before && row < layout.rowCount());
            QVERIFY(std::abs(layout.scrollOfRow(row, 20) - value) <= 2);
            before = row;
        }
    }

    void smallSourcesScrollExactly()
    {
        const HexLayout layout(16 * 100, 8, 18);
        QCOMPARE(layout.scrollMaximum(30), 70);
        for (int row = 0; row <= 70; ++row) {
            QCOMPARE(layout.rowOfScroll(row, 30), std::uint64_t(row));
            QCOMPARE(layout.scrollOfRow(std::uint64_t(row), 30), row);
        }
        QCOMPARE(layout.scrollMaximum(200), 0);
    }
};

QTEST_GUILESS_MAIN(TestHexLayout)
#include "tst_hex_layout.moc"
