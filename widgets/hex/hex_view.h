// Bytes of a source, 16 a row: offsets, hex and text, each byte on the tint of the record that owns it.
//
//     view->setCapture(session->capture());
//     view->setSource(range.source, name, size);
//     view->setHighlight(range.offset, range.length, fieldStarts);
//     view->reveal(range.offset);
//
// Only the shown page and those beside it are asked for, with the owners of the bytes.
#pragma once

#include "core/ask/capture.h"
#include "widgets/common/copying.h"
#include "widgets/hex/byte_atlas.h"
#include "widgets/hex/hex_layout.h"
#include "widgets/session/note_times.h"

#include <QAbstractScrollArea>
#include <memory>
#include <optional>
#include <span>
#include <vector>

class QTimer;

namespace traceglass {

class Asker;
class Speech;
struct Theme;

// Bytes with a problem: hatched.
struct DamagedBytes
{
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
    Severity severity = Severity::error;
};

// Bytes somebody wrote a note about: underlined.
struct NotedBytes
{
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
    std::uint8_t color = 0; // in kAnnotationColors
};

class HexView : public QAbstractScrollArea, public CopySource
{
    Q_OBJECT

public:
    enum class BytesAs { hex, cArray, text };

    explicit HexView(QWidget* parent = nullptr);
    ~HexView() override;

    void setCapture(std::shared_ptr<const Capture> capture);
    void setSource(SourceId id, const QString& name, std::uint64_t size);
    void closeSource();
    void setEmptyText(const QString& text); // shown while there is no source
    void setHighlight(std::uint64_t offset, std::uint64_t length,
                      std::vector<std::uint64_t> fieldStarts = {});
    void setDamage(std::vector<DamagedBytes> damage);
    void addDamage(std::span<const DamagedBytes> more);
    void setNotes(std::vector<NotedBytes> notes);
    void setCaret(std::uint64_t offset); // drops what was selected by hand
    // Scrolls only where not all of it is shown, as far as there is room, and then with a third of the rows before it.
    void reveal(std::uint64_t offset, std::uint64_t length = 1);
    void scrollToRow(std::uint64_t row); // as the first row, as far as the end allows

    bool hasSource() const { return m_isOpen; }
    SourceId sourceId() const { return m_sourceId; }
    const HexLayout& layout() const { return m_layout; }
    std::uint64_t caret() const { return m_caret; }
    bool hasMark() const { return m_mark.length > 0; } // selected by hand
    ByteRange marked() const; // selected by hand, else highlighted, else the byte at the caret
    ByteRange shown() const;  // the bytes of the shown rows
    std::vector<Record> shownRecords() const;
    bool isDecoding() const { return m_decoding; } // what is shown takes a while
    bool isWaiting() const;                        // for bytes
    static QString textOf(const std::vector<std::byte>& bytes, BytesAs as);
    int headHeight() const { return m_layout.rowHeight() + 2; }
    QSize sizeHint() const override;

public slots:
    void copy(traceglass::HexView::BytesAs as = BytesAs::hex);

signals:
    void pressed();                  // by the mouse: the caret is about to move there
    void caretMoved(quint64 offset); // by key or mouse, while it moves
    void shownChanged();             // other rows are shown
    void recordsChanged();           // the owners of the shown bytes became known

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void changeEvent(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    struct RowBytes
    {
        std::uint64_t offset = 0;
        int count = 0;
        const unsigned char* bytes = nullptr;
    };

    void rearrange();
    void updateScrollBars();
    void loadPage();
    void takePage(const ByteRange& wanted, ask::Bytes::Answer answer);
    std::optional<HexLayout::ByteUnder> hitAt(const QPoint& at, bool clamp = false) const; // of the viewport
    std::uint64_t rowsShown() const { return rowsIn(viewport()->height()); }
    std::uint64_t rowsIn(int height) const;
    void moveCaret(std::uint64_t offset, bool extend);
    int ownerOf(std::uint64_t offset) const;                      // index in m_records, -1: nobody
    std::optional<Severity> damageAt(std::uint64_t offset) const; // the worst; only within the page
    QString ownerWords(std::uint64_t offset) const;
    QString caretWords() const;
    void findPageDamage();

    void paintContent(QPainter& painter);
    void paintHead(QPainter& painter, const Theme& theme);
    void paintRow(QPainter& painter, const Theme& theme, const RowBytes& row, int y);
    void paintNotes(QPainter& painter, const Theme& theme, const RowBytes& row, int y);
    void paintGrounds(QPainter& painter, const Theme& theme, const RowBytes& row, int y);
    void paintSpan(QPainter& painter, const QBrush& brush, int first, int last, int y, bool gapRight);

    Speech* m_speech;
    std::unique_ptr<Asker> m_asker;
    bool m_isOpen = false;
    SourceId m_sourceId {};
    QString m_name;           // of the source
    std::uint64_t m_size = 0; // of it, as far as is known
    QString m_emptyText;
    QFont m_font;
    HexLayout m_layout;
    std::optional<ByteAtlas> m_plainInk, m_quietInk, m_litInk;

    std::uint64_t m_topRow = 0;
    bool m_syncing = false; // the scroll bar is being set from m_topRow
    int m_wheel = 0;        // eighths of a degree not yet scrolled

    std::vector<std::byte> m_page;
    ByteRange m_wanted; // what the page was asked for; it is shorter where bytes cannot be read
    ByteRange m_asked;  // on its way
    bool m_decoding = false;
    QTimer* m_slow = nullptr; // until it is said that it takes a while
    std::vector<Record> m_records; // owners of the page, by offset

    std::uint64_t m_caret = 0;
    std::uint64_t m_anchor = 0;
    ByteRange m_mark;  // by hand
    ByteRange m_light; // by others
    std::vector<std::uint64_t> m_fieldStarts;
    std::vector<NotedBytes> m_notes;
    NoteTimes m_notePlaces; // offsets stand for times
    std::vector<DamagedBytes> m_damage, m_pageDamage;
    bool m_dragging = false;
};

}
