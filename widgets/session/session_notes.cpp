#include "widgets/session/session_notes.h"

#include "core/base/behind.h"
#include "widgets/common/utf8.h"

#include <QScopedValueRollback>
#include <QSet>
#include <algorithm>
#include <tuple>
#include <utility>

namespace traceglass {

namespace {

constexpr int kRecoveryDelayMs = 1000;
constexpr int kTellDelayMs = 200; // after the last key

QByteArray key(std::string_view text)
{
    return {text.data(), qsizetype(text.size())};
}

bool isAboutTheSame(const Annotation& a, const Annotation& b)
{
    const auto about = [](const Annotation& note) {
        return std::tie(note.createdNs, note.time, note.clock, note.track, note.trackKey, note.node,
                        note.bytes);
    };
    return about(a) == about(b);
}

}

class SessionNotes::UndoStep : public QUndoCommand
{
public:
    UndoStep(SessionNotes* notes, const QString& text, std::vector<NoteChange> changes, int typing)
        : QUndoCommand(text)
        , m_notes(notes)
        , m_changes(std::move(changes))
        , m_typing(typing)
    {
    }
    void redo() override { m_notes->apply(m_changes, true); }
    void undo() override
    {
        m_notes->apply(m_changes, false);
        setObsolete(isNew() && m_changes.front().after->text.empty()); // nobody wants it once more
    }
    int id() const override
    {
        constexpr int kWritten = 1;
        return m_typing > 0 || isNew() ? kWritten : -1;
    }
    // One behind the other while somebody types, into a new note or one that is there: one change of one note each.
    bool mergeWith(const QUndoCommand* other) override
    {
        const auto& step = *static_cast<const UndoStep*>(other);
        const NoteChange& next = step.m_changes.front();
        NoteChange& change = m_changes.front();
        if (!next.before || change.after->id != next.before->id
            || (isNew() ? !m_notes->isNew(change.after->id) : m_typing != step.m_typing))
            return false;
        change.after = next.after;
        setObsolete(change.before && change.before->text == change.after->text);
        if (isObsolete()) // as if nobody had typed: the time of the change as well
            m_notes->apply({{change.after, change.before}}, true);
        return true;
    }

private:
    bool isNew() const { return m_changes.size() == 1 && !m_changes.front().before; }

    SessionNotes* m_notes;
    std::vector<NoteChange> m_changes;
    int m_typing;
};

SessionNotes::SessionNotes(DocumentSession* session, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_store(session->capture()->document())
    , m_asker(session->capture())
{
    m_recoveryTimer.setSingleShot(true);
    m_recoveryTimer.setInterval(kRecoveryDelayMs);
    // One that is being written is not followed by the next at once: who types makes many.
    connect(&m_recoveryTimer, &QTimer::timeout, this,
            [this] { m_isWriting->load() ? m_recoveryTimer.start() : writeRecovery(); });
    connect(&m_undo, &QUndoStack::cleanChanged, this, &SessionNotes::tellModified);
    connect(&m_undo, &QUndoStack::indexChanged, this, &SessionNotes::tellModified);
    m_tellTimer.setSingleShot(true);
    m_tellTimer.setInterval(kTellDelayMs);
    connect(this, &SessionNotes::changed, &m_tellTimer, qOverload<>(&QTimer::start));
    connect(&m_tellTimer, &QTimer::timeout, this,
            [this] { m_session->setNotes(std::make_shared<const AnnotationSet>(m_notes)); });
    connect(session, &DocumentSession::timelineChanged, this, &SessionNotes::followTimeline);
    connect(session, &DocumentSession::alignmentChanged, this, &SessionNotes::followTimeline);
    connect(session, &DocumentSession::sourcesChanged, this, &SessionNotes::followTimeline);
}

SessionNotes::~SessionNotes()
{
    m_stopSaving.request_stop();
    if (m_recoveryTimer.isActive())
        writeRecovery(); // what was undone since the last time must not come back
    letGo(std::tuple(std::exchange(m_notes, {}), std::exchange(m_stored.notes, {}),
                     std::exchange(m_index, {})));
    invalidate(); // whoever still hears of the undo stack finds no note
}

void SessionNotes::bringIn(const QString& text, NoteMerge merge)
{
    std::ranges::move(merge.conflicts, std::back_inserter(m_conflicts));
    push(text, std::move(merge.changes));
}

void SessionNotes::settle(Keep keep)
{
    if (m_conflicts.empty())
        return;
    const NoteConflict conflict = std::move(m_conflicts.front());
    m_conflicts.erase(m_conflicts.begin());
    std::vector<NoteChange> changes;
    const auto drop = [&](const std::string& id) {
        if (const Annotation* note = find(id))
            changes.push_back({*note, {}});
    };
    const std::string& id = (conflict.theirs ? conflict.theirs : conflict.mine)->id;
    if (keep != Keep::both && conflict.mine && conflict.theirs)
        drop(conflict.copy);
    const bool isDeletion = keep == Keep::mine ? !conflict.mine : keep == Keep::theirs && !conflict.theirs;
    if (isDeletion)
        drop(id);
    else if (const Annotation* there = find(id); keep == Keep::mine && conflict.theirs && there)
        changes.push_back({*there, *conflict.mine});
    push(tr("choose a note"), std::move(changes));
}

const Annotation* SessionNotes::find(std::string_view id) const
{
    const auto place = indexOf(id);
    return place ? &m_notes[*place] : nullptr;
}

std::optional<std::uint32_t> SessionNotes::indexOf(std::string_view id) const
{
    const auto found = index().ids.constFind(key(id));
    return found == index().ids.cend() ? std::nullopt : std::optional(*found);
}

// --- new notes

Annotation SessionNotes::draft(std::optional<std::int64_t> cursorNs) const
{
    const Selection& selection = m_session->selection();
    Annotation note;
    if (selection.time)
        note = draftOver(*selection.time, m_session->selectedAxis());
    else if (!selection.node && selection.bytes.length == 0 && cursorNs)
        note = draftOver({*cursorNs, *cursorNs});
    if (selection.slice) {
        if (const auto track =
                m_session->timeline()->findTrack(selection.slice->kind, selection.slice->trackKey)) {
            note.track = m_session->timeline()->path(*track);
            note.trackKey = selection.slice->trackKey;
        }
    }
    const Resolved& about = m_session->answer(); // it is that of the node: both come together
    if (selection.node)
        note.node = about.path;
    // Bytes that are not simply those of the node.
    const std::vector<std::string>& sources = m_session->sourceNames();
    if (selection.bytes.length > 0 && (!selection.node || about.nodeBytes != selection.bytes)
        && number(selection.bytes.source) < sources.size())
        note.bytes = AnnotationBytes {sources[number(selection.bytes.source)], selection.bytes.offset,
                                      selection.bytes.length};
    return note;
}

Annotation SessionNotes::draftOver(TimeRange view, std::uint16_t axis) const
{
    Annotation note;
    note.time = TimeRange {m_session->toOwn(axis, view.startNs), m_session->toOwn(axis, view.endNs)};
    if (axis < m_session->axes().size())
        note.clock = m_session->axes()[axis].name;
    return note;
}

// --- changes

std::string SessionNotes::add(Annotation note)
{
    note.id = newAnnotationId();
    note.author = m_author.toStdString();
    note.createdNs = note.changedNs = m_lastAddedNs = unixNow();
    note.origin = AnnotationOrigin::capture;
    const std::string id = note.id;
    m_newId = id;
    push(tr("add note"), {{{}, std::move(note)}});
    return id;
}

// Notes of other tools, and those that `edit` leaves as they were, stay alone.
template <class Edit>
void SessionNotes::editEach(const QString& text, const std::vector<std::string>& ids, int typing, Edit edit)
{
    std::vector<NoteChange> changes;
    for (const std::string& id : ids) {
        const Annotation* note = find(id);
        if (!note || note->origin == AnnotationOrigin::foreign)
            continue;
        Annotation after = *note;
        edit(after);
        if (after == *note)
            continue;
        after.changedNs = unixNow();
        changes.push_back({*note, std::move(after)});
    }
    push(text, std::move(changes), typing);
}

void SessionNotes::setText(const std::string& id, const QString& text, int typing)
{
    editEach(tr("edit note"), {id}, typing, [&](Annotation& note) { note.text = text.toStdString(); });
}

void SessionNotes::setColor(const std::vector<std::string>& ids, std::uint8_t color)
{
    editEach(tr("colour notes"), ids, 0, [&](Annotation& note) { note.color = color; });
}

void SessionNotes::remove(const std::vector<std::string>& ids)
{
    std::vector<NoteChange> changes;
    for (const std::string& id : ids) {
        const Annotation* note = find(id);
        if (note && note->origin != AnnotationOrigin::foreign)
            changes.push_back({*note, {}});
    }
    push(changes.size() == 1 ? tr("delete note") : tr("delete notes"), std::move(changes));
}

void SessionNotes::takeBack(const std::string& id, int typing)
{
    {
        const QScopedValueRollback inOne(m_tellsLater, true);
        setText(id, {}, typing);
        const Annotation* const note = find(id);
        const bool isNewest = note && note->createdNs == m_lastAddedNs;
        if (isNewest && m_undo.index() == m_undo.count() && m_undo.undoText() == tr("add note"))
            m_undo.undo();
        else if (isNewest)
            remove({id});
    }
    tell();
}

void SessionNotes::import(const AnnotationSet& others)
{
    std::vector<NoteChange> changes;
    for (Annotation note : others) {
        const Annotation* mine = find(note.id);
        if (mine && (mine->origin == AnnotationOrigin::foreign || mine->changedNs >= note.changedNs))
            continue;
        note.origin = AnnotationOrigin::capture;
        changes.push_back(changeTo(std::move(note)));
    }
    push(tr("import notes"), std::move(changes));
}

void SessionNotes::revert()
{
    const auto back = unsavedNotes(m_notes, m_stored.notes, Job()).value_or(AnnotationFile {});
    std::vector<NoteChange> changes;
    for (const Annotation& note : back.notes)
        changes.push_back(changeTo(note));
    for (const std::string& id : back.deleted) {
        if (const Annotation* note = find(id))
            changes.push_back({*note, {}});
    }
    push(tr("revert notes"), std::move(changes));
    setSaved(m_notes);
    discardRecovery();
}

NoteChange SessionNotes::changeTo(Annotation note) const
{
    const Annotation* now = find(note.id);
    return {now ? std::optional(*now) : std::nullopt, std::move(note)};
}

void SessionNotes::push(const QString& text, std::vector<NoteChange> changes, int typing)
{
    if (!changes.empty())
        m_undo.push(new UndoStep(this, text, std::move(changes), typing));
}

void SessionNotes::apply(const std::vector<NoteChange>& changes, bool forward)
{
    QSet<QByteArray> gone;
    std::vector<Annotation> added;
    bool areElsewhere = false; // any; what is only written anew leaves everything where it is
    bool areOfOtherNodes = false;
    for (const NoteChange& change : changes) {
        const auto& from = forward ? change.before : change.after;
        const auto& to = forward ? change.after : change.before;
        if (!to) {
            gone.insert(key(from->id));
        } else if (!from) {
            added.push_back(*to);
        } else if (const auto place = indexOf(to->id)) {
            areElsewhere = areElsewhere || !isAboutTheSame(*from, *to);
            areOfOtherNodes = areOfOtherNodes || from->node != to->node;
            m_notes.set(*place, *to);
        }
    }
    if (areOfOtherNodes)
        m_index.reset();
    if (areElsewhere || !gone.isEmpty() || !added.empty()) {
        forgetPlaces();
        replace(gone, std::move(added));
    }
    m_recoveryTimer.start();
    m_chosenWent |=
        std::erase_if(m_chosen, [&](const std::string& id) { return gone.contains(key(id)); }) > 0;
    m_untold = true;
    if (!m_tellsLater)
        tell();
}

void SessionNotes::tell()
{
    if (!std::exchange(m_untold, false))
        return;
    emit changed();
    if (std::exchange(m_chosenWent, false))
        emit chosenChanged();
}

void SessionNotes::setSaved(const AnnotationSet& notes)
{
    m_savedNotes = notes;
    if (notes == m_notes)
        m_undo.setClean();
    else
        m_undo.resetClean();
    tellModified();
}

// A note that was written and dropped again leaves steps behind, but nothing to save.
void SessionNotes::tellModified()
{
    const bool isModified = !m_undo.isClean() && m_notes != m_savedNotes;
    if (std::exchange(m_isModified, isModified) != isModified)
        emit modifiedChanged(isModified);
}

// Who adds a note and takes it back does so with the last one: then what is known of 100,000 others stays.
void SessionNotes::replace(const QSet<QByteArray>& gone, std::vector<Annotation> added)
{
    if (!gone.isEmpty()) {
        if (m_index && !m_notes.empty() && gone.size() == 1 && gone.contains(key(m_notes.back().id)))
            m_index->remove(m_notes.back());
        else
            m_index.reset();
        m_notes.eraseIf([&](const Annotation& note) { return gone.contains(key(note.id)); });
    }
    for (Annotation& note : added) {
        if (m_index)
            m_index->add(note, std::uint32_t(m_notes.size()));
        m_notes.push_back(std::move(note));
    }
    if (m_notes.sortBy(&Annotation::createdNs))
        m_index.reset();
}

void SessionNotes::invalidate()
{
    m_index.reset();
    forgetPlaces();
}

void SessionNotes::forgetPlaces()
{
    m_times.reset();
    m_places.reset();
    m_placed.reset();
}

SessionNotes::Index::Index(const AnnotationSet& notes)
{
    ids.reserve(qsizetype(notes.size()));
    for (std::uint32_t i = 0; i < notes.size(); ++i)
        add(notes[i], i);
}

void SessionNotes::Index::add(const Annotation& note, std::uint32_t place)
{
    ids.insert(key(note.id), place);
    if (!note.node.empty())
        ++nodes[key(note.node)];
}

void SessionNotes::Index::remove(const Annotation& note)
{
    ids.remove(key(note.id));
    if (const auto found = nodes.find(key(note.node)); found != nodes.end() && --*found == 0)
        nodes.erase(found);
}

const SessionNotes::Index& SessionNotes::index() const
{
    return m_index ? *m_index : m_index.emplace(m_notes);
}

void SessionNotes::choose(std::vector<std::string> ids)
{
    if (ids == m_chosen)
        return;
    m_chosen = std::move(ids);
    emit chosenChanged();
}

}
