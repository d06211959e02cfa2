// Running text of a Details section in a fixed font, such as a log, with the part pointed out emphasised and
// scrolled to.
//
//     layout->addWidget(makeTextBlock(section, parent));
#pragma once

#include "core/model/details.h"

class QWidget;

namespace traceglass {

QWidget* makeTextBlock(const DetailSection& section, QWidget* parent);

}
