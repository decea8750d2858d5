package dev.plumbline.http.internal;

/** The key by which a client of MCP without a session differs from others of its name; it has chosen it at random. */
public final class ClientKey {
    /** The header that it is sent in. */
    public static final String HEADER = "Plumbline-Client";

    private ClientKey() {}

    /** Returns whether a text can be a key. */
    public static boolean isValid(String text) {
        return text.matches("[A-Za-z0-9._~-]{22,128}");
    }
}
