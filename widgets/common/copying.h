// What views give to other programs through the clipboard: their tables as text and as CSV, and how they look.
//
//     class HexView : public QAbstractScrollArea, public CopySource { ... };
//     copyAs(focusWidget(), CopyAs::csv);               // of it, or of the source it lies in
//     addCopyMenu(menu, table);                          // "Copy as" with all ways there are
//
// Who copies says so: a QStatusTipEvent that the window shows.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <functional>

class QMenu;
class QWidget;

namespace traceglass {

// A table as text: lines whose cells tabs separate, as the view shows them; and as CSV (RFC 4180), with numbers as
// `tglass export` writes them.
class CopiedTable
{
public:
    static constexpr quint64 kMostRows = 100'000;
    static constexpr qsizetype kMostBytes = qsizetype(64) << 20;

    void add(const QStringList& cells) { add(cells, cells); } // a row, the first one is the head
    void add(const QStringList& cells, const QStringList& exact);
    void setCsv(QByteArray csv) { m_csv = std::move(csv); }
    bool isFull() const;
    bool isEmpty() const { return m_text.isEmpty(); }

    const QString& text() const { return m_text; }
    const QByteArray& csv() const { return m_csv; }
    quint64 lines() const { return m_lines; }

    quint64 left = 0; // rows for which there was no room

private:
    QString m_text;
    QByteArray m_csv;
    quint64 m_lines = 0;
};

class CopySource
{
public:
    using Done = std::function<void(CopiedTable)>;

    virtual ~CopySource() = default;

    // All of it, now or later; an empty one: it has no table.
    virtual void giveTable(const Done& done) { done({}); }
    // What a picture of it shows; null: the source itself.
    virtual QWidget* pictured() { return nullptr; }
};

enum class CopyAs { text, csv, picture, svg };

// Nothing, and it says so, where there is nothing of the kind.
void copyAs(QWidget* view, CopyAs how);
void addCopyMenu(QMenu* menu, QWidget* view);

// Text in the clipboard, for programs that read tables CSV, too.
void toClipboard(const QString& text, const QByteArray& csv);
void tellCopied(QWidget* view, const QString& sentence);
void tellCopied(QWidget* view, quint64 rows, quint64 left); // so many, and for so many there was no room

// With everything in it that is drawn: text stays text, lines stay lines.
QByteArray svgOf(QWidget* widget);

}
