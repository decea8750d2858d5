package dev.plumbline.providers;

import java.util.OptionalInt;

/**
 * An error as a body or an event words it.
 *
 * @param code a word, or empty
 * @param type a word, or empty
 * @param status a number that stands for an HTTP status, if one is said
 * @param message what the provider says; content
 */
record ErrorObject(String code, String type, OptionalInt status, String message) {
    /** An error nobody said anything about. */
    static final ErrorObject SILENT = new ErrorObject("", "", OptionalInt.empty(), "");

    @Override
    public String toString() {
        return "ErrorObject[" + message.length() + " characters]";
    }
}
