#define CUT_RECORDS cutRecordsPortable
#define CUT_TARGET
#include "core/formats/rfr/rfr_records_cut.inc"
