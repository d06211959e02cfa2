// A list of any length as a table: it holds the rows that are in view, and asks for others when the view
// moves. LongList shows it.
//
//     model->setView(1'000'000, 20);            // 20 rows from the 1,000,000th on
//     model->isThere(3)                         // else it is on its way
#pragma once

#include "widgets/models/row_model.h"
#include "widgets/models/row_ranges.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace traceglass {

// The rows of such a list that were read last, from one place on.
template <class Row, class Of>
struct LongPage
{
    Of of {}; // whose they are
    std::uint64_t first = 0;
    std::vector<Row> rows {};

    bool has(std::uint64_t from, std::uint64_t count) const
    {
        return from >= first && from + count <= first + rows.size();
    }
    const Row* at(std::uint64_t place) const { return has(place, 1) ? &rows[place - first] : nullptr; }
};

class LongModel : public RowModel
{
    Q_OBJECT

public:
    virtual std::uint64_t total() const = 0;
    virtual bool isThere(int row) const = 0;
    void setView(std::uint64_t first, int rows);
    std::uint64_t first() const { return m_first; }
    std::uint64_t placeOf(int row) const { return m_first + static_cast<std::uint64_t>(row); } // in the list
    // By the user, also behind what is in view. LongList sets it.
    const RowRanges& selected() const { return m_selected; }
    void setSelected(RowRanges rows) { m_selected = std::move(rows); }
    virtual bool isAsking() const = 0; // for what is told of the rows in view
    // Another one of the same rows, to go through them all. It reads none beside those in its view.
    LongModel* twin(QObject* parent) const;

signals:
    void shown(); // the rows in view are there

protected:
    using RowModel::RowModel;

    int rows() const override { return m_count; }
    // Are so many rows from there on at hand?
    virtual bool has(std::uint64_t first, std::uint64_t count) const = 0;
    // Asks for rows, at the end of which is arrived(). At most 0: those of another place are not wanted any
    // more.
    virtual void fetch(std::uint64_t first, std::size_t atMost) = 0;
    void arrived();
    void ask(); // for those in view, unless they are at hand
    virtual LongModel* copy(QObject* parent) const = 0;

private:
    std::uint64_t m_first = 0;
    int m_count = 0;
    RowRanges m_selected;
    bool m_readsAround = true;
};

}
