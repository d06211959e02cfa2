// The Bytes tab: which source, go to, find; the bytes, a map of the file, and the records of the shown rows.
//
//     auto* pane = new BytesPane(session, tabs);
//     connect(pane, &BytesPane::caretMoved, inspector, &ByteInspector::setCaret);
//     pane->findNext(true);
//     if (const auto offset = pane->offsetOf("0x1f43"))
//         pane->goTo(*offset);
//
// The selection of the session is followed; a click on a byte selects the innermost thing that owns it, a
// drag the bytes.
#pragma once

#include "widgets/hex/hex_view.h"
#include "widgets/session/session_notes.h"

#include <QWidget>
#include <functional>
#include <map>
#include <optional>

class QBoxLayout;
class QComboBox;
class QLabel;
class QLineEdit;
class QSplitter;
class QStackedWidget;
class QTimer;
class QToolButton;

namespace traceglass {

class Asker;
class ElidedLabel;
class FileMap;
class RecordTableModel;
class RowView;
class SearchModel;
struct SearchHits;

class BytesPane : public QWidget
{
    Q_OBJECT

public:
    explicit BytesPane(DocumentSession* session, QWidget* parent = nullptr);
    void setNotes(const SessionNotes* notes); // underlines the bytes they are about

    HexView* view() const { return m_view; }
    QComboBox* sourceBox() const { return m_sources; }
    QLineEdit* goToField() const { return m_goTo; }
    QLineEdit* findField() const { return m_find; }
    ElidedLabel* findStatus() const { return m_findStatus; }
    RowView* recordTable() const { return m_table; }
    RowView* resultTable() const { return m_results; }
    // In the shown source, some way from the caret where it says + or −; nothing when it is none of its
    // offsets.
    std::optional<quint64> offsetOf(const QString& text) const;
    bool isBeyond(const QString& offset) const;                          // the end of the shown source
    std::uint64_t sourceSize() const { return m_view->layout().size(); } // that is shown
    void goTo(quint64 offset);
    void tellNow();              // the session what is chosen, for who asks it before the moment is over
    void findNext(bool forward); // from the caret on, around the end
    void
    showRange(const ByteRange& range); // highlights and reveals bytes of any source, without selecting them
    QByteArray saveState() const;
    void restoreState(const QByteArray& state);

signals:
    void caretMoved(traceglass::SourceId source,
                    quint64 offset); // at once; the session follows a moment later

protected:
    bool eventFilter(QObject* watched, QEvent* event) override; // Esc stops the search, then clears it
    bool event(QEvent* event) override; // F3 is not the window's: it goes through the bytes found
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeToolBar();
    QWidget* makeContent();
    void connectViews();
    int bytesWidth() const; // of all columns and the map
    void arrange();

    void follow();
    ByteRange chosen() const; // the mark, or the byte at the caret
    void tellSession(bool goesOn);
    void tellRest(); // of a movement that ended
    void openSource(SourceId id, std::uint64_t size);
    void openThen(SourceId id, std::function<void()> then);
    void listSources();
    QString nameOf(SourceId id) const;
    void mark(const ByteRange& range);
    void unmark();
    void chooseSource(int entry);
    void addDamage();
    void updateNotes();
    void updateRecords();
    void selectTableRow();

    void takeOffset(); // what was typed
    void startSearch();
    void stopSearch(); // and forgets what was found
    void showSearch(SearchHits found);
    void showHit(std::size_t position);
    void showResults(bool results);

    DocumentSession* m_session;
    const SessionNotes* m_notes = nullptr;
    HexView* m_view = nullptr;
    FileMap* m_map = nullptr;
    QComboBox* m_sources = nullptr;
    QLineEdit* m_goTo = nullptr;
    QLineEdit* m_find = nullptr;
    QToolButton* m_ignoreCase = nullptr;
    QToolButton* m_recordsButton = nullptr;
    QToolButton* m_resultsButton = nullptr;
    QToolButton* m_copy = nullptr;
    QLabel* m_sourceLabel = nullptr;
    ElidedLabel* m_findStatus = nullptr;
    QBoxLayout* m_bar = nullptr;
    QSplitter* m_splitter = nullptr;
    QStackedWidget* m_lists = nullptr;
    RecordTableModel* m_records = nullptr;
    SearchModel* m_hits = nullptr;
    RowView* m_table = nullptr;
    RowView* m_results = nullptr;
    Asker* m_asker = nullptr;
    QTimer* m_tell = nullptr; // while the caret moves: tells the rest a moment after it stopped
    ByteRange m_told {};
    QTimer* m_searchTimer = nullptr;
    bool m_isSearched = false;       // for the text in the field, to the end
    std::optional<bool> m_findsNext; // forward or not, once it is found
    QTimer* m_progress = nullptr;
    enum Question : std::uint64_t { kSearch, kSize };
    std::map<std::uint32_t, std::uint64_t> m_sizes; // of sources that were opened
    std::vector<ByteRange> m_entries;  // of the combo box: source and what to show in it
    std::optional<ByteRange> m_stored; // what m_decoded was decoded from
    SourceId m_decoded {};
    std::size_t m_problemsSeen = 0; // of those kept, for the damage of the shown source
    bool m_following = false;
};

}
