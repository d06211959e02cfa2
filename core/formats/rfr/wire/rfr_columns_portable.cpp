#define CUT_RECORDS cutRecordsPortable
#define CUT_TARGET
#include "core/formats/rfr/wire/rfr_columns_cut.inc"
