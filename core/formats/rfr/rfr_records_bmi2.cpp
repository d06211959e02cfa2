// Compiled with BMI2 on x86-64 (core/CMakeLists.txt); called only where the processor has it.
#define CUT_RECORDS cutRecordsBmi2
#include "core/formats/rfr/rfr_records_cut.inc"
