// Rows of tables: at which side words are cut where a column is narrow.
#include "widgets/models/row_view.h"

#include <QImage>
#include <QStandardItemModel>
#include <QTest>

using namespace traceglass;

class RowViewTest : public QObject
{
    Q_OBJECT

    // In the right third, where nothing but dots is drawn if the end of the text is cut.
    static int inkAtTheEnd(const RowView& view, const QRect& of)
    {
        const QImage seen = view.viewport()->grab(of).toImage();
        int ink = 0;
        for (int x = seen.width() * 2 / 3; x < seen.width(); ++x)
            for (int y = 0; y < seen.height(); ++y)
                ink += qGray(seen.pixel(x, y)) < 128;
        return ink;
    }

private slots:
    // A name keeps both of its ends, running text its begin, a number its first digits.
    void wordsAreCutAtTheirSide()
    {
        QStandardItemModel model(4, 2);
        const QString text = QString(60, QLatin1Char('.')) + QString(40, QLatin1Char('M'));
        for (int row = 0; row < model.rowCount(); ++row)
            model.setItem(row, 0, new QStandardItem(text));
        enum { name, sentence, number, whole };
        model.item(sentence)->setData(true, kSentenceRole);
        model.item(number)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        model.item(whole)->setText(QStringLiteral("M"));
        RowView view(20);
        view.setModel(&model);
        view.resize(400, 200);
        view.header()->setStretchLastSection(true);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        view.header()->resizeSection(0, 200);
        view.setCurrentIndex({});
        const auto ink = [&](int row) { return inkAtTheEnd(view, view.visualRect(model.index(row, 0))); };
        const int ofLetters = ink(name);
        QVERIFY2(ofLetters > 100, qPrintable(QString::number(ofLetters)));
        QVERIFY(ink(sentence) * 4 < ofLetters);
        QVERIFY(ink(number) * 4 < ofLetters);
        QCOMPARE(ink(whole), 0);
    }

    // At the edge of the window nothing but the edge cuts: what begins in sight is cut at its end.
    void theEdgeOfTheTableCutsTheEnd()
    {
        QStandardItemModel model(1, 2);
        model.setItem(0, 0,
                      new QStandardItem(QString(120, QLatin1Char('.')) + QString(40, QLatin1Char('M'))));
        RowView view(20);
        view.setModel(&model);
        view.resize(300, 200);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        view.header()->setStretchLastSection(false);
        view.header()->resizeSection(0, 360); // its letters would begin in sight if it were cut in its middle
        const QRect cell = view.visualRect(model.index(0, 0)) & view.viewport()->rect();
        const int ink = inkAtTheEnd(view, cell);
        QVERIFY2(ink < 100, qPrintable(QString::number(ink)));
    }
};

QTEST_MAIN(RowViewTest)
#include "tst_row_view.moc"
