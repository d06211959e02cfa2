// What was measured for letters of the usual size, as it is with those of now: rows, bars, buttons and columns grow with
// the font, also while the program runs. None becomes smaller.
//
//     keepHeight(this, metrics::kToolbar);                    // a fixed height that follows the font
//     keepFont(label, [](const QFont& body) { return smallerFont(body, 1); });
//     return {width, grown(metrics::kTabBar, this)};
#pragma once

#include <QFont>
#include <QSize>
#include <functional>

class QAbstractButton;
class QWidget;

namespace traceglass {

int grown(int pixels, const QFont& font);
int grown(int pixels, const QWidget* widget);

// Calls now, and again whenever the font has become another.
void followFont(QWidget* widget, std::function<void()> follow);

void keepHeight(QWidget* widget, int pixels);
void keepSize(QWidget* widget, const QSize& pixels);
void keepWidth(QWidget* widget, int least, int most); // as wide as at least, and at most
void keepIcon(QAbstractButton* button, int icon, const QSize& size);
// A font made of the application's: one that has a size of its own would stay as it is.
void keepFont(QWidget* widget, std::function<QFont(const QFont& body)> font);

}
