// A language for tests: every text that goes through tr is in brackets, accented and 40 % longer, so that a text
// which does not is seen at once, and a place that is too narrow as well.
//
//     PseudoTranslator translator(Qt::RightToLeft);        // mirrors windows, too
//     QCoreApplication::installTranslator(&translator);    // "&Open %1…" is "[&Ópéñ %1…~~~]"
#pragma once

#include <QTranslator>

namespace traceglass {

class PseudoTranslator : public QTranslator
{
    Q_OBJECT

public:
    explicit PseudoTranslator(Qt::LayoutDirection direction, QObject* parent = nullptr);

    bool isEmpty() const override { return false; }
    QString translate(const char* context, const char* sourceText, const char* disambiguation = nullptr,
                      int n = -1) const override;

    // Places (%1, %n, [*]), keys (&F), markup and what follows a tab stay as they are, and what has no word.
    static QString pseudo(const QString& text);

private:
    Qt::LayoutDirection m_direction;
};

}
