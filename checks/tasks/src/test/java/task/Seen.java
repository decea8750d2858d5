package task;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.ScriptedProvider;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** What a model has seen, and what a user reads. */
public final class Seen {
    private static final List<String> CODES =
            List.of("Exception", "AUTHENTICATION", "INVALID_", "OVERLOADED", "BUDGET", "NETWORK", "TIMEOUT", "SERVER");

    private Seen() {}

    /** Returns everything that was sent with a call, as JSON. */
    public static String sent(AiCall call) {
        return text(call.effective())
                + call.tools().stream()
                        .map(tool -> tool.name() + ": " + tool.description())
                        .collect(Collectors.joining("\n"));
    }

    /** Returns some of what was sent, as JSON. */
    public static String text(List<? extends Interaction> items) {
        return items.stream().map(item -> item.toJson().text() + "\n").collect(Collectors.joining());
    }

    /** Returns everything that was sent with call number {@code call}, from 0. */
    public static String sent(ScriptedProvider model, int call) {
        assertTrue(
                model.calls().size() > call,
                "the model was asked " + model.calls().size() + " times, and there should be a request " + (call + 1));
        return sent(model.calls().get(call));
    }

    /** Returns the results of tools that the model has read, in order. */
    public static List<ToolEnvelope> results(ScriptedProvider model) {
        List<AiCall> calls = model.calls();
        assertFalse(calls.isEmpty(), "the model was never asked");
        return calls.get(calls.size() - 1).effective().stream()
                .filter(Interaction.ToolResult.class::isInstance)
                .map(item -> ((Interaction.ToolResult) item).envelope())
                .toList();
    }

    /** Returns what the model has read of a call that must have been refused. */
    public static String refusal(ToolEnvelope result) {
        assertFalse(
                result.isOk(),
                "the call should have been refused; its result is "
                        + result.toJson().text());
        return result.failure().orElseThrow().message();
    }

    /** Returns a model that does something of the user before each of its calls. */
    public static AiProvider before(ScriptedProvider model, Runnable... each) {
        AtomicInteger calls = new AtomicInteger();
        return new Wrapped(model) {
            @Override
            public AiReturn call(AiCall call) {
                Arrays.stream(each).skip(calls.getAndIncrement()).findFirst().ifPresent(Runnable::run);
                return super.call(call);
            }
        };
    }

    /** Returns a model after each of whose calls something is done. */
    public static AiProvider after(ScriptedProvider model, Runnable each) {
        return new Wrapped(model) {
            @Override
            public AiReturn call(AiCall call) {
                try {
                    return super.call(call);
                } finally {
                    each.run();
                }
            }
        };
    }

    /** A model as it is. */
    private static class Wrapped implements AiProvider {
        private final ScriptedProvider model;

        Wrapped(ScriptedProvider model) {
            this.model = model;
        }

        @Override
        public String id() {
            return model.id();
        }

        @Override
        public String defaultModel() {
            return model.defaultModel();
        }

        @Override
        public AiReturn call(AiCall call) {
            return model.call(call);
        }
    }

    /** Fails unless a text is one that people understand. */
    public static void assertSentence(String text) {
        assertTrue(
                text != null && text.strip().length() > 10 && text.strip().contains(" "),
                "a sentence for the user is missing: " + text);
        CODES.forEach(code -> assertFalse(text.contains(code), "a user does not understand " + code + ": " + text));
    }
}
