#include "app/cli/asked_hits.h"

#include "app/cli/output.h"
#include "app/cli/progress.h"
#include "core/base/nearest.h"
#include "core/notes/save.h"
#include "core/query/parse.h"

namespace traceglass::cli {

std::string unknownField(const std::string& name, const FieldCatalogue& catalogue)
{
    std::vector<std::string> names;
    for (const RecordField& field : catalogue)
        names.push_back(field.name);
    const std::vector<std::string> near = nearest(name, names);
    return "records have no field " + name + (near.empty() ? "" : "; did you mean " + near.front() + '?');
}

Exit giveNotes(const Document& document, const Options& options, const query::Expr& expr,
               query::FieldColumns& columns)
{
    if (!query::asksFor(expr, query::Field::note))
        return kOk;
    Job job;
    auto stored = loadNotes(document, job);
    if (!stored)
        return exitWith(kDamaged, options.file, stored.error());
    for (const Diagnostic& problem : stored->problems)
        printError(options.file, problem.message());
    columns.setNotes(std::make_shared<const AnnotationSet>(std::move(stored->notes)));
    return kOk;
}

FieldCatalogue fieldsFor(const std::string& query, const FieldCatalogue& own, const FieldCatalogue* others)
{
    const FieldCatalogue all = others ? query::withFieldsOf(own, *others) : own;
    const auto expr = query::parse(query);
    return expr ? query::withUnknown(all, query::unknownTo(all, *expr)) : all;
}

Exit readHits(const Document& document, const Options& options, const std::string& option, AskedHits& asked,
              Unknown unknown, const FieldCatalogue* others)
{
    // What is wrong whatever the capture holds is said before it is read.
    const FieldCatalogue nothing;
    auto expr = readQuery(option, options.query, document.fields() ? nullptr : &nothing);
    if (!expr)
        return expr.error();
    if (const Exit exit = readScope(document, options, asked); exit != kOk)
        return exit;
    asked.columns = std::make_unique<query::FieldColumns>(document.fields());
    asked.catalogue = asked.columns->catalogue();
    if (!asked.catalogue) // a stream that could not be read to its end
        asked.catalogue = std::make_shared<FieldCatalogue>();
    const FieldCatalogue known =
        unknown == Unknown::mayBe ? fieldsFor(options.query, *asked.catalogue, others) : *asked.catalogue;
    expr = readQuery(option, options.query, &known);
    if (!expr)
        return expr.error();
    asked.unknown = query::unknownTo(*asked.catalogue, *expr);
    if (const Exit exit = giveNotes(document, options, *expr, *asked.columns); exit != kOk)
        return exit;
    for (const std::string& name : options.fields)
        if (fieldsNamed(*asked.catalogue, name).empty())
            return exitWith(kUsage, "--fields", unknownField(name, *asked.catalogue));
    auto hits = withProgress("searching", ProgressOn::besideOutput, [&](Job& job) {
        return query::run(asked.timeline, asked.columns.get(), *expr, asked.scope, job);
    });
    if (!hits)
        return exitWith(kDamaged, options.file, hits.error());
    asked.hits = std::make_shared<const query::Hits>(std::move(*hits));
    return kOk;
}

std::unique_ptr<HitText> readHitText(const Document& document, const Options& options, const AskedHits& asked)
{
    std::vector<ShownField> shown;
    for (const std::string& name : options.fields) {
        if (asked.hits->count() == 0)
            break;
        auto column = withProgress("reading fields", ProgressOn::besideOutput, [&](Job& job) {
            return asked.columns->of(fieldsNamed(*asked.catalogue, name), *asked.hits, job);
        });
        if (!column) {
            exitWith(kDamaged, options.file, column.error());
            return nullptr;
        }
        shown.push_back({name, std::move(*column)});
    }
    return std::make_unique<HitText>(document, *asked.timeline, std::move(shown), asked.catalogue);
}

}
