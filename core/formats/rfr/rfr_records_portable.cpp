#define CUT_RECORDS cutRecordsPortable
#include "core/formats/rfr/rfr_records_cut.inc"
