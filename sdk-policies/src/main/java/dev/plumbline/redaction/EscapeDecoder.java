package dev.plumbline.redaction;

/**
 * Decodes percent encoding, JSON escapes and HTML entities. A character of several bytes becomes several letters, which
 * suffices for detection.
 */
final class EscapeDecoder {
    private EscapeDecoder() {}

    static String decode(String run) {
        StringBuilder plain = new StringBuilder(run.length());
        int at = 0;
        while (at < run.length()) {
            int entity = run.charAt(at) == '&' ? run.indexOf(';', at) : -1;
            if (entity > at) {
                plain.append(entity(run.substring(at + 1, entity)));
                at = entity + 1;
                continue;
            }
            int length = run.charAt(at) == '%' ? 3 : run.startsWith("\\u", at) ? 6 : 1;
            int code = length == 1 ? -1 : code(run, at + length / 3, at + length);
            plain.append(code < 0 ? run.charAt(at) : (char) code);
            at += code < 0 ? 1 : length;
        }
        return plain.toString();
    }

    /** Returns the character of an entity; a blank for an unknown name. */
    private static char entity(String name) {
        return switch (name) {
            case "commat" -> '@';
            case "period" -> '.';
            case "colon" -> ':';
            case "sol" -> '/';
            case "hyphen", "dash", "ndash", "mdash", "minus" -> '-';
            case "plus" -> '+';
            case "amp" -> '&';
            case "equals" -> '=';
            default -> number(name);
        };
    }

    private static char number(String name) {
        boolean hex = name.startsWith("#x") || name.startsWith("#X");
        String digits = hex ? name.substring(2) : name.startsWith("#") ? name.substring(1) : "";
        int radix = hex ? 16 : 10;
        boolean valid = !digits.isEmpty()
                && digits.length() < 6
                && digits.chars().allMatch(c -> Character.digit(c, radix) >= 0);
        return valid ? (char) Integer.parseInt(digits, radix) : ' ';
    }

    private static int code(String run, int from, int to) {
        if (to > run.length()) {
            return -1;
        }
        int value = 0;
        for (int i = from; i < to; i++) {
            if (!AsciiChars.hex(run.charAt(i))) {
                return -1;
            }
            value = 16 * value + Character.digit(run.charAt(i), 16);
        }
        return value;
    }
}
