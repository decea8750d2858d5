package dev.plumbline.redis;

/** The first part of the names of all keys of a store. */
final class KeyPrefix {
    static final String USUAL = "plumbline";

    private KeyPrefix() {}

    /** Returns the prefix if it is one. */
    static String checked(String prefix) {
        if (!prefix.matches("[A-Za-z0-9_.-]{1,64}")) {
            throw new IllegalArgumentException(
                    "the prefix of a store has 1 to 64 letters, digits, _ . and -; got \"" + prefix + "\"");
        }
        return prefix;
    }
}
