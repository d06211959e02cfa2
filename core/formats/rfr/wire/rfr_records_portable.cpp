#define CUT_RECORDS cutRecordsPortable
#define CUT_TARGET
#include "core/formats/rfr/wire/rfr_records_cut.inc"
