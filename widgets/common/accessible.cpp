#include "widgets/common/accessible.h"

#include "widgets/common/elided_label.h"

#include <QAccessibleWidget>
#include <QEvent>
#include <QPointer>
#include <QTextDocumentFragment>
#include <QWidget>
#include <utility>

namespace traceglass {

namespace {

// What is current in a view. It has no object of its own and asks the view for everything.
class CurrentItem : public QAccessibleInterface
{
public:
    CurrentItem(QWidget* view, Speech* speech)
        : m_view(view)
        , m_speech(speech)
    {
    }

    bool isValid() const override { return m_view && m_speech; }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return m_view->window()->windowHandle(); }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(m_view); }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QString text(QAccessible::Text kind) const override
    {
        return kind == QAccessible::Name ? m_speech->current() : QString();
    }
    void setText(QAccessible::Text, const QString&) override { }
    QRect rect() const override { return parent()->rect(); }
    QAccessible::Role role() const override { return QAccessible::ListItem; }
    QAccessible::State state() const override
    {
        QAccessible::State state;
        state.focusable = state.selectable = state.selected = true;
        state.focused = state.active = m_view->hasFocus();
        state.invisible = !m_view->isVisible();
        return state;
    }

private:
    QPointer<QWidget> m_view;
    QPointer<Speech> m_speech;
};

class SpeakingView : public QAccessibleWidget
{
public:
    SpeakingView(QWidget* view, Speech* speech)
        : QAccessibleWidget(view, speech->role())
        , m_speech(speech)
    {
    }
    ~SpeakingView() override { forget(); }

    int childCount() const override { return QAccessibleWidget::childCount() + (hasItem() ? 1 : 0); }
    QAccessibleInterface* child(int index) const override
    {
        return hasItem() && index == QAccessibleWidget::childCount() ? item()
                                                                     : QAccessibleWidget::child(index);
    }
    int indexOfChild(const QAccessibleInterface* child) const override
    {
        return m_item != 0 && child && QAccessible::accessibleInterface(m_item) == child
            ? QAccessibleWidget::childCount()
            : QAccessibleWidget::indexOfChild(child);
    }
    QAccessibleInterface* focusChild() const override
    {
        return widget()->hasFocus() && hasItem() ? item() : QAccessibleWidget::focusChild();
    }
    QString text(QAccessible::Text kind) const override
    {
        return kind == QAccessible::Value && m_speech ? m_speech->current() : QAccessibleWidget::text(kind);
    }
    // The next item is another one for readers, which say nothing of one they know.
    void forget()
    {
        if (m_item != 0)
            QAccessible::deleteAccessibleInterface(std::exchange(m_item, 0));
    }

private:
    bool hasItem() const { return m_speech && !m_speech->current().isEmpty(); }
    QAccessibleInterface* item() const
    {
        if (m_item == 0)
            m_item = QAccessible::registerAccessibleInterface(new CurrentItem(widget(), m_speech));
        return QAccessible::accessibleInterface(m_item);
    }

    QPointer<Speech> m_speech;
    mutable QAccessible::Id m_item = 0;
};

// "Tracks shown: 12 of 40 tasks": Qt would leave out either.
class NamedLabel : public QAccessibleWidget
{
public:
    explicit NamedLabel(QLabel* label)
        : QAccessibleWidget(label, QAccessible::StaticText)
        , m_label(label)
    {
    }

    QString text(QAccessible::Text kind) const override
    {
        if (kind != QAccessible::Name)
            return QAccessibleWidget::text(kind);
        const auto* const elided = dynamic_cast<const ElidedLabel*>(m_label);
        QString said = elided ? elided->fullText() : m_label->text();
        if (m_label->textFormat() != Qt::PlainText && Qt::mightBeRichText(said))
            said = QTextDocumentFragment::fromHtml(said).toPlainText();
        return said.isEmpty() ? m_label->accessibleName()
                              : m_label->accessibleName() + QStringLiteral(": ") + said;
    }

private:
    const QLabel* m_label; // its widget, which it does not outlive
};

QAccessibleInterface* speaking(const QString&, QObject* object)
{
    auto* const view = qobject_cast<QWidget*>(object);
    if (auto* const speech = view ? view->findChild<Speech*>(QString(), Qt::FindDirectChildrenOnly) : nullptr)
        return new SpeakingView(view, speech);
    auto* const label = qobject_cast<QLabel*>(view);
    return label && !label->accessibleName().isEmpty() ? new NamedLabel(label) : nullptr;
}

}

void installSpeech()
{
    [[maybe_unused]] static const bool isInstalled = (QAccessible::installFactory(speaking), true);
}

Speech::Speech(QWidget* view, QAccessible::Role role, Words current)
    : QObject(view)
    , m_view(view)
    , m_role(role)
    , m_current(std::move(current))
{
    installSpeech();
    if (m_current)
        view->installEventFilter(this);
}

void Speech::tell()
{
    if (!QAccessible::isActive())
        return;
    auto* const spoken = dynamic_cast<SpeakingView*>(QAccessible::queryAccessibleInterface(m_view));
    if (!spoken)
        return;
    spoken->forget();
    const QString words = current();
    QAccessibleValueChangeEvent changed(m_view, words);
    QAccessible::updateAccessibility(&changed);
    if (!m_view->hasFocus() || words.isEmpty())
        return;
    QAccessibleEvent focus(m_view, QAccessible::Focus);
    focus.setChild(spoken->childCount() - 1);
    QAccessible::updateAccessibility(&focus);
}

bool Speech::eventFilter(QObject*, QEvent* event)
{
    if (event->type() == QEvent::FocusIn) // after Qt has told of the view itself
        QMetaObject::invokeMethod(this, &Speech::tell, Qt::QueuedConnection);
    return false;
}

}
