// Sentences of the core with numbers in them that have translations: core_text.h shows them.
#include "widgets/common/core_text.h"

#include <QtGlobal>

namespace traceglass {

namespace {

constexpr const char* kSentences[] = {
    QT_TRANSLATE_NOOP("Core", "A share is of %1: of several at a time it is more than 100 %."),
    QT_TRANSLATE_NOOP("Core", "A share is of %1 times %2."),
    QT_TRANSLATE_NOOP("Core", "At least one queue was busy for %1 of %2."),
    QT_TRANSLATE_NOOP(
        "Core", "An estimate by %1 of threads that ran Java; those in native methods are not among them."),
    QT_TRANSLATE_NOOP(
        "Core",
        "An estimate by %1 of threads in native methods, which may wait there; those in Java are not "
        "among them."),
    QT_TRANSLATE_NOOP("Core", "Not counted: %1 for other reasons than a lock."),
    QT_TRANSLATE_NOOP("Core", "Of %1 no message was recorded."),
    QT_TRANSLATE_NOOP("Core", "Of %1 not all is listed, or nothing: that would be too many rows."),
    QT_TRANSLATE_NOOP("Core", "Of %1 the class was not recorded."),
    QT_TRANSLATE_NOOP("Core", "Of %1 the owner was not recorded."),
    QT_TRANSLATE_NOOP("Core", "Of %1 the stack was not recorded."),
    QT_TRANSLATE_NOOP("Core", "Of %1 the name was not recorded."),
    QT_TRANSLATE_NOOP("Core", "Of %1 the thread was not recorded."),
    QT_TRANSLATE_NOOP("Core", "Of %1, %2 together, the thread was not recorded; they are in no row."),
    QT_TRANSLATE_NOOP("Core", "The program was stopped for %1 of the time: %2, p95 %3, longest %4."),
};

}

std::span<const char* const> coreSentences()
{
    return kSentences;
}

}
