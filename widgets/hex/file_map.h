// The file as a column of 14 px: what part of it is shown, where the selected bytes and the damage are. A
// click or drag scrolls there.
//
//     map->setSize(source->size());
//     map->setShown(view->shown());
#pragma once

#include "widgets/hex/hex_view.h"

#include <QWidget>

namespace traceglass {

class FileMap : public QWidget
{
    Q_OBJECT

public:
    explicit FileMap(QWidget* parent = nullptr);

    void setSize(std::uint64_t bytes) { show(m_size, bytes); }
    void setShown(const ByteRange& range) { show(m_shown, range); }
    void setMarked(const ByteRange& range) { show(m_marked, range); }
    void setDamage(std::vector<DamagedBytes> damage) { show(m_damage, std::move(damage)); }
    void addDamage(std::span<const DamagedBytes> more);
    // Places found by the search: at most one line a pixel is drawn.
    void setFound(std::vector<std::uint64_t> offsets) { show(m_found, std::move(offsets)); }

signals:
    void wanted(quint64 offset); // to be shown in the middle

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    template <class Shown>
    void show(Shown& shown, Shown now)
    {
        shown = std::move(now);
        update();
    }
    int yOf(std::uint64_t offset) const;
    void choose(int y);

    std::uint64_t m_size = 0;
    ByteRange m_shown, m_marked;
    std::vector<DamagedBytes> m_damage;
    std::vector<std::uint64_t> m_found;
};

}
