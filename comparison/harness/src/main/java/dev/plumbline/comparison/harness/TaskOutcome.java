package dev.plumbline.comparison.harness;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * How a task ended, as a line of text can say it.
 *
 * @param end whether the library returned, threw, or did neither in time
 * @param millis how long it took
 * @param text what it returned
 * @param shown the pieces a user saw, joined
 * @param error the class of what it threw; empty when it did not
 * @param message what that says, with its causes
 * @param ran the tools that ran
 */
public record TaskOutcome(End end, long millis, String text, String shown, String error, String message, String ran) {

    /** How long a text may be that is reported as it is. */
    private static final int MOST = 20_000;

    /** Whether the library returned. */
    public enum End {
        /** With an answer. */
        RETURNED,
        /** With an exception. */
        THREW,
        /** Not while anybody waited. */
        HUNG,
        /** With the whole process. */
        DIED
    }

    /** An outcome that was not reported. */
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

    /** One line, without anything in it that could break a line. */
    public String line() {
        return String.join(
                "\t",
                List.of(end.name(), "" + millis, escaped(text), escaped(shown), error, escaped(message), escaped(ran)));
    }

    /** The outcome of a {@link #line}. */
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

    /** The summary of a text: a long one has its beginning, its length and its hash, so that two that differ are distinguished. */
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
