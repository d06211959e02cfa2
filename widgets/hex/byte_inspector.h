// "As bytes": the bytes at the caret as numbers in both byte orders, varints, times and a character.
//
//     auto* inspector = new ByteInspector(session, details);
//     connect(bytesPane, &BytesPane::caretMoved, inspector, &ByteInspector::setCaret);   // before the
//     session follows
//
// The row that reads exactly the field under the caret is highlighted and names it.
#pragma once

#include "core/base/byte_range.h"
#include "widgets/hex/byte_values.h"

#include <QString>
#include <QWidget>

namespace traceglass {

class Asker;
class DocumentSession;

class ByteInspector : public QWidget
{
    Q_OBJECT

public:
    struct Line // as painted: what has no room beside the other parts of its value gets a line of its own
    {
        int row;
        QString label, left, right;
        bool rightIsNote = false;
        bool rightIsBig = true;
    };

    explicit ByteInspector(DocumentSession* session, QWidget* parent = nullptr);

    void setCaret(traceglass::SourceId source, quint64 offset);
    const std::vector<ByteValue>& values() const { return m_values; }
    const std::vector<Line>& lines() const { return m_lines; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {160, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void follow();
    void showBytes(std::vector<std::byte> bytes);
    void arrange();
    void addLines(const Line& whole);
    int wide(const QString& text) const; // with the gap before it
    int middle() const;
    int rowHeight() const;

    DocumentSession* m_session;
    Asker* m_asker;
    ByteRange m_caret; // length 0: none
    std::vector<ByteValue> m_values;
    std::vector<Line> m_lines;
    QString m_fieldName;
    int m_fieldRow = -1;
    bool m_isFieldBig = false;
};

}
