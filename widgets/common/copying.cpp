#include "widgets/common/copying.h"

#include "core/base/csv.h"
#include "core/base/text.h"
#include "widgets/common/core_text.h"
#include "widgets/common/utf8.h"

#include <QApplication>
#include <QBuffer>
#include <QClipboard>
#include <QCoreApplication>
#include <QMenu>
#include <QMimeData>
#include <QPointer>
#include <QStatusTipEvent>
#include <QSvgGenerator>

namespace traceglass {

namespace {

struct CopyWords
{
    Q_DECLARE_TR_FUNCTIONS(CopySource)
};

struct Found
{
    CopySource* source = nullptr;
    QWidget* widget = nullptr;
};

Found sourceAround(QWidget* widget)
{
    for (; widget; widget = widget->parentWidget())
        if (auto* const source = dynamic_cast<CopySource*>(widget))
            return {source, widget};
    return {};
}

void give(const CopiedTable& table, CopyAs how, QWidget* view)
{
    if (table.isEmpty())
        return tellCopied(view, CopyWords::tr("There is no table here: a picture of it can be copied"));
    if (how == CopyAs::csv)
        toClipboard(QString::fromUtf8(table.csv()), table.csv());
    else
        toClipboard(table.text(), table.csv());
    tellCopied(view, table.lines() - 1, table.left); // without the head
}

}

void CopiedTable::add(const QStringList& cells, const QStringList& exact)
{
    QStringList plain = cells;
    for (QString& cell : plain)
        cell.replace(QLatin1Char('\t'), QLatin1Char(' ')).replace(QLatin1Char('\n'), QLatin1Char(' '));
    m_text += plain.join(QLatin1Char('\t')) + QLatin1Char('\n');
    for (const QString& cell : exact)
        m_csv +=
            (&cell == &exact.front() ? "" : ",") + QByteArray::fromStdString(csvCell(cell.toStdString()));
    m_csv += "\r\n";
    ++m_lines;
}

bool CopiedTable::isFull() const
{
    return m_lines > kMostRows || m_csv.size() >= kMostBytes || m_text.size() * 2 >= kMostBytes;
}

void toClipboard(const QString& text, const QByteArray& csv)
{
    auto* const data = new QMimeData;
    data->setText(text);
    data->setData(QStringLiteral("text/csv"), csv);
    QGuiApplication::clipboard()->setMimeData(data);
}

void tellCopied(QWidget* view, const QString& sentence)
{
    QStatusTipEvent event(sentence);
    QCoreApplication::sendEvent(view, &event);
}

void tellCopied(QWidget* view, quint64 rows, quint64 left)
{
    const QString copied = countedText(rows, "row", "rows");
    tellCopied(
        view,
        left == 0
            ? CopyWords::tr("Copied %1").arg(copied)
            : CopyWords::tr("Copied the first %1, as many as there is room for. %2 more are left out; Export "
                            "in the File menu and tglass write all.")
                  .arg(copied, fromUtf8(grouped(left))));
}

QByteArray svgOf(QWidget* widget)
{
    QBuffer out;
    QSvgGenerator generator;
    generator.setOutputDevice(&out);
    generator.setSize(widget->size());
    generator.setViewBox(widget->rect());
    generator.setResolution(widget->logicalDpiX()); // letters are as large as on the screen
    generator.setTitle(QStringLiteral("Traceglass"));
    widget->render(&generator);
    return out.data();
}

void copyAs(QWidget* view, CopyAs how)
{
    const Found found = sourceAround(view);
    if (!found.source)
        return tellCopied(view, CopyWords::tr("Choose a view first: there is nothing to copy here"));
    if (how == CopyAs::text || how == CopyAs::csv)
        return found.source->giveTable([how, from = QPointer(found.widget)](const CopiedTable& table) {
            if (from)
                give(table, how, from);
        });
    QWidget* const pictured = found.source->pictured() ? found.source->pictured() : found.widget;
    auto* const data = new QMimeData;
    if (how == CopyAs::picture)
        data->setImageData(pictured->grab().toImage());
    else
        data->setData(QStringLiteral("image/svg+xml"), svgOf(pictured));
    QGuiApplication::clipboard()->setMimeData(data);
    tellCopied(found.widget,
               how == CopyAs::picture ? CopyWords::tr("Copied a picture")
                                      : CopyWords::tr("Copied an SVG picture"));
}

void addCopyMenu(QMenu* menu, QWidget* view)
{
    QMenu* const ways = menu->addMenu(CopyWords::tr("Copy &as"));
    const std::pair<CopyAs, QString> all[] = {{CopyAs::text, CopyWords::tr("&Text")},
                                              {CopyAs::csv, CopyWords::tr("&CSV")},
                                              {CopyAs::picture, CopyWords::tr("&Picture")},
                                              {CopyAs::svg, CopyWords::tr("&SVG")}};
    for (const auto& [how, name] : all)
        ways->addAction(name, view, [view, how = how] { copyAs(view, how); });
}

}
