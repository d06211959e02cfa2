#include "app/viewer/settings/language.h"

#include "app/viewer/settings/pseudo_translator.h"

#include <QCoreApplication>
#include <QDir>
#include <QLibraryInfo>
#include <QLocale>
#include <algorithm>
#include <memory>

namespace traceglass {

namespace {

constexpr QLatin1String kEnglish("en");
constexpr QLatin1String kPseudo("pseudo");
constexpr QLatin1String kPseudoRtl("pseudo-rtl");
constexpr QLatin1String kCatalogues(":/i18n");

bool isListed(const QString& code)
{
    return std::ranges::any_of(languages(), [&](const Language& one) { return one.code == code; });
}

// The first language of the desktop that there is: "de-AT" is "de" here.
QString ofSystem()
{
    for (const QString& wanted : QLocale::system().uiLanguages()) {
        if (const QString code = wanted.section(QLatin1Char('-'), 0, 0); isListed(code))
            return code;
    }
    return kEnglish;
}

std::unique_ptr<QTranslator> loaded(const QString& catalogue, const QString& folder)
{
    auto translator = std::make_unique<QTranslator>();
    return translator->load(catalogue, folder) ? std::move(translator) : nullptr;
}

std::vector<std::unique_ptr<QTranslator>> translatorsOf(const QString& code)
{
    std::vector<std::unique_ptr<QTranslator>> out;
    if (code == kPseudo || code == kPseudoRtl) {
        out.push_back(
            std::make_unique<PseudoTranslator>(code == kPseudo ? Qt::LeftToRight : Qt::RightToLeft));
        return out;
    }
    // Qt's own texts, of buttons and file dialogs, where they are installed.
    out.push_back(
        loaded(QStringLiteral("qtbase_") + code, QLibraryInfo::path(QLibraryInfo::TranslationsPath)));
    out.push_back(loaded(QStringLiteral("traceglass_") + code, kCatalogues));
    std::erase(out, nullptr);
    return out;
}

}

std::vector<Language> languages()
{
    std::vector<Language> out = {{kEnglish, QStringLiteral("English")}};
    for (const QString& file : QDir(kCatalogues).entryList({QStringLiteral("traceglass_*.qm")})) {
        const QString code = file.section(QLatin1Char('_'), 1).section(QLatin1Char('.'), 0, 0);
        out.push_back({code, QLocale(code).nativeLanguageName()});
    }
    return out;
}

bool isLanguage(const QString& code)
{
    return code == kSystemLanguage || code == kPseudo || code == kPseudoRtl || isListed(code);
}

void applyLanguage(const QString& code)
{
    static std::vector<std::unique_ptr<QTranslator>> installed;
    installed.clear(); // which takes them away
    const bool isKnown = isLanguage(code) && code != kSystemLanguage;
    installed = translatorsOf(isKnown ? code : ofSystem());
    for (const auto& translator : installed)
        QCoreApplication::installTranslator(translator.get());
}

}
