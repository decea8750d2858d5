package dev.plumbline.testkit.internal;

import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.ConcurrentRunner;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The assertion of a law, whose message has the name, the input, the observation and the remedy. Inputs are generated,
 * so their content is shown; the middle of a long one is left out, because jqwik prints the whole input.
 *
 * @param law the name of the law
 * @param input the input of the check
 */
public record LawAssertion(String law, String input) {
    private static final String BROKEN = "law broken: ";
    private static final int BEFORE = 60;

    /** The longest part of one of two values that differ, from where they begin to differ. */
    private static final int LONGEST = 150;

    /** The longest input, and the longest of what was seen, so that a message is read at once. */
    private static final int INPUT = 650;

    private static final int SEEN = 400;

    /** Returns the assertion of a law for a stream. */
    public static LawAssertion on(String law, List<AiDelta> stream) {
        return new LawAssertion(law, show(stream));
    }

    /** Throws an AssertionError unless the condition holds. */
    public void check(boolean holds, String seen, String fix) {
        check(() -> holds, seen, fix);
    }

    /** Waits for a condition and throws an AssertionError if it does not hold in time. */
    public void check(BooleanSupplier holds, String seen, String fix) {
        if (!holds.getAsBoolean()) {
            throw violation(seen, fix);
        }
    }

    /**
     * Checks a law in a thread of its own, so that what does not end within that time, and an exception that no contract
     * has, breaks the law by its name.
     */
    public static void within(Duration limit, String law, Runnable checks) {
        new LawAssertion(law, "any")
                .inTime(
                        () -> {
                            checks.run();
                            return law;
                        },
                        limit);
    }

    /** Closes it once more than its owner does, because closing is idempotent. */
    public void close(AutoCloseable subject) {
        try {
            subject.close();
        } catch (Exception e) {
            throw violation(String.valueOf(e), "let close do nothing the second time");
        }
    }

    /** Returns what the task returns, after checking that it ends within that time, and without an exception. */
    public <T> T inTime(Supplier<T> task, Duration patience) {
        return outcome(ConcurrentRunner.begin(task), patience);
    }

    /**
     * Returns what a task returns in that many threads that start at the same time; what one of them throws breaks the law by
     * its name.
     */
    public <T> List<T> atOnce(int threads, IntFunction<T> task) {
        try {
            return ConcurrentRunner.run(threads, task);
        } catch (AssertionError failed) {
            throw named(failed);
        }
    }

    /** Returns the violation of what does not end in its time. */
    public AssertionError lateness(Duration patience) {
        return violation(
                "something that did not end within " + patience.toMillis() + " ms",
                "end every loop, and wait only with call.cancellation().sleep(…)");
    }

    /**
     * Returns what a task returns that runs already, after checking that it ends within that time without an exception. A
     * machine that is busy with other programs gives it more.
     */
    public <T> T outcome(CompletableFuture<T> running, Duration patience) {
        try {
            return ShareOfProcessor.outcome(running, patience);
        } catch (TimeoutException late) {
            throw lateness(patience);
        } catch (ExecutionException e) {
            throw named(Objects.requireNonNullElse(e.getCause(), e));
        } catch (InterruptedException e) {
            throw new IllegalStateException("the law was interrupted", e);
        }
    }

    /** Returns the error of a law: what was thrown, or its cause, if that is one already. */
    private AssertionError named(Throwable thrown) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            if (each instanceof AssertionError broken
                    && String.valueOf(broken.getMessage()).startsWith(BROKEN)) {
                return broken;
            }
        }
        Throwable cause = thrown.getCause();
        AssertionError broken = violation(
                String.valueOf(thrown instanceof AssertionError && cause != null ? cause : thrown),
                "throw nothing but what the contract of the interface has");
        broken.initCause(thrown);
        return broken;
    }

    /** Returns the error for a broken law. */
    public AssertionError violation(String seen, String fix) {
        return new AssertionError(printable(BROKEN + law + "\n  input: " + shortened(input, INPUT) + "\n  seen:  "
                + shortened(seen, SEEN) + "\n  fix:   " + fix));
    }

    /** Returns the text without its middle, if it is longer, with the number of characters that are left out. */
    public static String shortened(String text, int longest) {
        int left = text.length() - longest;
        return left <= 0
                ? text
                : text.substring(0, longest / 2) + " … (" + left + " characters are left out) … "
                        + text.substring(longest / 2 + left);
    }

    /** Returns the text with escapes for the characters that XML 1.0 does not have, so that build servers read reports. */
    public static String printable(String text) {
        StringBuilder escaped = new StringBuilder(text.length());
        text.codePoints().forEach(each -> {
            if (isInXml(each)) {
                escaped.appendCodePoint(each);
            } else {
                escaped.append(String.format(Locale.ROOT, "\\u%04x", each));
            }
        });
        return escaped.toString();
    }

    private static boolean isInXml(int each) {
        return each == '\n'
                || each == '\r'
                || each == '\t'
                || (each >= ' ' && each <= 0xd7ff)
                || (each >= 0xe000 && each <= 0xfffd)
                || each > 0xffff;
    }

    /** Returns two unequal values with that text between them, each from where they begin to differ. */
    public static String difference(Object seen, @Nullable Object expected, String between) {
        String one = String.valueOf(seen);
        String other = String.valueOf(expected);
        int same = 0;
        while (same < Math.min(one.length(), other.length()) && one.charAt(same) == other.charAt(same)) {
            same++;
        }
        int from = Math.max(0, same - BEFORE);
        return part(one, from) + between + part(other, from);
    }

    private static String part(String text, int from) {
        int to = Math.min(text.length(), from + LONGEST);
        return (from > 0 ? "…" : "") + text.substring(from, to) + (to < text.length() ? "…" : "");
    }

    /** Returns a stream as text. */
    public static String show(List<AiDelta> stream) {
        return stream.stream().map(LawAssertion::show).collect(Collectors.joining(", ", "[", "]"));
    }

    /** Returns a return as text. */
    public static String show(AiReturn ret) {
        String items =
                ret.interactions().stream().map(item -> item.toJson().text()).collect(Collectors.joining(", "));
        return items + " " + ret.finish() + " " + ret.usage()
                + ret.error().map(e -> " " + e).orElse("");
    }

    /** Returns a delta as text. */
    public static String show(AiDelta delta) {
        if (delta instanceof AiDelta.ToolCallPart part) {
            return "Call" + part.index() + " " + part.name()
                    + Json.of(part.arguments()).text();
        }
        return DeltaText.isIn(delta)
                ? delta.getClass().getSimpleName()
                        + Json.of(DeltaText.of(delta)).text()
                : delta.toString();
    }
}
