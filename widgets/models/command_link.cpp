#include "widgets/models/command_link.h"

#include "widgets/session/command_words.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>

namespace traceglass {

CommandLink::CommandLink(const DocumentSession* session, const std::function<QString()>& command,
                         const QString& tip)
    : LinkLabel(tr("copy as command"))
    , m_tip(tip.isEmpty() ? tr("A command that prints the same rows") : tip)
    , m_whyNever(session ? whyNotAgain(*session->capture()) : QString())
{
    setWhyNot({});
    connect(this, &QAbstractButton::clicked, this, [this, command] {
        const QString text = command();
        QGuiApplication::clipboard()->setText(text);
        emit copied(text);
    });
}

void CommandLink::setWhyNot(const QString& why)
{
    const QString& reason = m_whyNever.isEmpty() ? why : m_whyNever;
    setEnabled(reason.isEmpty());
    setToolTip(reason.isEmpty() ? m_tip : reason);
}

void CommandLink::addTo(QMenu* menu)
{
    QAction* const entry = menu->addAction(tr("Copy as co&mmand"), this, &QAbstractButton::click);
    entry->setEnabled(isEnabled());
    entry->setToolTip(toolTip());
}

}
