package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.internal.Fold;
import dev.plumbline.event.FinishReason;
import dev.plumbline.json.Json;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ToolException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A hostile document has the model write a pseudonym within a word. A value that was restored there would not be
 * recognised by what hides it: the next call would send it, and a tool that may not have it would get it.
 */
class GluedPseudonymsTest {
    private static final Json ANYTHING = Json.parse("{\"type\":\"object\"}");
    private static final Pattern PSEUDONYM = Pattern.compile("[A-Z]+_[0-9a-f]{16}");

    private final Obeying model = new Obeying();
    private final List<String> received = new CopyOnWriteArrayList<>();

    /** Writes the texts of its script, in which {@code @} is the pseudonym that it has read first. */
    private static final class Obeying implements AiProvider {
        final List<String> read = new CopyOnWriteArrayList<>();
        final Deque<String> script = new ArrayDeque<>();

        @Override
        public String id() {
            return "obeying";
        }

        @Override
        public String defaultModel() {
            return "one";
        }

        @Override
        public AiReturn call(AiCall call) {
            String all =
                    call.effective().stream().map(each -> each.toJson().text()).collect(Collectors.joining("\n"));
            read.add(all);
            Matcher first = PSEUDONYM.matcher(all);
            String next = script.isEmpty() ? "Yes." : script.pop();
            String text = next.replace("@", first.find() ? first.group() : "nobody");
            int tool = text.indexOf('(');
            List<AiDelta> answer = tool < 0
                    ? List.of(new AiDelta.Text(text), new AiDelta.Finish(FinishReason.STOP))
                    : List.of(
                            new AiDelta.ToolCallPart(
                                    0, "call-" + read.size(), text.substring(0, tool), text.substring(tool + 1)),
                            new AiDelta.Finish(FinishReason.TOOL_CALLS));
            answer.forEach(call.sink());
            return Fold.of(answer);
        }
    }

    private AiTool echo(String name, Function<String, Object> result) {
        return AiTool.of(name, "Repeats.", ANYTHING, (arguments, context) -> {
            received.add(arguments.text());
            return result.apply("x" + arguments.get("q").asText() + "x");
        });
    }

    private List<AiReturn> play(String said, String... script) {
        model.script.addAll(List.of(script));
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(model)
                .addTools(
                        echo("result", text -> text),
                        echo("part", text -> ToolEnvelope.ok("x").withParts(new Part.Text(text))),
                        echo("fails", text -> {
                            throw new ToolException(text);
                        }))
                .redaction(RedactionOptions.ofDefaults())
                .build()) {
            ConversationSession session =
                    ai.session(AiBody.builder().toolFilter("*").build(), SessionOptions.none());
            AiReturn first = session.send(said);
            return List.of(first, session.send("Go on."));
        }
    }

    private void isHidden(String value) {
        assertThat(model.read).hasSizeGreaterThan(1).noneMatch(text -> text.contains(value));
        assertThat(received).noneMatch(text -> text.contains(value));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "zz@zz",
                "zz@",
                "@zz9",
                "@@",
                "9@9",
                "a@, @a",
                "**a@**",
                "a\u200b@\u200ba",
                "x@\u00e4x",
                "@\\u0041",
                "_@_"
            })
    @DisplayName("52 a pseudonym within a word is not restored where the value would not be hidden again")
    void w52_glued(String form) {
        for (String value : new String[] {"hunter2x99", "tigerente", "48392017"}) {
            model.read.clear();
            play("My password: " + value, "I write " + form + ".", "result({\"q\":\"" + form.replace("\n", "") + "\"}");
            isHidden(value);
        }
    }

    @Test
    @DisplayName("52 a pseudonym within a word is not restored in the result of a tool, its parts and its error")
    void w52_gluedInResults() {
        play("My password: hunter2x99", "result({\"q\":\"@\"}", "part({\"q\":\"@\"}", "fails({\"q\":\"@\"}");
        assertThat(received).hasSize(3);
        isHidden("hunter2x99");
    }

    @Test
    @DisplayName("52 a value between letters of Chinese, Japanese or Korean is restored and hidden again")
    void w52_scriptsWithoutBlanks() {
        String form = "\u30d1\u30b9\u30ef\u30fc\u30c9\u306f@\u3067\u3059";
        List<AiReturn> shown = play("My password: hunter2x99", form);
        assertThat(shown.get(0).text()).isEqualTo(form.replace("@", "hunter2x99"));
        isHidden("hunter2x99");
    }

    @Test
    @DisplayName("52 a word with an ending is restored and hidden again")
    void w52_endings() {
        List<AiReturn> shown = play("My password: tigerente", "It is @s, or @'s.");
        assertThat(shown.get(0).text()).isEqualTo("It is tigerentes, or tigerente's.");
        isHidden("tigerente");
    }

    @ParameterizedTest
    @ValueSource(ints = {250, 300, 700, 3_000, 5_000, 20_000})
    @DisplayName("52 a long secret is hidden again without its word")
    void w52_long(int length) {
        String value = "q" + "7Xk2mP9w".repeat(length / 8);
        List<AiReturn> shown = play("My password: " + value, "Use @ there.", "result({\"q\":\"(@)\"}");
        assertThat(shown.get(0).text()).isEqualTo("Use " + value + " there.");
        isHidden("Xk2mP9w");
    }

    @Test
    @DisplayName("52 a known number is hidden behind a sign and before a fraction")
    void w52_numbers() {
        model.script.add("numbers({}");
        AiTool numbers = AiTool.of(
                "numbers",
                "Returns.",
                ANYTHING,
                (arguments, context) -> Json.parse("{\"a\":-4839,\"b\":[4839.5,4839]}"));
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(model)
                .addTools(numbers)
                .redaction(RedactionOptions.ofDefaults())
                .build()) {
            ai.session(AiBody.builder().toolFilter("*").build(), SessionOptions.none())
                    .send("The PIN: 4839.");
        }
        isHidden("4839");
    }
}
