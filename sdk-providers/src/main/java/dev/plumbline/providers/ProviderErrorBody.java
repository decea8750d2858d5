package dev.plumbline.providers;

import java.util.OptionalInt;

/**
 * An error as a body or an event words it.
 *
 * @param code a word, or empty
 * @param type a word, or empty
 * @param status the HTTP status, if the body has one
 * @param message what the provider says; content
 */
record ProviderErrorBody(String code, String type, OptionalInt status, String message) {
    /** An error without details. */
    static final ProviderErrorBody SILENT = new ProviderErrorBody("", "", OptionalInt.empty(), "");

    @Override
    public String toString() {
        return "ProviderErrorBody[" + message.length() + " characters]";
    }
}
