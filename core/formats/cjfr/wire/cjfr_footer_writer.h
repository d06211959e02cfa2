// Writes the footer of a CondensedData file, and renews that of a file to which events were added.
//
//     file.write(footerBytes(footer));
//     auto renewed = renewedFooter(fileBytes, place, {{"traceglass.Annotation", 3}}, {}, crc);
//
// A new footer has version 2. Of buckets only those of the CPU load are written.
#pragma once

#include "core/formats/cjfr/wire/cjfr_footer.h"

namespace traceglass::cjfr {

using EventCounts = std::vector<std::pair<std::string, std::uint64_t>>;

std::vector<std::byte> footerBytes(const Footer& footer); // the mark and the length included

// The footer at a place with the counts of events that were added and taken away, and with the checksum of
// the file before it; everything else stays as it was, what we do not understand included. Nothing where the
// footer cannot be read.
std::optional<std::vector<std::byte>> renewedFooter(std::span<const std::byte> file, const FooterPlace& place,
                                                    const EventCounts& added, const EventCounts& takenAway,
                                                    std::uint32_t crc);

}
