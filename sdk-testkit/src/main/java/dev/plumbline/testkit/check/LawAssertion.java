package dev.plumbline.testkit.check;

import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.json.Json;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * What a law says when it is broken: its name, the input, what was seen, and what to do. Inputs are made up by
 * generators, so they are shown in full.
 *
 * @param law its name
 * @param input what it was tried on
 */
public record LawAssertion(String law, String input) {

    /** A law tried on a stream. */
    public static LawAssertion on(String law, List<AiDelta> stream) {
        return new LawAssertion(law, show(stream));
    }

    /** An AssertionError unless the condition holds. */
    public void require(boolean holds, String seen, String fix) {
        require(() -> holds, seen, fix);
    }

    /** The same, for a condition that has to be waited for. */
    public void require(BooleanSupplier holds, String seen, String fix) {
        if (!holds.getAsBoolean()) {
            throw broken(seen, fix);
        }
    }

    /** What to throw when the law is broken. */
    public AssertionError broken(String seen, String fix) {
        return new AssertionError(
                "law broken: " + law + "\n  input: " + input + "\n  seen:  " + seen + "\n  fix:   " + fix);
    }

    /** A stream in words. */
    public static String show(List<AiDelta> stream) {
        return stream.stream().map(LawAssertion::show).collect(Collectors.joining(", ", "[", "]"));
    }

    /** A return in words. */
    public static String show(AiReturn ret) {
        String items =
                ret.interactions().stream().map(item -> item.toJson().text()).collect(Collectors.joining(", "));
        return items + " " + ret.finish() + " " + ret.usage()
                + ret.error().map(e -> " " + e).orElse("");
    }

    private static String show(AiDelta delta) {
        if (delta instanceof AiDelta.Text text) {
            return "Text" + Json.of(text.text()).text();
        }
        if (delta instanceof AiDelta.ToolCallPart part) {
            return "Call" + part.index() + " " + part.name()
                    + Json.of(part.arguments()).text();
        }
        return delta.toString();
    }
}
