#include "app/viewer/settings/pseudo_translator.h"

#include <QRegularExpression>
#include <string_view>

namespace traceglass {

namespace {

QChar accented(QChar c)
{
    constexpr std::u16string_view kPlain = u"aceginosuyzACEGINOSUYZ";
    constexpr std::u16string_view kAccented = u"áçéğíñöşüýžÁÇÉĞÍÑÖŞÜÝŽ";
    const std::size_t place = kPlain.find(c.unicode());
    return place == kPlain.npos ? c : QChar(kAccented[place]);
}

}

PseudoTranslator::PseudoTranslator(Qt::LayoutDirection direction, QObject* parent)
    : QTranslator(parent)
    , m_direction(direction)
{
}

QString PseudoTranslator::pseudo(const QString& text)
{
    if (text.startsWith(QLatin1Char('[')) && text.endsWith(QLatin1String("~]")))
        return text; // it has been here
    static const QRegularExpression kKept(
        QStringLiteral(R"(%L?\d+|%L?n|\[\*\]|<[^>]*>|&[a-z]+;|&.|\t[^\n]*)"));
    QString out;
    qsizetype letters = 0;
    qsizetype at = 0;
    const auto takeUpTo = [&](qsizetype end) {
        letters += end - at;
        for (; at < end; ++at)
            out += accented(text[at]);
    };
    QString behindTab;
    for (auto found = kKept.globalMatch(text); found.hasNext();) {
        const auto match = found.next();
        takeUpTo(match.capturedStart());
        at = match.capturedEnd();
        (match.capturedView().startsWith(QLatin1Char('\t')) ? behindTab : out) += match.capturedView();
    }
    takeUpTo(text.size());
    static const QRegularExpression kWord(QStringLiteral("\\p{L}"));
    if (!kWord.match(QString(text).remove(kKept)).hasMatch())
        return text; // "%1 · %2"
    return QLatin1Char('[') + out + QString((letters * 2 + 4) / 5, QLatin1Char('~')) + QLatin1Char(']')
        + behindTab;
}

QString PseudoTranslator::translate(const char* context, const char* sourceText, const char*, int) const
{
    const std::string_view source(sourceText);
    if (source == "QT_LAYOUT_DIRECTION") // Qt asks translators which way windows are laid out
        return m_direction == Qt::RightToLeft ? QStringLiteral("RTL") : QStringLiteral("LTR");
    // Names of keys and patterns of files are read by Qt, too.
    if (std::string_view(context) == "QShortcut" || source.find("(*") != source.npos)
        return {};
    return pseudo(QString::fromUtf8(sourceText));
}

}
