package dev.dropbehind.dashboard;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;

/** The screens that pages are looked at on: a laptop and a phone, each in both themes. */
enum Screen {
    DESKTOP_DARK(1440, 900, ColorScheme.DARK),
    DESKTOP_LIGHT(1440, 900, ColorScheme.LIGHT),
    PHONE_DARK(390, 844, ColorScheme.DARK),
    PHONE_LIGHT(390, 844, ColorScheme.LIGHT),
    SMALL_PHONE(360, 640, ColorScheme.LIGHT);

    private final int width;
    private final int height;
    private final ColorScheme theme;

    Screen(int width, int height, ColorScheme theme) {
        this.width = width;
        this.height = height;
        this.theme = theme;
    }

    /** Returns the options of a browser context with this screen. */
    NewContextOptions options() {
        return new NewContextOptions()
                .setViewportSize(width, height)
                .setColorScheme(theme)
                .setReducedMotion(ReducedMotion.REDUCE);
    }

    /** Returns the end of a screenshot's file name. */
    String suffix() {
        return width + "-" + theme.name().toLowerCase(java.util.Locale.ROOT);
    }
}
