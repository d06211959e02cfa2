// The language of the window. English is in the source; every catalogue translations/traceglass_CODE.ts is another.
//
//     applyLanguage(settings.language());          // before the first text is made
//     for (const Language& language : languages())
//         box->addItem(language.name, language.code);
//
// Numbers, units and times stay as the core writes them: they can be found and pasted in every language.
#pragma once

#include <QString>
#include <vector>

namespace traceglass {

inline const QString kSystemLanguage =
    QStringLiteral("system"); // the desktop's, English where there is no catalogue

struct Language
{
    QString code; // "de"
    QString name; // as its speakers call it: "Deutsch"
};

// Those to choose from, English first. Not the language of the system, which has no name of its own, nor those for tests.
std::vector<Language> languages();

// Also "system", and for tests "pseudo" and "pseudo-rtl" (pseudo_translator.h).
bool isLanguage(const QString& code);

// From now on texts are made in it; a code of no language is that of the system. Windows that are open stay as they are.
void applyLanguage(const QString& code);

}
