package dev.plumbline.views;

import java.awt.Color;
import java.util.Objects;
import javax.swing.UIManager;

/** The colours of a panel, made of those of the look and feel, so that they fit a light and a dark one. */
final class Colours {
    private static final int WRONG_LIGHT = 0xB02020;
    private static final int WRONG_DARK = 0xFFA8A0;
    private static final int WARNING_LIGHT = 0x8A5A00;
    private static final int WARNING_DARK = 0xE6B450;
    private static final int AMBER = 0xE0A000;
    private static final int BRIGHT = 10 * 128;

    private Colours() {}

    static Color background() {
        return opaque("List.background", Color.WHITE);
    }

    static Color text() {
        return opaque("List.foreground", Color.BLACK);
    }

    /** Returns the colour of what is less important. */
    static Color muted() {
        return mix(background(), text(), 0.75f);
    }

    /** Returns the colour of lines. */
    static Color line() {
        return mix(background(), text(), 0.2f);
    }

    static Color link() {
        Color own = opaque("Component.linkColor", new Color(0x1A5FB4));
        return isDark() ? mix(own, text(), 0.5f) : own;
    }

    /** Returns the background of code. */
    static Color code() {
        return mix(background(), text(), 0.07f);
    }

    /** Returns the colour of the row with the focus, and of what is found. */
    static Color accent() {
        Color own = UIManager.getColor("Component.accentColor");
        return own == null ? opaque("textHighlight", new Color(0x3875D6)) : new Color(own.getRGB());
    }

    /** Returns the background of what a person looked for. */
    static Color found() {
        return mix(background(), new Color(AMBER), isDark() ? 0.25f : 0.55f);
    }

    /** Returns the background of a row. */
    static Color of(RowText.Tone tone) {
        return switch (tone) {
            case USER -> mix(background(), accent(), isDark() ? 0.22f : 0.13f);
            case QUESTION -> mix(background(), new Color(AMBER), isDark() ? 0.12f : 0.2f);
            default -> background();
        };
    }

    /** Returns the colour of the text of a row. */
    static Color textOf(RowText.Tone tone) {
        return switch (tone) {
            case ERROR -> new Color(isDark() ? WRONG_DARK : WRONG_LIGHT);
            case WARNING -> new Color(isDark() ? WARNING_DARK : WARNING_LIGHT);
            default -> text();
        };
    }

    private static boolean isDark() {
        Color background = background();
        return background.getRed() * 3 + background.getGreen() * 6 + background.getBlue() < BRIGHT;
    }

    private static Color mix(Color most, Color some, float share) {
        return new Color(
                mixed(most.getRed(), some.getRed(), share),
                mixed(most.getGreen(), some.getGreen(), share),
                mixed(most.getBlue(), some.getBlue(), share));
    }

    private static int mixed(int most, int some, float share) {
        return Math.round(most + (some - most) * share);
    }

    /** Returns a plain colour: those of a look and feel may be special to it. */
    private static Color opaque(String key, Color otherwise) {
        Color own = Objects.requireNonNullElse(UIManager.getColor(key), otherwise);
        return new Color(own.getRed(), own.getGreen(), own.getBlue());
    }
}
