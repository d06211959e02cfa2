// tglass compare: the same table of two captures, or of two parts of one, and what looks wrong in both.
#include "app/cli/arguments.h"
#include "app/cli/commands/compare_gate.h"
#include "app/cli/output.h"
#include "app/cli/progress.h"
#include "app/cli/tables.h"
#include "app/cli/text/comparison_text.h"
#include "app/cli/text/finding_text.h"
#include "app/cli/text/table_text.h"
#include "core/base/text.h"
#include "core/compare/known_findings.h"
#include "core/compare/parts.h"
#include "core/findings/find.h"
#include "core/formats/all_rules.h"
#include "core/model/fields_facet.h"
#include "core/model/format.h"
#include "core/query/parse.h"

#include <algorithm>
#include <array>

namespace traceglass::cli {

namespace {

using compare::Denominator;
using compare::FindingChange;

constexpr std::uint64_t kShownRows = 30; // for people

bool isGiven(const SideOptions& side)
{
    return !side.from.empty() || !side.to.empty() || !side.track.empty() || !side.query.empty();
}

Options optionsOf(const Options& options, const std::string& file, const SideOptions& side)
{
    Options out = options;
    out.file = file;
    const auto replace = [](std::string& both, const std::string& own) {
        if (!own.empty())
            both = own;
    };
    replace(out.from, side.from);
    replace(out.to, side.to);
    replace(out.track, side.track);
    replace(out.query, side.query);
    return out;
}

// How many slices of the range are called so; nothing: there is none, which was said.
tl::expected<std::int64_t, Exit> unitsOf(const ComparedSide& side, const std::string& name)
{
    const auto names = withProgress("counting", ProgressOn::besideOutput,
                                    [&](Job& job) { return compare::namesIn(side.made, job); });
    if (!names)
        return tl::unexpected(exitWith(kDamaged, side.file, names.error()));
    const std::int64_t units = compare::unitsIn(*names, name);
    if (units == 0)
        return tl::unexpected(exitWith(kUsage, side.file,
                                       "--per " + name + ": no slice is called so"
                                           + offer(name, names->keys, "`tglass stats` lists their names")));
    return units;
}

tl::expected<Denominator, Exit> denominatorOf(const Options& options, const ComparedSide& a,
                                              const ComparedSide& b)
{
    if (!compare::hasSums(b.made.table()) && !options.per.empty() && options.per != "none")
        return tl::unexpected(exitWith(
            kUsage, {}, "--per " + options.per + ": rows of --by " + options.by + " have no sums to divide"));
    if (options.per == "none" || !compare::hasSums(b.made.table()))
        return Denominator {};
    const std::int64_t lengthOfA = compare::lengthOf(a.made), lengthOfB = compare::lengthOf(b.made);
    if (options.per.empty())
        return compare::denominatorFor(lengthOfA, lengthOfB);
    if (options.per == "second") {
        for (const auto& [side, length] : {std::pair(&a, lengthOfA), std::pair(&b, lengthOfB)})
            if (length <= 0)
                return tl::unexpected(exitWith(kUsage, side->file, "--per second: no time passes in it"));
        return Denominator {Denominator::Kind::second, {}, lengthOfA, lengthOfB};
    }
    const auto ofA = unitsOf(a, options.per);
    if (!ofA)
        return tl::unexpected(ofA.error());
    const auto ofB = unitsOf(b, options.per);
    if (!ofB)
        return tl::unexpected(ofB.error());
    return Denominator {Denominator::Kind::unit, options.per, *ofA, *ofB};
}

// --sort takes the word of a measure, too: "total" is its change, divided or not.
std::string sortedBy(const Options& options, const StatTable& table)
{
    const std::string change = "Δ " + options.sort;
    const auto isOfMeasure = [&](const StatColumn& column) {
        return column.title == change || column.title.starts_with(change + '/');
    };
    const auto found = std::ranges::find_if(table.columns, isOfMeasure);
    return findColumn(table, options.sort) || found == table.columns.end() ? options.sort : found->id;
}

Exit lookIn(ComparedSide& side)
{
    const RuleSettings asTheyAre;
    auto found = withProgress("looking", ProgressOn::besideOutput, [&](Job& job) {
        return findings::find(*side.document, {*side.made.timeline, asTheyAre}, {}, job);
    });
    if (!found)
        return exitWith(kDamaged, side.file, found.error());
    side.findings = std::move(*found);
    return kOk;
}

// The most serious of B first, then what is gone.
std::vector<ChangedFinding> changedFindings(const ComparedSide& a, const ComparedSide& b,
                                            const compare::KnownFindings& before)
{
    std::vector<ChangedFinding> out;
    for (const Finding& each : b.findings.found)
        out.push_back({&each, &b, {before.changeOf(each), before.before(each)}});
    for (const Finding* const each : compare::goneFrom(a.findings.found, b.findings.found))
        out.push_back({each, &a, {FindingChange::gone}});
    return out;
}

constexpr std::array<FindingChange, 5> kFindingChanges = {FindingChange::isNew, FindingChange::worse,
                                                          FindingChange::gone, FindingChange::better,
                                                          FindingChange::same};

std::uint64_t countOf(const std::vector<ChangedFinding>& all, FindingChange change)
{
    const auto changeOf = [](const ChangedFinding& each) { return each.baseline.change; };
    return static_cast<std::uint64_t>(std::ranges::count(all, change, changeOf));
}

std::string comparisonSummary(const Options& options, const ComparedSide& a, const ComparedSide& b,
                              const compare::Comparison& both, const Denominator& per, std::uint64_t printed,
                              const std::vector<ChangedFinding>* changed,
                              const std::vector<Exceeded>& exceeded)
{
    const auto text = [](const std::string& each) { return jsonString(each); };
    const auto what = [](const Exceeded& each) { return jsonString(each.what); };
    const bool isDivided = per.kind != Denominator::Kind::none;
    JsonLine line;
    line.add("a", a.file)
        .add("b", b.file)
        .add("table", both.table.id)
        .add("by", options.by)
        .add("field", options.field.empty() ? std::nullopt : std::optional(options.field))
        .add("per",
             per.kind == Denominator::Kind::unit ? per.unit : std::string(isDivided ? "second" : "none"))
        .add("per_a", isDivided ? std::optional(per.a) : std::nullopt)
        .add("per_b", isDivided ? std::optional(per.b) : std::nullopt)
        .add("rows", std::uint64_t(both.table.size()))
        .add("printed", printed)
        .addRaw("verdicts", verdictsJson(both.verdicts));
    if (changed) {
        JsonLine counts;
        for (const FindingChange change : kFindingChanges)
            counts.add(compare::wordOf(change), countOf(*changed, change));
        line.addRaw("findings", counts.finish());
    }
    line.addRaw("remarks", jsonList(both.table.remarks, text))
        .addRaw("exceeded", jsonList(exceeded, what))
        .add("complete", isWhole(a) && isWhole(b));
    return JsonLine().addRaw("summary", line.finish()).finish() + '\n';
}

std::string findingsFoot(const std::vector<ChangedFinding>& changed)
{
    std::string out;
    for (const FindingChange change : kFindingChanges)
        out += (out.empty() ? "findings: " : ", ") + std::to_string(countOf(changed, change)) + ' '
            + std::string(compare::wordOf(change));
    return out + '\n';
}

void printFindings(const Options& options, const std::vector<ChangedFinding>& changed, Output& out)
{
    const std::vector<Rule> rules = allRules();
    const RuleSettings asTheyAre;
    for (const ChangedFinding& each : changed) {
        const FindingText text(*each.side->document, *each.side->made.timeline, asTheyAre, each.side->file);
        const auto rule = std::ranges::find(rules, each.finding->rule, &Rule::id);
        out.write(options.json ? text.json(*each.finding, *rule, each.baseline)
                               : text.lines(*each.finding, each.baseline) + '\n');
    }
}

FieldCatalogue fieldsOf(const ComparedSide& side)
{
    const FieldCataloguePtr fields = side.document->fields() ? side.document->fields()->fields() : nullptr;
    return fields ? *fields : FieldCatalogue();
}

// Does the query mean something else for A once the fields of B are known?
bool isReadAnew(const std::string& query, const FieldCatalogue& ofA, const FieldCatalogue& ofB)
{
    const FieldCatalogue before = fieldsFor(query, ofA, nullptr), now = fieldsFor(query, ofA, &ofB);
    const auto was = query::parse(query, &before), is = query::parse(query, &now);
    return was && (!is || *was != *is);
}

// A field that neither capture has is wrong usage, as it is of one.
Exit unknownToBoth(const Options& options, const ComparedSide& a, const ComparedSide& b)
{
    for (const query::UnknownField& each : a.made.unknown) {
        if (!each.why.empty() || std::ranges::find(b.made.unknown, each) == b.made.unknown.end())
            continue;
        return exitWith(kUsage, options.field.ends_with(each.name) ? "--field" : "--where",
                        unknownField(each.name, fieldsOf(b)));
    }
    return kOk;
}

// What of a side is not there to be compared, though it was asked for.
void tellMissing(StatTable& table, const std::string& side, const MadeTable& made)
{
    if (made.scope.range && compare::lengthOf(made) <= 0)
        table.remarks.push_back(side + "its range lies outside the capture");
    for (const query::UnknownField& each : made.unknown)
        table.remarks.push_back(side + "records have no field " + each.name);
}

// Of a capture without slices, which the tables that are made unasked are of.
std::string hintFor(const Options& options, const ComparedSide& side)
{
    const Timeline& timeline = *side.made.timeline;
    for (std::uint32_t i = 0; i < timeline.trackCount() && options.by == Options {}.by; ++i)
        if (timeline.track(TrackId(i)).kind == TrackKind::counter)
            return "; its counters are compared with --by counter";
    return {};
}

// Opens a side and makes its table. What is asked of both captures may name a field that only one of them has.
tl::expected<ComparedSide, Exit> readSide(const Options& options, Unknown ofQuery, Unknown ofField,
                                          const FieldCatalogue* others)
{
    ComparedSide out {options.file, open(options.file), {}};
    if (!out.document)
        return tl::unexpected(kRejected);
    auto made = makeTable(*out.document, options, "--by", options.by, ofQuery, ofField, others);
    if (!made)
        return tl::unexpected(made.error());
    out.made = std::move(*made);
    return out;
}

}

int compare(const Options& options)
{
    const bool isOne = options.other.empty();
    const std::string &fileA = options.file, &fileB = isOne ? options.file : options.other;
    const bool hasFindings = options.withFindings || failsOn(options, "new") || failsOn(options, "worse");
    if (isOne && !isGiven(options.a) && !isGiven(options.b))
        return exitWith(kUsage, fileA,
                        "there is nothing to compare it with: give another capture, or two parts of this "
                        "one, as in --a-to +10s --b-from +10s");
    if (isOne && hasFindings)
        return exitWith(kUsage, fileA, "findings are those of whole captures: give two of them");
    const Unknown ofBoth = isOne ? Unknown::isWrong : Unknown::mayBe;
    const auto readPart = [&](const std::string& file, const SideOptions& side,
                              const FieldCatalogue* others) {
        return readSide(optionsOf(options, file, side), side.query.empty() ? ofBoth : Unknown::isWrong,
                        ofBoth, others);
    };
    auto a = readPart(fileA, options.a, nullptr);
    if (!a)
        return a.error();
    const FieldCatalogue ofA = fieldsOf(*a);
    auto b = readPart(fileB, options.b, &ofA);
    if (!b)
        return b.error();
    if (const FieldCatalogue ofB = fieldsOf(*b);
        !isOne && options.a.query.empty() && isReadAnew(options.query, ofA, ofB)) {
        auto made = makeTable(*a->document, optionsOf(options, fileA, options.a), "--by", options.by, ofBoth,
                              ofBoth, &ofB);
        if (!made)
            return made.error();
        a->made = std::move(*made);
    }
    if (&a->document->format() != &b->document->format())
        return exitWith(kUsage, fileB,
                        "it is a capture of " + std::string(b->document->format().label) + ", and " + fileA
                            + " one of " + std::string(a->document->format().label)
                            + ": they have nothing to compare");
    if (const Exit exit = unknownToBoth(options, *a, *b); exit != kOk)
        return exit;
    if (const Exit exit = refuseRowsThatCannotFail(options, *a); exit != kOk)
        return exit;
    const auto per = denominatorOf(options, *a, *b);
    if (!per)
        return per.error();
    auto compared = withProgress("comparing", ProgressOn::besideOutput, [&](Job& job) {
        return compare::comparedParts(std::move(a->made), std::move(b->made), *per, job);
    });
    if (!compared)
        return exitWith(kDamaged, fileB, compared.error());
    a->made = std::move(compared->a);
    b->made = std::move(compared->b);
    compare::Comparison& both = compared->both;
    tellMissing(both.table, "A: ", a->made);
    tellMissing(both.table, "B: ", b->made);
    StatTable& table = both.table;
    const std::string sorted = sortedBy(options, table);
    auto rows = sortedRows(table, sorted);
    if (!rows)
        return rows.error();
    if (const StatColumn* const column = findColumn(table, sorted))
        table.sortColumn = static_cast<std::size_t>(column - table.columns.data()); // which is shown
    compare::KnownFindings before;
    std::vector<ChangedFinding> changed;
    if (hasFindings) {
        for (ComparedSide* const side : {&*a, &*b})
            if (const Exit exit = lookIn(*side); exit != kOk)
                return exit;
        before = compare::KnownFindings(a->findings.found);
        changed = changedFindings(*a, *b, before);
    }
    const std::vector<Exceeded> exceeded = whatIsExceeded(options, both, *a, *b, *per, changed);
    const std::uint64_t most = options.top.value_or(options.json ? 0 : kShownRows);
    if (most > 0 && rows->size() > most) {
        // What changed is seen however little it is of all, unless so many rows were asked for.
        const auto isLeftOut = [&](std::size_t row) {
            return options.top || std::ranges::count(kRowVerdicts, both.verdicts[row]) == 0;
        };
        rows->erase(std::remove_if(rows->begin() + static_cast<std::ptrdiff_t>(most), rows->end(), isLeftOut),
                    rows->end());
    }

    Output out;
    if (options.json) {
        const TableText text(nullptr, nullptr, table);
        for (std::size_t i = 0; i < rows->size() && out.good(); ++i)
            out.write(text.json((*rows)[i]));
        printFindings(options, changed, out);
        out.write(comparisonSummary(options, *a, *b, both, *per, rows->size(),
                                    hasFindings ? &changed : nullptr, exceeded));
    } else {
        for (const auto& [letter, side] : {std::pair("A  ", &*a), std::pair("B  ", &*b)}) {
            const std::int64_t length = compare::lengthOf(side->made);
            out.write(letter + escaped(side->file) + (length > 0 ? "  " + durationText(length) : "") + '\n');
        }
        out.write('\n' + comparisonLines(both, *rows));
        if (rows->size() < table.size())
            out.write("… " + counted(table.size() - rows->size(), "more row", "more rows")
                      + "; --top 0 prints all\n");
        out.write('\n' + denominatorText(table, *per, !options.per.empty()));
        if (table.size() == 0)
            out.write("neither of both has anything in this table" + hintFor(options, *b) + '\n');
        if (const std::string verdicts = verdictsText(both.verdicts); !verdicts.empty())
            out.write(verdicts + '\n');
        for (const std::size_t row : *rows)
            if (const std::string contrary = contraryText(both, row); !contrary.empty())
                out.write(escaped(table.keys[row]) + ": " + contrary + '\n');
        for (const std::string& remark : table.remarks)
            out.write(escaped(remark) + '\n');
        if (hasFindings) {
            out.write("\n");
            printFindings(options, changed, out);
            out.write(findingsFoot(changed));
        }
    }
    for (const Exceeded& each : exceeded)
        printError(each.file, each.what);
    Exit worst = kOk;
    for (const ComparedSide* const side : {&*a, &*b}) {
        const Exit exit = exitAfter(*side->document, Result<void> {}, side->file);
        worst = options.partial ? worst : std::max(worst, exit);
        if (fileA == fileB)
            break; // the same again
    }
    return out.finish(exceeded.empty() ? worst : kExceeded);
}

}
