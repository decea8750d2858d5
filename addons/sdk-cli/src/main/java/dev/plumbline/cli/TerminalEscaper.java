package dev.plumbline.cli;

/**
 * Escapes text for a terminal, so that a model or a tool cannot move the cursor, change the title or change the
 * direction of writing. Such characters become U+FFFD; new lines and tabs stay.
 */
final class TerminalEscaper {
    private static final char SHOWN = '\uFFFD';

    private TerminalEscaper() {}

    static String text(String text) {
        return text.chars().allMatch(TerminalEscaper::isPlain) ? text : replaced(text);
    }

    /** Returns the text on one line, cut to that length. */
    static String line(String text, int most) {
        String line = text(text).replace('\n', ' ').replace('\t', ' ');
        return line.length() <= most ? line : line.substring(0, line.offsetByCodePoints(0, cut(line, most))) + "…";
    }

    private static int cut(String line, int most) {
        return line.codePointCount(0, most - 1);
    }

    private static String replaced(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        text.chars().forEach(unit -> plain.append(isPlain(unit) ? (char) unit : SHOWN));
        return plain.toString();
    }

    private static boolean isPlain(int unit) {
        return unit == '\n' || unit == '\t' || !(Character.isISOControl(unit) || turnsDirection(unit));
    }

    private static boolean turnsDirection(int unit) {
        return (unit >= 0x202A && unit <= 0x202E) || (unit >= 0x2066 && unit <= 0x2069);
    }
}
