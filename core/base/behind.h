// Work nobody waits for, such as freeing what a large capture took, or writing what a crash must not lose: each kind in one
// thread of its own, in order.
//
//     doBehind([thing = std::move(thing)]() mutable { thing.reset(); });
//     writeBehind([=](GaveWay gaveWay) { (void)recovery->write(io, unsaved, job, gaveWay); });
//
// The end of the program waits for it.
#pragma once

#include <functional>
#include <memory>
#include <vector>

namespace traceglass {

void doBehind(std::function<void()> work);

// The calling thread, and those it makes from here on, run where others leave them room: indexing uses all cores, and a
// window must not wait for one, nor be interrupted by who answers it. Nothing happens where the system knows no such
// thing of threads.
enum class Niceness : int { answers = 5, behind = 10 }; // steps of `nice`: three of them halve what is got
// That the calling thread has, for what only such a thread may call.
class GaveWay
{
    GaveWay() = default;
    friend GaveWay giveWay(Niceness niceness);
};
GaveWay giveWay(Niceness niceness);

// What is written to the disk.
void writeBehind(std::function<void(GaveWay)> work);
// Waits until all of that is done that was asked for before: for who reads it.
void awaitWritten(GaveWay);

// Anything that takes long to be freed, as what was made until a stop.
template <class T>
void letGo(T thing)
{
    doBehind([shared = std::make_shared<T>(std::move(thing))] {});
}

// A long list; a short one is freed at once.
template <class T>
void freeBehind(std::vector<T> list)
{
    constexpr std::size_t kMany = 1'000;
    if (list.size() > kMany)
        doBehind([shared = std::make_shared<std::vector<T>>(std::move(list))] { shared->clear(); });
}

}
