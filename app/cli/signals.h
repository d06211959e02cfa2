// Who tells the program to end, by SIGHUP, SIGINT or SIGTERM, in the middle of writing.
#pragma once

#include <csignal>
#include <string>

namespace traceglass::cli {

// The file goes with the program when it is told to end, until keepWhenEnded(): one file at a time. A signal that was
// ignored before, as nohup has it, still is.
void removeWhenEnded(const std::string& path);
void keepWhenEnded();

// Who is told to end meanwhile does so afterwards.
class SignalsHeldBack
{
public:
    SignalsHeldBack();
    SignalsHeldBack(const SignalsHeldBack&) = delete;
    SignalsHeldBack& operator=(const SignalsHeldBack&) = delete;
    ~SignalsHeldBack();

private:
    sigset_t m_before {};
};

}
