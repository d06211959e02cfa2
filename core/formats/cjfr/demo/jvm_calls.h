// Call trees for the demo recording, written down as text: stacks to block in and leaves to be sampled in.
//
//     CallTree calls(recorder, text);
//     event.stack = calls.place("db-read");                 // a line marked @db-read
//     sample.stack = calls.sampled("search", random);        // some leaf below #search
//
// A line is a frame: as many spaces as callers, "java/lang/Thread.run:1583", then any of "*3" (how often it
// is sampled compared to others), "@name" (a place), "#name" (begins a group; what is below belongs to it),
// "native". What is called from several places is written once, as a part in front of all else: "[name]", its
// lines and an empty one. "=name value ..." stands for them, with the values for $1, $2 ..., one a line.
#pragma once

#include "core/formats/cjfr/demo/jvm_recorder.h"
#include "core/formats/demo_random.h"

namespace traceglass::cjfr {

class CallTree
{
public:
    CallTree(JvmRecorder& recorder, std::string_view text);

    std::uint32_t place(std::string_view name) const;
    std::uint32_t sampled(std::string_view group, DemoRandom& random) const;
    std::uint32_t someMethod(DemoRandom& random) const; // of those that are sampled

private:
    std::map<std::string, std::uint32_t, std::less<>> m_places;
    std::map<std::string, std::vector<std::uint32_t>, std::less<>> m_groups; // stacks, as often as sampled
    std::vector<std::uint32_t> m_methods;
};

extern const std::string_view kShopCalls;

}
