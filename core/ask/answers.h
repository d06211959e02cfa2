// How questions are answered; for Capture, as views have nothing to read from.
#pragma once

#include "core/ask/questions.h"
#include "core/base/job.h"

namespace traceglass {
class Document;
namespace query {
class FieldColumns;
}
}

namespace traceglass::ask {

struct Reading
{
    const Document& document;
    const Timeline& timeline;
    const query::FieldColumns* fields = nullptr; // null: no question names any
};

Resolved answer(const About& question, const Reading& of, Job& job);
Page::Answer answer(const Page& question, const Reading& of, Job& job);
Root::Answer answer(const Root& question, const Reading& of, Job& job);
NodeFacts::Answer answer(const NodeFacts& question, const Reading& of, Job& job);
SearchStructure::Answer answer(const SearchStructure& question, const Reading& of, Job& job);
NodeRows::Answer answer(const NodeRows& question, const Reading& of, Job& job);
SearchBytes::Answer answer(const SearchBytes& question, const Reading& of, Job& job);
CopyBytes::Answer answer(const CopyBytes& question, const Reading& of, Job& job);
Find::Answer answer(const Find& question, const Reading& of, Job& job);
Bytes::Answer answer(const Bytes& question, const Reading& of, Job& job);
Sources::Answer answer(const Sources& question, const Reading& of, Job& job);
Picture::Answer answer(const Picture& question, const Reading& of, Job& job);
OnDisk::Answer answer(const OnDisk& question, const Reading& of, Job& job);
SummaryNow::Answer answer(const SummaryNow& question, const Reading& of, Job& job);
ProblemPlaces::Answer answer(const ProblemPlaces& question, const Reading& of, Job& job);
Damage::Answer answer(const Damage& question, const Reading& of, Job& job);
ListRecords::Answer answer(const ListRecords& question, const Reading& of, Job& job);
RecordsThat::Answer answer(const RecordsThat& question, const Reading& of, Job& job);
OrderRecords::Answer answer(const OrderRecords& question, const Reading& of, Job& job);
RecordRows::Answer answer(const RecordRows& question, const Reading& of, Job& job);
RecordRowOf::Answer answer(const RecordRowOf& question, const Reading& of, Job& job);
ExportRecords::Answer answer(const ExportRecords& question, const Reading& of, Job& job);
RecordNumber::Answer answer(const RecordNumber& question, const Reading& of, Job& job);
RecordTables::Answer answer(const RecordTables& question, const Reading& of, Job& job);
Flame::Answer answer(const Flame& question, const Reading& of, Job& job);
Statistics::Answer answer(const Statistics& question, const Reading& of, Job& job);
StatisticKinds::Answer answer(const StatisticKinds& question, const Reading& of, Job& job);
Table::Answer answer(const Table& question, const Reading& of, Job& job);
LooksWrong::Answer answer(const LooksWrong& question, const Reading& of, Job& job);
SecondKey::Answer answer(const SecondKey& question, const Reading& of, Job& job);
SliceFields::Answer answer(const SliceFields& question, const Reading& of, Job& job);
Fields::Answer answer(const Fields& question, const Reading& of, Job& job);
FieldValues::Answer answer(const FieldValues& question, const Reading& of, Job& job);
Hits::Answer answer(const Hits& question, const Reading& of, Job& job);
FieldCost::Answer answer(const FieldCost& question, const Reading& of, Job& job);
Validate::Answer answer(const Validate& question, const Reading& of, Job& job);

}
