// One field to go anywhere in a capture (Ctrl+G): a time or a range of it, a record by its number, an offset, a path of the
// structure, or a word such as "longest".
//
//     GoTo::showOver(window, {session, timeline, bytes, commands, pane});
//
// What cannot be gone to is said below the field, which stays open.
#pragma once

#include "app/viewer/search/field_overlay.h"

#include <functional>
#include <memory>

class QLabel;

namespace traceglass {

class BytesPane;
class Commands;
class DocumentSession;
class TimelinePane;

class Asker;

class GoTo : public FieldOverlay
{
    Q_OBJECT

public:
    struct Places
    {
        DocumentSession* session;
        TimelinePane* timeline;
        BytesPane* bytes;
        Commands* commands;
        QWidget* pane; // has the keys afterwards where a field had them before: its text is no longer meant
    };

    ~GoTo() override;
    static GoTo* showOver(QWidget* window, const Places& places);
    QString sentence() const; // what is said below the field

signals:
    void offsetChosen(quint64 offset); // of the source shown in Bytes

protected:
    bool takeKey(QKeyEvent& event) override;

private:
    GoTo(QWidget* window, const Places& places);

    void run();
    void goToCommand(const char* id);
    void goToRecord(const QString& number);
    void goToNode(const QString& path);
    bool goToTime(const QString& text); // or to a range; false: it is no time
    void goToOffset(const QString& text);
    void say(const QString& sentence);
    void leave(const std::function<void()>& go); // and go there, once the focus is back

    Places m_places;
    QLabel* m_answer;
    std::unique_ptr<Asker> m_asker; // for what was typed last
};

}
