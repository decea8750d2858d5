package dev.plumbline.redaction;

/** Percent encoding and JSON's escapes, undone; a character of several bytes becomes several letters, which is enough. */
final class EscapeDecoder {
    private EscapeDecoder() {}

    static String decode(String run) {
        StringBuilder plain = new StringBuilder(run.length());
        int at = 0;
        while (at < run.length()) {
            int length = run.charAt(at) == '%' ? 3 : run.startsWith("\\u", at) ? 6 : 1;
            int code = length == 1 ? -1 : code(run, at + length / 3, at + length);
            plain.append(code < 0 ? run.charAt(at) : (char) code);
            at += code < 0 ? 1 : length;
        }
        return plain.toString();
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
