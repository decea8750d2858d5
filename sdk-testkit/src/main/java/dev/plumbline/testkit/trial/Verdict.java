package dev.plumbline.testkit.trial;

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
public record Verdict(String law, String input) {

    public static Verdict on(String law, List<AiDelta> stream) {
        return new Verdict(law, show(stream));
    }

    /** An AssertionError unless the condition holds. */
    public void require(boolean holds, String seen, String fix) {
        require(() -> holds, seen, fix);
    }

    public void require(BooleanSupplier holds, String seen, String fix) {
        if (!holds.getAsBoolean()) {
            throw new AssertionError(
                    "law broken: " + law + "\n  input: " + input + "\n  seen:  " + seen + "\n  fix:   " + fix);
        }
    }

    public static String show(List<AiDelta> stream) {
        return stream.stream().map(Verdict::show).collect(Collectors.joining(", ", "[", "]"));
    }

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
