#include "widgets/details/text_block.h"

#include "core/base/text.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"

#include <QCoreApplication>
#include <QFontDatabase>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QTextBlock>
#include <algorithm>

namespace traceglass {

namespace {

constexpr int kMostLines = 14; // shown at once; the others by scrolling

// Positions in the text are bytes, those in the widget are QChars.
int charsOf(std::string_view bytes)
{
    return static_cast<int>(linesFromUtf8(bytes).size());
}

// Shows the lines from a little before the mark; the scroll bars have their range only once it is laid out.
class TextBlock : public QPlainTextEdit
{
public:
    using QPlainTextEdit::QPlainTextEdit;

protected:
    void showEvent(QShowEvent* event) override
    {
        QPlainTextEdit::showEvent(event);
        showMark();
    }
    void resizeEvent(QResizeEvent* event) override
    {
        QPlainTextEdit::resizeEvent(event);
        showMark();
    }

private:
    void showMark()
    {
        constexpr int kBefore = 4;
        verticalScrollBar()->setValue(std::max(0, textCursor().blockNumber() - kBefore));
        horizontalScrollBar()->setValue(0);
    }
};

}

QWidget* makeTextBlock(const DetailSection& section, QWidget* parent)
{
    const std::string_view text = section.text;
    const std::size_t begin = std::min(section.markBegin, text.size());
    const std::size_t end = std::clamp(section.markEnd, begin, text.size());
    auto* block = new TextBlock(parent);
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPixelSize(QFontInfo(parent->font()).pixelSize() - 1);
    block->setFont(font);
    block->setReadOnly(true);
    block->setFrameShape(QFrame::NoFrame);
    block->setLineWrapMode(QPlainTextEdit::NoWrap);
    block->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    block->setTabChangesFocus(true);
    block->setAccessibleName(section.title.empty() ? QCoreApplication::translate("TextBlock", "Text")
                                                   : fromUtf8(section.title));
    block->setPlainText(linesFromUtf8(text));
    block->document()->setDocumentMargin(2);

    const Theme& theme = Theme::of(parent);
    QPalette palette = block->palette();
    palette.setColor(QPalette::Base, theme.alternate);
    palette.setColor(QPalette::Text, theme.text2);
    block->setPalette(palette);
    QTextCursor mark(block->document());
    mark.setPosition(charsOf(text.substr(0, begin)));
    block->setTextCursor(mark);
    if (end > begin) {
        QTextEdit::ExtraSelection emphasis;
        emphasis.cursor = mark;
        emphasis.cursor.setPosition(mark.position() + charsOf(text.substr(begin, end - begin)),
                                    QTextCursor::KeepAnchor);
        emphasis.format.setBackground(theme.quietSelection);
        emphasis.format.setForeground(theme.text);
        emphasis.format.setFontWeight(QFont::Bold);
        block->setExtraSelections({emphasis});
        block->setAccessibleDescription(fromUtf8(text.substr(begin, end - begin)).trimmed());
    }
    const int lines = std::clamp(block->blockCount(), 1, kMostLines);
    block->setFixedHeight(lines * QFontMetrics(font).lineSpacing() + 6
                          + block->horizontalScrollBar()->sizeHint().height());
    return block;
}

}
