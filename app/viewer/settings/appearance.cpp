#include "app/viewer/settings/appearance.h"

#include "widgets/common/icons.h"
#include "widgets/common/theme.h"

#include <QApplication>
#include <QFont>
#include <QPainter>
#include <QProxyStyle>
#include <QStyleOptionSlider>
#include <algorithm>
#include <iterator>

namespace traceglass {

namespace {

constexpr int kBodyPixels = 13;
constexpr QLatin1String kBase("fusion");

bool hasDesktop()
{
    return QGuiApplication::platformName() != QLatin1String("offscreen")
        && (!qEnvironmentVariableIsEmpty("XDG_CURRENT_DESKTOP")
            || !qEnvironmentVariableIsEmpty("QT_QPA_PLATFORMTHEME"));
}

// Fusion with flat scroll bars. Its own have gradients, which Qt paints in threads of a pool and waits for:
// each bar some six times a frame, and for long while indexing has all cores. In themes of high contrast fields,
// buttons and boxes have a frame: Fusion's is a darker shade of the ground, which black has none of. So do fields in the
// dark one, where it is hardly darker.
class PlainStyle : public QProxyStyle
{
public:
    PlainStyle()
        : QProxyStyle(kBase)
    {
    }

    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override
    {
        const auto* const bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
        if (control == CC_ScrollBar && bar && widget) {
            paintScrollBar(*bar, *painter, *widget);
            return;
        }
        QProxyStyle::drawComplexControl(control, option, painter, widget);
        if (control == CC_ComboBox || control == CC_SpinBox)
            frame(option, *painter, widget);
    }

    // Icons of its own on the buttons of dialogs are black on black.
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* more) const override
    {
        return hint == SH_DialogButtonBox_ButtonsHaveIcons
            ? 0
            : QProxyStyle::styleHint(hint, option, widget, more);
    }

    // Each tool bar wants one, which Qt would read from a file, and for that all plugins for pictures.
    QIcon standardIcon(StandardPixmap which, const QStyleOption* option, const QWidget* widget) const override
    {
        return which == SP_ToolBarHorizontalExtensionButton
            ? icon("chevron-right")
            : QProxyStyle::standardIcon(which, option, widget);
    }

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override
    {
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        constexpr PrimitiveElement kFramed[] = {PE_FrameLineEdit, PE_PanelButtonCommand, PE_IndicatorCheckBox,
                                                PE_IndicatorRadioButton};
        if (std::ranges::find(kFramed, element) != std::end(kFramed))
            frame(option, *painter, widget, element == PE_IndicatorRadioButton);
        if (element != PE_FrameLineEdit || !widget || (option->state & State_HasFocus))
            return;
        if (const QColor edge = Theme::of(widget).fieldEdge; edge.isValid())
            drawEdge(option->rect, *painter, edge, false);
    }

private:
    static void frame(const QStyleOption* option, QPainter& painter, const QWidget* widget,
                      bool isRound = false)
    {
        if (!widget || !Theme::of(widget).highContrast)
            return;
        drawEdge(option->rect, painter, option->palette.color(QPalette::WindowText), isRound);
    }
    static void drawEdge(const QRect& rect, QPainter& painter, const QColor& color, bool isRound)
    {
        const QRect edge = rect.adjusted(0, 0, -1, -1);
        painter.save();
        painter.setPen(color);
        painter.setBrush(Qt::NoBrush);
        if (isRound)
            painter.drawEllipse(edge);
        else
            painter.drawRect(edge);
        painter.restore();
    }

    void paintScrollBar(const QStyleOptionSlider& bar, QPainter& painter, const QWidget& widget) const
    {
        const Theme& theme = Theme::of(&widget);
        const bool isUpright = bar.orientation == Qt::Vertical;
        painter.fillRect(bar.rect, theme.alternate);
        const QRect edge = isUpright ? QRect(bar.rect.topLeft(), QSize(1, bar.rect.height()))
                                     : QRect(bar.rect.topLeft(), QSize(bar.rect.width(), 1));
        painter.fillRect(edge, theme.hairline);
        const auto isOn = [&](SubControl part) {
            return (bar.activeSubControls & part) && (bar.state & (State_MouseOver | State_Sunken));
        };
        const auto paintArrow = [&](SubControl part, PrimitiveElement arrow) {
            QStyleOption button = bar; // NOLINT(cppcoreguidelines-slicing): what all options have
            button.rect = subControlRect(CC_ScrollBar, &bar, part, &widget);
            if (isOn(part))
                painter.fillRect(button.rect, theme.hover);
            drawPrimitive(arrow, &button, &painter, &widget);
        };
        paintArrow(SC_ScrollBarSubLine, isUpright ? PE_IndicatorArrowUp : PE_IndicatorArrowLeft);
        paintArrow(SC_ScrollBarAddLine, isUpright ? PE_IndicatorArrowDown : PE_IndicatorArrowRight);
        if (bar.minimum == bar.maximum)
            return;
        const QRect handle = subControlRect(CC_ScrollBar, &bar, SC_ScrollBarSlider, &widget);
        const QMargins room = isUpright ? QMargins(4, 0, 3, 0) : QMargins(0, 4, 0, 3);
        painter.fillRect(handle - room, isOn(SC_ScrollBarSlider) ? theme.text2 : theme.text3);
    }
};

}

void prepareAppearance()
{
    const bool isFusion = QApplication::style()->name().compare(kBase, Qt::CaseInsensitive) == 0;
    if (!hasDesktop() || isFusion)
        QApplication::setStyle(new PlainStyle);
    if (hasDesktop())
        return;
    QFont body = QApplication::font();
    body.setPixelSize(kBodyPixels);
    QApplication::setFont(body);
}

void applyTheme(Settings::ThemeChoice theme)
{
    switch (theme) {
    case Settings::ThemeChoice::system:
        return QApplication::setPalette(hasDesktop() ? QPalette() : lightPalette());
    case Settings::ThemeChoice::light: return QApplication::setPalette(lightPalette());
    case Settings::ThemeChoice::dark: return QApplication::setPalette(darkPalette());
    case Settings::ThemeChoice::contrastLight: return QApplication::setPalette(contrastLightPalette());
    case Settings::ThemeChoice::contrastDark: return QApplication::setPalette(contrastDarkPalette());
    }
}

void applyFontSize(int percent)
{
    static const QFont usual = QApplication::font();
    QFont font = usual;
    if (usual.pixelSize() > 0)
        font.setPixelSize((usual.pixelSize() * percent + 50) / 100);
    else
        font.setPointSizeF(usual.pointSizeF() * percent / 100);
    QApplication::setFont(font);
}

}
