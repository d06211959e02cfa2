// A test over captures of all formats, a row each.
//
//     class TestAsk : public QObject, EachCapture
//     void initTestCase() { QVERIFY(learnAll()); }
//     void everyQuestion_data() { eachCapture(); }
//     void everyQuestion() { const LearnedCapture& of = fetched(); ... }
#pragma once

#include "core/formats/formats.h"
#include "tests/support/learned_captures.h"

#include <QTemporaryDir>
#include <QTest>

namespace traceglass {

class EachCapture
{
protected:
    bool learnAll() // false: one is missing
    {
        if (m_folder.isValid())
            m_captures = learnCaptures(m_folder.path().toStdString());
        return m_captures.size() == formats().size() + 1;
    }
    void eachCapture() const
    {
        QTest::addColumn<QString>("capture");
        for (const auto& [name, capture] : m_captures)
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
    const LearnedCapture& fetched() const
    {
        QFETCH(QString, capture);
        return m_captures.at(capture.toStdString());
    }

    QTemporaryDir m_folder;
    std::map<std::string, LearnedCapture> m_captures;
};

}
