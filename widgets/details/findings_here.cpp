#include "widgets/details/findings_here.h"

#include "widgets/common/finding_shape.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/link_label.h"
#include "widgets/common/utf8.h"
#include "widgets/details/details_view.h"

#include <QEvent>
#include <QLabel>

namespace traceglass {

namespace {

constexpr std::size_t kMostHere = 5; // of a slice; the tab has all

}

FindingsHere::FindingsHere(DocumentSession* session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_layout(inColumn({0, 8, 0, 0}, 0, {}, this))
{
    for (const auto changed : {&DocumentSession::answerChanged, &DocumentSession::timeFormatChanged})
        connect(session, changed, this, &FindingsHere::refresh);
    hide();
}

void FindingsHere::setFindings(SessionFindings* findings)
{
    m_findings = findings;
    connect(findings, &SessionFindings::changed, this, &FindingsHere::refresh);
    refresh();
}

void FindingsHere::refresh()
{
    const auto& slice = m_session->selection().slice;
    const std::vector<const Finding*> here =
        m_findings && slice ? m_findings->about(*slice) : std::vector<const Finding*>();
    if (m_lines) { // a line of it may be what leads here
        m_lines->hide();
        m_layout->removeWidget(m_lines);
        m_lines->deleteLater();
    }
    m_lines = new QWidget(this);
    m_layout->addWidget(m_lines);
    m_sentences.clear();
    auto* const title = new DetailsView;
    Details heading;
    heading.sections.emplace_back().title = tr("Findings here").toStdString();
    if (here.size() > kMostHere)
        heading.sections.front().extra = tr("%1 of %2").arg(kMostHere).arg(here.size()).toStdString();
    title->show(heading, *m_session);
    QBoxLayout* const lines = inColumn({}, 0, {title}, m_lines);
    const Theme& theme = Theme::of(this);
    for (std::size_t i = 0; i < std::min(here.size(), kMostHere); ++i) {
        const Finding& finding = *here[i];
        m_sentences << fromUtf8(m_session->told(finding.sentence));
        auto* const shape = new QLabel;
        shape->setPixmap(findingIcon(finding.severity, findingColor(theme, finding.severity)).pixmap(16, 16));
        const auto [text, bold] = namesInBold(m_sentences.back());
        auto* const link = new LinkLabel(text);
        link->setBold(bold);
        link->setAccessibleName(tr("%1: %2").arg(findingWord(finding.severity), text));
        connect(link, &LinkLabel::clicked, this,
                [this, rule = std::string(finding.rule), subject = finding.subject.name] {
                    for (const Finding& each : m_findings->found())
                        if (each.rule == rule && each.subject.name == subject)
                            m_findings->choose(each);
                    emit chosen();
                });
        lines->addLayout(inRow({}, 4, {shape, {link, 1}}));
    }
    m_lines->show();
    setVisible(!here.empty());
}

void FindingsHere::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        refresh();
}

}
