// Text of a capture is never markup and never a command: a label or tooltip that guesses "rich text" from a
// name would read the files named in its tags.
//
//     keepTextPlain();                                    // once, before the first window
//     showTip(help->globalPos(), name, this);             // instead of QToolTip::showText
//     menu.addAction(tr("Copy %1").arg(literal(name)));
#pragma once

#include <QRect>
#include <QString>

class QEvent;
class QPoint;
class QWidget;

namespace traceglass {

// From now on no label guesses: those of Qt too (tooltips, message boxes, questions) show plain text. Only a
// label that asks for Qt::RichText has it; such text is ours, and what it holds of a capture is escaped (toHtml()).
void keepTextPlain();

// As a tooltip shows it: long lines broken, the beginning of what is longer than anybody reads there.
QString tipText(const QString& text);

// Hides the tooltip when there is no text.
void showTip(const QPoint& globalPos, const QString& text, QWidget* widget, const QRect& area = {});

// Of a widget that cuts its text: the whole of it above what the tooltip says otherwise.
void showWholeTip(const QEvent* help, const QString& whole, QWidget* widget);

// For menus, buttons and tabs: an & in it is no key.
QString literal(QString text);

// Of a name that may be long, which would make a menu as wide: without its middle, as what files of one series differ
// in stands at both ends.
QString shortLiteral(const QString& name, const QWidget* menu, int mostLetters = 60);

// For the title of a window: a [*] in it is no mark for changes.
QString titleText(QString text);

}
