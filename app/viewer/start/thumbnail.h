// traceglass --thumbnail: a small picture of a capture, for file managers, whoever the file is from.
//
//     const QString failure = takeThumbnail(arguments, argc, argv);   // empty: written; before any thread is made
//
// A process of its own reads the capture. It has 300 MB of addresses, is ended after 190 ms, and tells what it knows on
// the way, so what takes too long, needs too much or crashes costs no more than the picture. Of what is too large there
// is one with name, format and size. Where it is not open by then, it has a second more: it may be no capture at all.
#pragma once

#include "app/viewer/arguments.h"
#include "app/viewer/start/sketch_reader.h"

#include <QImage>

namespace traceglass {

QString takeThumbnail(const Arguments& arguments, int& argc, char** argv);

QImage drawThumbnail(const CaptureSketch& known, int side); // `side` wide, three quarters of it high

}
