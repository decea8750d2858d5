package dev.plumbline.postgresql;

/** Texts as columns. PostgreSQL stores every character but U+0000, which is escaped, and so is the escape character. */
final class DatabaseText {
    private static final String ESCAPE = "\u0001";

    private DatabaseText() {}

    static String escape(String any) {
        return any.replace(ESCAPE, ESCAPE + ESCAPE).replace("\0", ESCAPE + "\u0002");
    }

    static String unescape(String stored) {
        if (!stored.contains(ESCAPE)) {
            return stored;
        }
        StringBuilder text = new StringBuilder(stored.length());
        for (int i = 0; i < stored.length(); i++) {
            char at = stored.charAt(i);
            if (at == ESCAPE.charAt(0)) {
                i++;
                text.append(stored.charAt(i) == '\u0002' ? '\0' : at);
            } else {
                text.append(at);
            }
        }
        return text.toString();
    }
}
