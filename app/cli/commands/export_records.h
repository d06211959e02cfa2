// tglass export --table records: the rows of the window's Records tab.
#pragma once

#include "app/cli/commands/commands.h"

namespace traceglass::cli {

Exit exportRecords(const Document& document, const Options& options);

}
