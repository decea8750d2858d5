package dev.plumbline.cli;

/**
 * Text that a terminal shows and does not obey: what a model or a tool says cannot move the cursor, change the title or turn
 * the direction of writing. Such characters come as U+FFFD; new lines and tabs stay.
 */
final class TerminalEscaper {
    private static final char SHOWN = '\uFFFD';

    private TerminalEscaper() {}

    static String text(String said) {
        return said.chars().allMatch(TerminalEscaper::isPlain) ? said : replaced(said);
    }

    /** On one line, and cut where it would become longer than that. */
    static String line(String said, int most) {
        String line = text(said).replace('\n', ' ').replace('\t', ' ');
        return line.length() <= most ? line : line.substring(0, line.offsetByCodePoints(0, cut(line, most))) + "…";
    }

    private static int cut(String line, int most) {
        return line.codePointCount(0, most - 1);
    }

    private static String replaced(String said) {
        StringBuilder plain = new StringBuilder(said.length());
        said.chars().forEach(unit -> plain.append(isPlain(unit) ? (char) unit : SHOWN));
        return plain.toString();
    }

    private static boolean isPlain(int unit) {
        return unit == '\n' || unit == '\t' || !(Character.isISOControl(unit) || turnsDirection(unit));
    }

    private static boolean turnsDirection(int unit) {
        return (unit >= 0x202A && unit <= 0x202E) || (unit >= 0x2066 && unit <= 0x2069);
    }
}
