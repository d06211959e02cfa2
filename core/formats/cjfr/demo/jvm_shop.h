// The demo's web shop: threads that serve requests, and what happens to them. Played as agents, each of which
// says when it goes on; the one whose time is next moves first, so that locks and pauses are seen in order.
//
//     JvmShop shop(recorder, startNs, events);
//     while (shop.play(recordsAtOnce)) ...                         // until all events are written
//     const Footer footer = shop.footer();
//
// The same act of at most 30 seconds is played until there are enough events.
#pragma once

#include "core/formats/cjfr/demo/jvm_script.h"

#include <queue>

namespace traceglass::cjfr {

// What happens when, in thousandths of an act.
namespace schedule {
constexpr int kImportsBegin = 60, kImportsEnd = 190;
constexpr int kFirstCollection = 220;
constexpr int kConvoyBegin = 330, kConvoyEnd = 400;
constexpr int kSecondCollection = 490;
constexpr int kReportBegin = 600, kReportEnd = 770;
constexpr int kThirdCollection = 710;
}

class JvmShop
{
public:
    JvmShop(JvmRecorder& recorder, std::int64_t startNs, std::uint64_t events);

    bool play(std::uint64_t records); // about so many more; false: that was all
    Footer footer() const;            // without counts

private:
    enum class Role : std::uint8_t {
        server,
        watch,
        indexer,
        mail,
        report,
        import,
        compiler,
        machine,
        statistics
    };
    struct Goods // what requests are for
    {
        std::string_view group, url;
        int share = 0; // in percent
        std::int64_t queries = 0;
        std::int64_t busyNs = 0;
        bool locks = false;   // the cart registry
        bool isOrder = false; // is written to the journal
    };
    struct Request
    {
        const Goods* goods = nullptr; // null: none is being served
        std::int64_t startNs = 0;
        std::int64_t queries = 0;
        std::string_view client;
        int port = 0;
    };
    struct Agent
    {
        Role role {};
        std::uint32_t thread = kNobody;
        bool isAlive = false; // of those that come and go
        Request request {};   // waits for the lock
    };
    struct Turn
    {
        std::int64_t ns = 0;
        std::size_t agent = 0;

        bool operator>(const Turn& other) const
        {
            return std::tie(ns, agent) > std::tie(other.ns, other.agent);
        }
    };
    static const Goods kGoods[4];

    void introduce();
    void beginAct();
    std::int64_t at(int thousandth) const; // of the act
    bool isWithin(std::int64_t ns, int from, int to) const { return ns >= at(from) && ns < at(to); }
    std::int64_t turn(Agent& agent, std::int64_t ns);

    std::int64_t serve(Agent& agent, std::int64_t ns);
    std::int64_t answer(std::uint32_t thread, std::int64_t ns, const Request& request);
    std::int64_t idle(std::uint32_t thread, std::int64_t ns);
    std::int64_t query(std::uint32_t thread, std::int64_t ns, std::string_view group);
    std::int64_t lockRegistry(std::uint32_t thread, std::int64_t ns, const Goods& goods);
    std::int64_t watch(std::uint32_t thread, std::int64_t ns);
    std::int64_t index(std::uint32_t thread, std::int64_t ns);
    std::int64_t sendMail(std::uint32_t thread, std::int64_t ns);
    bool lives(Agent& agent, std::int64_t& ns, std::int64_t begin, std::int64_t end);
    std::int64_t report(Agent& agent, std::int64_t ns);
    std::int64_t import(Agent& agent, std::int64_t ns);
    std::int64_t compile(std::uint32_t thread, std::int64_t ns);
    std::int64_t measure(std::int64_t ns);

    std::int64_t file(JvmEvent event, std::uint32_t thread, std::int64_t ns, std::int64_t length,
                      std::string_view place, std::string_view path, std::int64_t bytes);
    std::int64_t socket(JvmEvent event, std::uint32_t thread, std::int64_t ns, std::int64_t length,
                        std::string_view place, std::string_view address, int port, std::int64_t bytes);
    std::int64_t work(std::uint32_t thread, std::int64_t ns, std::int64_t length, std::string_view group);
    void allocate(std::uint32_t thread, std::int64_t ns, std::uint32_t stack, std::string_view what,
                  std::int64_t bytes);
    void lifetime(JvmEvent event, std::uint32_t thread, std::int64_t ns);
    std::uint32_t number(std::string_view className) { return m_recorder.classNamed(className); }

    JvmRecorder& m_recorder;
    JvmScript m_script;
    CallTree m_calls;
    Collector m_collector;
    DemoRandom& m_random;

    std::int64_t m_startNs;
    std::uint64_t m_left; // events
    std::int64_t m_actLength;
    std::int64_t m_act = 0;
    std::int64_t m_actStart;
    std::int64_t m_now;
    std::vector<Agent> m_agents;
    std::priority_queue<Turn, std::vector<Turn>, std::greater<>> m_turns;
    std::uint32_t m_main = kNobody;
    std::uint32_t m_quickCompiler = kNobody;
    std::vector<std::uint32_t> m_servers;

    std::int64_t m_lockFreeNs = 0; // of the cart registry
    std::uint32_t m_lockOwner = kNobody;
    std::int64_t m_orders = 0;
    std::uint64_t m_turnsPlayed = 0;
    std::int64_t m_compilations = 0;
    std::int64_t m_classes = 4'200;
    std::int64_t m_allocated = 0;
    std::vector<CpuBucket> m_cpu;
};

}
