// The Problems tab: what is wrong with the capture, where, what it costs and what to do; a damage map, and
// the bytes.
//
//     auto* pane = new ProblemsPane(session, tabs);
//     connect(pane, &ProblemsPane::bytesWanted, ...);      // "open in Bytes": raise that tab
//
// "Check everything" runs the format's every check in the background.
#pragma once

#include "core/ask/resolve.h"
#include "core/base/diagnostic.h"
#include "widgets/models/list_pane.h"

#include <optional>

class QBoxLayout;
class QProgressBar;
class QPushButton;
class QTimer;

namespace traceglass {

class Asker;
class DamageMap;
class ElidedLabel;
class HexView;
class ProblemsModel;

class ProblemsPane : public ListPane
{
    Q_OBJECT

public:
    explicit ProblemsPane(DocumentSession* session, QWidget* parent = nullptr);

    bool isChecking() const;
    void checkEverything();
    void cancelCheck();
    QString report() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

signals:
    void bytesWanted();

private:
    void arrange(); // for the room there is
    QWidget* makeLeft();
    QWidget* makePreview();
    void refresh();
    void tellEmpty();
    void endCheck();
    void askDamage();
    void selectFirst();
    void fitColumns();
    void showProblem(int row); // its sentences, its bytes, its place on the map
    void showBytes(const ByteRange& range);
    void hatchBytes();    // what is wrong with those in sight
    void choose(int row); // selects its bytes everywhere
    void showOnMap();
    void followSelection();

    ProblemsModel* m_model;
    QBoxLayout* m_list = nullptr;     // the table and what is said about it
    QBoxLayout* m_aboutOne = nullptr; // problem: its sentences and the buttons
    QWidget* m_about = nullptr;       // it and the map
    DamageMap* m_map = nullptr;
    HexView* m_preview = nullptr;
    ElidedLabel* m_sentences = nullptr; // of the problem shown: cells are cut
    QWidget* m_checkRow = nullptr;
    QProgressBar* m_progress = nullptr;
    QPushButton* m_check = nullptr;
    Asker* m_asker;
    QTimer* m_tick;
    QTimer* m_damageLater; // the map is asked for when it has not changed for a while, and what was asked is
                           // there
    QString m_checked;     // what the last check ended with
    bool m_isCheckFailed = false;
    std::uint64_t m_mapped = 0; // problems there were when the map was asked for
    std::optional<Diagnostic> m_shown;
    Subject m_followed;    // what the session last had an answer about
    bool m_chosen = false; // by the user: stays when the list grows
    bool m_fitting = false;
    bool m_widthsChosen = false; // by the user
};

}
