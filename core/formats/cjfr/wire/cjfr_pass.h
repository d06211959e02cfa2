// All messages of an indexed stream, one after the other. Of instances that somebody wants to know about, some fields
// are kept on the way; the others are only passed over, most of them in no time.
//
//     MessagePass pass(index, [&](const Type& type) { return fieldsWanted(type); });   // null: none of that type
//     while (pass.next())
//         if (pass.isWanted()) use(pass.message(), pass.kept());
//
// Or of some messages: then others may pass over the rest meanwhile.
#pragma once

#include "core/formats/cjfr/wire/cjfr_scan.h"

namespace traceglass::cjfr {

inline const KeptFields kNoFields; // wanted, but nothing of it is kept

// Numbers of messages. The first one is at a checkpoint.
struct MessageRange
{
    std::uint64_t first = 0;
    std::uint64_t end = ~std::uint64_t(0); // as far as there are any
};

class MessagePass : private MessageWalk
{
public:
    // Asked once a type, at its first instance. What it returns stays where it is.
    using FieldsOf = std::function<const KeptFields*(const Type& type)>;

    MessagePass(const StreamIndex& index, FieldsOf fieldsOf, MessageRange range = {});

    bool next();
    using MessageWalk::message;
    bool isWanted() const { return m_pass->fields != nullptr; }
    const Kept& kept() const { return m_kept; } // of one that is wanted

private:
    struct TypePass // how instances of a type are passed over
    {
        const KeptFields* fields = nullptr;
        Steps steps; // pass nothing where only a walk will do
    };

    const TypePass& passOf(const Type& type);
    bool nextInSteps();
    void keepOfWalked();

    FieldsOf m_fieldsOf;
    std::uint64_t m_endNumber;
    std::vector<std::unique_ptr<TypePass>> m_passes; // by type index
    std::vector<std::uint64_t> m_entries;     // by cache: how many there are
    const TypePass* m_pass = nullptr;         // of the message
    Kept m_kept;
};

}
