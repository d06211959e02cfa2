// For x86-64 processors with BMI2; called only where the processor has it. Only the functions of this loop
// are made for it: had the whole file been compiled so, the linker might have taken inline functions of the
// library from here.
#define CUT_RECORDS cutRecordsBmi2
#ifdef __x86_64__
#define CUT_TARGET __attribute__((target("bmi,bmi2")))
#define CUT_WITH_PEXT
#else
#define CUT_TARGET
#endif
#include "core/formats/rfr/wire/rfr_columns_cut.inc"
