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

class BackgroundTask;
class DocumentSession;

class ByteInspector : public QWidget
{
    Q_OBJECT

public:
    explicit ByteInspector(DocumentSession* session, QWidget* parent = nullptr);

    void setCaret(traceglass::SourceId source, quint64 offset);
    const std::vector<ByteValue>& values() const { return m_values; }
    int fieldRow() const { return m_fieldRow; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    struct Line // as painted: a value too wide for one column gets a line for each byte order
    {
        int row;
        QString label, left, right;
        bool rightIsNote = false;
    };

    void follow();
    void showBytes(std::vector<std::byte> bytes);
    void arrange();
    int rowHeight() const;

    DocumentSession* m_session;
    BackgroundTask* m_fetch;
    ByteRange m_caret; // length 0: none
    std::vector<ByteValue> m_values;
    std::vector<Line> m_lines;
    QString m_fieldName;
    int m_fieldRow = -1;
};

}
