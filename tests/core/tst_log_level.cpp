// Levels of lines, in every usual style of a log; sentences that have none; and what is none.
#include "core/logs/log_level.h"

#include <QTest>
#include <string>

using namespace traceglass;

class TestLogLevel : public QObject
{
    Q_OBJECT

private slots:
    void levels_data()
    {
        QTest::addColumn<std::string>("line");
        QTest::addColumn<std::string>("level");
        const auto row = [](const char* level, const char* line) {
            QTest::newRow(line) << std::string(line) << std::string(level);
        };
        // A word in capitals or marked, behind times and what is in brackets.
        row("error", "ERROR the motor is stuck");
        row("error", "ERROR 17");
        row("warn", "WARNING: hot");
        row("error", "ERR");
        row("error", "error: no answer");
        row("error", "Error! no answer");
        row("warn", "warning - hot");
        row("info", "  info   : up");
        row("error", "***** ERROR *****");
        row("error", "***ERROR*** no answer");
        row("warn", "\"Warning: hot\"");
        row("error", "[ 12.3] ERROR motor 1 is stuck");
        row("warn", "12:00:01.123 WARN hot");
        row("error", "123 ERROR motor stuck");
        row("error", "12.345 [ERROR] text (main.c)");
        row("warn", "[warn] can0: frame repeated");
        row("error", "[ERR ][cell]: text");
        row("error", "(error) text");
        row("error", "[12:00:00] [ERROR] text");
        row("error", "2024/01/02 03:04:05 [error] 123#0: *1 text");
        row("error", "[2024-01-02 03:04:05.678] [name] [error] text"); // spdlog
        row("warn", "[2024-01-02 03:04:05.678] [name] [\x1b[33m\x1b[1mwarning\x1b[m] text");
        row("error", "[2024-01-02T03:04:05Z ERROR motor::drive] text"); // env_logger
        row("warn", "[WARN main.c:12] text");
        row("error", "2024-01-02T03:04:05.678Z ERROR motor::drive: text");
        row("error", "2024-01-02 03:04:05,678 ERROR [main] c.e.Foo: text"); // log4j
        row("warn", "03:04:05.678 [main] WARN  c.e.Foo - text");            // logback
        row("error", "\x1b[31mERROR\x1b[0m the motor is stuck");
        row("error", "\x1b[31merror\x1b[0m the motor is stuck");
        row("error", "\x1b[31merror\x1b[39m: the motor is stuck");
        // As the texts of a timeline are, whose control characters are written out.
        row("error", "\\x1b[0;31mE (1234) wifi: no answer\\x1b[0m");
        row("error", "\\x1b[31merror\\x1b[0m the motor is stuck");
        row("error",
            "\\x1b[8D\\x1b[J[00:00:01.234,000] \\x1b[1;31m<err> mod: text\\x1b[0m"); // Zephyr's shell
        row("error", "2024-01-02T03:04:05.678Z\\tERROR\\tmain.go:12\\tno answer");   // zap
        row("", "\\x1b[31merror rate is 5 %");
        // The worst of several lines.
        row("error", "I (12) wifi: up\r\nE (13) wifi: no answer");
        row("error", "I (12) wifi: up\\r\\nE (13) wifi: no answer");
        row("warn", "W (12) wifi: slow\nI (13) wifi: up");
        row("error", "ERROR\nno answer");
        row("", "the last\nerror rate is 5 %");
        row("warn", "{\n  \"level\": \"warn\",\n  \"msg\": \"hot\"\n}");
        // A letter in its place.
        row("error", "E (1234) wifi: no answer"); // ESP-IDF
        row("error", "\x1b[0;31mE (1234) wifi: no answer\x1b[0m");
        row("debug", "D (1234) wifi: 5 frames");
        row("trace", "V (1234) wifi: 5 frames");
        row("error", "[  123][E][main.cpp:12] f(): text"); // Arduino
        row("warn", "[W] text");
        row("error", "E: text"); // Zephyr
        row("warn", "W: hot");
        row("error", "E/Tag( 123): text"); // Android
        row("error", "E/Tag(123): text");
        row("warn", "06-01 12:00:01.123 W/Sensor: hot");
        row("error", "01-02 03:04:05.678  123  456 E Tag: text");
        row("warn", "01-02 03:04:05.678  123  456 W Tag     : text");
        row("error", "E0102 03:04:05.678901 123 file.cc:12] text"); // glog
        row("warn", "W20240102 03:04:05.678901 123 file.cc:12] text");
        row("error", "E (12:34:56.789) wifi: no answer"); // ESP-IDF, by a clock
        row("error", "sensor: E: no answer");
        row("error", "[EE] no answer"); // X.Org
        row("warn", "[  12.3] (WW) no answer");
        // Short words.
        row("error", "[00:00:01.234,000] <err> mod: text"); // Zephyr
        row("warn", "[00:00:01.234,000] <wrn> mod: text");
        row("info", "[00:00:01.234,000] <inf> mod: text");
        row("debug", "[00:00:01.234,000] <dbg> mod: text");
        row("error", "<crit> mod: text");
        row("error", "Jan 02 03:04:05.678 ERRO no answer, key: 3"); // slog
        row("error", "fail: App.Sensor[0] no answer");              // .NET
        row("error", "FAILED: no answer");
        row("error", "[FAILED] no answer");
        // Of other languages those in brackets, and in capitals before a colon.
        row("error", "   60.000 [FEHLER] the motor is stuck");
        row("warn", "[Warnung] hot");
        row("error", "FEHLER: no answer");
        row("error", "ERREUR : no answer");
        row("warn", "motor: AVERTISSEMENT: hot");
        row("warn", "ADVERTENCIA: hot");
        row("error", "{\"level\":\"erreur\",\"msg\":\"no answer\"}");
        row("error", "PANIC: no answer");
        row("error", "12.3 panic: no answer");
        row("error", "[00:00:01.234,000] \x1b[1;31m<err> mod: text\x1b[0m");
        // Behind names.
        row("error", "2024-01-02 03:04:05,678 - name - ERROR - text"); // Python
        row("warn", "2024-01-02 03:04:05,678 - name - warning - text");
        row("error", "ERROR:root:text");
        row("error", "error:root:text");
        row("error", "2024-01-02 03:04:05.678 | ERROR    | __main__:<module>:1 - text"); // loguru
        row("error", "Jan  2 03:04:05 host prog[12]: error: text");                      // syslog
        row("warn", "Jan 12 03:04:05 host prog: WARNING: text");
        row("error", "main.c:12:5: error: no such thing");
        row("warn", "wifi: warning: no answer");
        // A priority.
        row("error", "<3>[ 12.3] text");
        row("warn", "<4>text");
        row("info", "<6>[   12.3] usb 1-1: error: 5");
        row("debug", "<7>[ 12.3] text");
        row("error", "<34>1 2003-10-11T22:14:15.003Z host su - ID47 - text");
        row("info", "<13>Jan  2 03:04:05 host prog: text");
        // Keys and values.
        row("error", "time=2024-01-02T03:04:05Z level=error msg=\"no answer\"");
        row("warn", "level=warn msg=\"the level=error\"");
        row("warn", "msg=\"no \\\" answer\" lvl=WARN");
        row("error", "12.3 severity=\"ERROR\" no answer");
        row("error", "{\"level\":\"error\",\"msg\":\"no answer\"}");
        row("error", "{\"severity\":\"ERROR\",\"message\":\"no answer\"}");
        row("warn", "{\"msg\":\"a \\\"level\\\":\\\"error\\\" in it\", \"level\" : \"warn\"}");
        row("info", "{\"tank\":{\"level\":\"critical\"},\"level\":\"info\"}");
        row("warn", "2024-01-02 {\"log.level\":\"WARN\"}");
        row("error", "{\"time\":1,\"level\":50,\"msg\":\"no answer\"}"); // pino
        row("error", "{\"msg\":\"no answer\",\"level\":60}");
        row("warn", "{\"level\":40,\"msg\":\"hot\"}");
        row("info", "{\"level\":30,\"msg\":\"up\"}");
        row("error", "{\"t\":1,\"lvl\":\"E\",\"msg\":\"no answer\"}");
        row("error", "{\"lvl\":\"E\",\"message\":\"no answer\"}");
        // How many there were, and there were none.
        row("", "ERROR COUNT 0");
        row("", "ERROR COUNT: 0");
        row("", "ERR CNT = 0");
        row("", "ERROR CODE 0x0000");
        row("", "ERROR 0");
        row("", "[12.3] ERROR TOTAL 0.");
        row("error", "ERROR COUNT 3");
        row("error", "ERROR 0 frames came");
        row("", "errors: 0");
        row("", "ERRORS: 0");
        row("", "0 errors");
        row("", "0 ERROR");
        row("", "12.3 0 ERROR(S), 2 WARNING(S)");
        row("error", "1 ERROR");
        row("error", "0 ERROR motor stuck"); // of thread 0
        row("", "no error");
        row("", "NO ERROR");
        row("", "ERROR: no error");
        row("", "error: No errors.");
        row("error", "error: no errors.txt");
        // Sentences.
        row("", "");
        row("", "error rate is 5 %");
        row("", "error rate: 5");
        row("", "I am here");
        row("", "I am here: 5");
        row("", "12:00 I am here: 5");
        row("", "Warning light off");
        row("", "E1 motor on");
        row("", "E0102 motor on");
        row("", "info desk");
        row("", "no error");
        row("", "[ 12.3] no error");
        row("", "3 errors");
        row("", "0 error found");
        row("", "Errors: 5");
        row("", "Error(s): 5");
        row("", "errors=5");
        row("", "error=5");
        row("", "ERROR=5");
        row("", "ERROR_COUNT 5");
        row("", "ERROR_COUNT: 5");
        row("", "ERROR/WARN LED on");
        row("", "warn-limit is 5");
        row("", "error::code");
        row("", "+CME ERROR: 10");
        // What is measured.
        row("", "error: 0.02");
        row("", "Error: -0.02 P: 3.1 I: 0.5");
        row("", "error - 5");
        row("", "error: none");
        row("", "error: none pending");
        row("error", "error: none of the sensors answers");
        row("", "ERROR: none");
        row("", "ALERT: none");
        row("", "WARN: none pending");
        row("", "ERROR: 0 errors");
        row("error", "ERROR: 0x17");
        row("error", "ERROR: 5 retries");
        row("error", "ERROR: no answer");
        row("", "FAILED: 0");
        row("", "Fehler: no answer");
        row("", "FEHLER im Regler");
        row("", "FEHLER: 0");
        row("", "[FEHLER] 0");
        row("", "[FEHLER 3] no answer");
        row("", "FAIL: 3 PASS: 12");
        row("", "FAIL 3 PASS 12");
        row("", "FAILED 3 of 12");
        row("", "PANIC mode off");
        row("", "fail: none");
        row("", "[W] 300 [H] 200");
        row("", "[W] 300 W [H] 200 m");
        row("", "[W] 300");
        row("warn", "[W] 3 retries are left");
        row("error", "[E][main.cpp:12] 3");
        row("", "[FAIL] 0 [PASS] 12");
        row("", "[FAIL 3]");
        row("", "sensor: E: 12.5");
        row("", "E (24 V) ok");
        row("", "E (24V) ok");
        row("", "speed: 12, error: 0.5");
        row("", "E: 12.5");
        row("", "V: 12.1 I: 0.5");
        row("", "N: 52.1 E: 13.4");
        row("", "state: ERROR");
        row("", "[ 12.3] state: ERROR");
        row("", "12 E 5");
        // Letters that are none.
        row("", "E is 5 (1234)");
        row("", "E (no time)");
        row("", "W/O power");
        row("", "e (1234) is a constant");
        row("", "e: is a constant");
        row("", "X (1234) wifi: no level");
        row("", "(E) is the exit");
        row("", "W wind: from the east");
        row("", "01-02 E is a constant");
        // Brackets.
        row("", "[no error] text");
        row("", "[error rate] 5");
        row("", "[main] text");
        row("", "[12.3 error");
        row("", "[EE] [0A] [FF]");
        row("", "[EE] 0A FF");
        row("", "[AA] text");
        row("", "[Ee] text");
        row("", "<3> apples");
        row("", "<300>text");
        row("", "<3>");
        row("", "<>text");
        row("", "a <err> text");
        // Keys and values.
        row("", "water level=error");
        row("", "level=12 error=3");
        row("error", "level=\"error");
        row("", "{\"tank\":{\"level\":\"critical\"}}");
        row("", "{\"level\":12}");
        row("", "{\"level\":50}");
        row("", "{\"level\":50,\"unit\":\"%\"}");
        row("", "{\"level\":55,\"msg\":\"no level\"}");
        row("", "{\"level\":500,\"msg\":\"no level\"}");
        row("", "{\"tank\":{\"level\":50},\"msg\":\"full\"}");
        row("", "{\"level\":50,\"tank\":{\"msg\":\"full\"}}");
        row("", "{\"level\":\"F\"}");
        row("", "{\"msg\":\"level\",\"to\":\"error\"}");
        row("", "{\"level\":[\"error\"]}");
        row("", "{\"level");
        row("", "{error}");
        // What other streams of text hold.
        row("", "$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47");
        row("", "12.5,13,error,14");
        row("", "AT+CSQ");
        row("", "\x1b[0;31");
        row("", "\xc3\xa9rror: text");
    }
    void levels()
    {
        QFETCH(std::string, line);
        QFETCH(std::string, level);
        QCOMPARE(std::string(logs::logLevelName(logs::logLevel(line))), level);
    }

    // A message may be long: what stands before it is not.
    void onlyTheBeginIsLookedAt()
    {
        const auto behind = [](std::size_t count) {
            return logs::logLevel(std::string(count, '*') + " ERROR no answer");
        };
        QCOMPARE(logs::logLevelName(behind(200)), std::string_view("error"));
        QCOMPARE(behind(300), logs::kNoLogLevel);
        for (const char each : {'(', '[', '<', '{', '"', ':', '\x1b', ' ', '1'})
            QCOMPARE(logs::logLevel(std::string(1'000'000, each)), logs::kNoLogLevel);
    }

    void sentences_data()
    {
        QTest::addColumn<std::string>("line");
        QTest::addColumn<bool>("is");
        const auto row = [](bool is, const char* line) { QTest::newRow(line) << std::string(line) << is; };
        row(true, "no answer");
        row(true, "I2C timeout");
        row(true, "[ 12.3] no answer");
        row(true, "2024-01-02 03:04:05 [main] no answer");
        row(true, "Jan  2 03:04:05 host no answer");
        row(true, "\x1b[31m*** BUS FAULT ***\x1b[0m");
        row(true, "\\x1b[31m*** BUS FAULT ***\\x1b[0m");
        row(true, "no\\tanswer");
        row(true, "нет ответа");
        row(true, "[open now");
        row(false, "answer");
        row(false, "May 5");
        row(false, "no answer 5");
        row(false, "Temperature: 21.5 C");
        row(false, "T=21.5 H=40");
        row(false, "$GPRMC,,V,,,,,,,,,,N*AB");
        row(false, "12.5,13,on");
        row(false, "AT+CSQ");
        row(false, "[ 12.3] idle");
        row(false, "- -");
        row(false, "");
    }
    void sentences()
    {
        QFETCH(std::string, line);
        QFETCH(bool, is);
        QCOMPARE(logs::isSentence(line), is);
    }
};

QTEST_GUILESS_MAIN(TestLogLevel)
#include "tst_log_level.moc"
