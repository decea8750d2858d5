package dev.plumbline.comparison.harness;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The outcome of a task, which can be written as a line of text.
 *
 * @param end whether the library returned, threw, or did neither in time
 * @param millis the time in milliseconds
 * @param text the returned text
 * @param shown the pieces a user saw, joined
 * @param error the class of the exception; empty if there is none
 * @param message the message of the exception and its causes
 * @param ran the tools that ran
 */
public record TaskOutcome(End end, long millis, String text, String shown, String error, String message, String ran) {

    /** The maximum length of a text that is not summarised. */
    private static final int MOST = 20_000;

    /** The end of a task. */
    public enum End {
        /** The library returned an answer. */
        RETURNED,
        /** The library threw an exception. */
        THREW,
        /** The library did not return in time. */
        HUNG,
        /** The whole process ended. */
        DIED
    }

    /** Returns an outcome that was not reported. */
    public static TaskOutcome silent(End end, long millis) {
        return new TaskOutcome(end, millis, "", "", "", "", "");
    }

    TaskOutcome withText(String returned) {
        return new TaskOutcome(end, millis, returned, shown, error, message, ran);
    }

    TaskOutcome withError(String type, String messages) {
        return new TaskOutcome(end, millis, text, shown, type, messages, ran);
    }

    TaskOutcome withSeen(String pieces, String tools) {
        return new TaskOutcome(end, millis, text, pieces, error, message, tools);
    }

    /** Returns one line without line breaks in it. */
    public String line() {
        return String.join(
                "\t",
                List.of(end.name(), "" + millis, escaped(text), escaped(shown), error, escaped(message), escaped(ran)));
    }

    /** Parses a {@link #line}. */
    public static TaskOutcome parse(String line) {
        String[] parts = line.split("\t", -1);
        return new TaskOutcome(
                End.valueOf(parts[0]),
                Long.parseLong(parts[1]),
                plain(parts[2]),
                plain(parts[3]),
                parts[4],
                plain(parts[5]),
                plain(parts[6]));
    }

    /**
     * Returns a summary of a text: of a long one the beginning, the length and a hash, so that different texts have
     * different summaries.
     */
    public static String summary(String text) {
        return text.length() <= MOST
                ? text
                : text.substring(0, MOST) + "… " + text.length() + " characters, " + text.hashCode();
    }

    private static String escaped(String text) {
        return URLEncoder.encode(summary(text), StandardCharsets.UTF_8);
    }

    private static String plain(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
