package dev.plumbline.runtime;

import java.lang.System.Logger.Level;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Options of the log of requests and answers, which is off by default. What it shows is content of conversations:
 * values that the detectors of redaction find are replaced by their kinds, everything else is shown. Keys are never
 * shown. Immutable.
 *
 * @param level the level of the lines; INFO by default
 * @param maxCharacters the maximum length of a request or answer after redaction, at least 100; the rest is left out,
 *     with its length; 20,000 by default
 * @param curl whether a request is shown as a command of cURL, with variables in place of keys; false by default
 * @param receiver receives each request and each answer as a text of several lines, in place of the log {@value
 *     #LOGGER}; called on the threads of calls, must be thread-safe
 */
public record RequestLogOptions(Level level, int maxCharacters, boolean curl, Optional<Consumer<String>> receiver) {
    /** The name of the logger. */
    public static final String LOGGER = "dev.plumbline.requests";

    private static final int FEWEST = 100;

    public RequestLogOptions {
        Objects.requireNonNull(level, "level");
        Objects.requireNonNull(receiver, "receiver");
        if (maxCharacters < FEWEST) {
            throw new IllegalArgumentException(
                    "maxCharacters of the request log is at least " + FEWEST + "; got " + maxCharacters);
        }
    }

    /** Returns the default: to the log {@value #LOGGER}, at INFO, 20,000 characters each. */
    public static RequestLogOptions ofDefaults() {
        return new RequestLogOptions(Level.INFO, 20_000, false, Optional.empty());
    }

    /** Returns a copy with that level. */
    public RequestLogOptions withLevel(Level lines) {
        return new RequestLogOptions(lines, maxCharacters, curl, receiver);
    }

    /**
     * Returns a copy with that maximum length.
     *
     * @throws IllegalArgumentException below 100
     */
    public RequestLogOptions withMaxCharacters(int most) {
        return new RequestLogOptions(level, most, curl, receiver);
    }

    /** Returns a copy that shows requests as commands of cURL, or does not. */
    public RequestLogOptions withCurl(boolean on) {
        return new RequestLogOptions(level, maxCharacters, on, receiver);
    }

    /** Returns a copy that passes the texts to that receiver and logs nothing. */
    public RequestLogOptions withReceiver(Consumer<String> own) {
        return new RequestLogOptions(level, maxCharacters, curl, Optional.of(own));
    }
}
