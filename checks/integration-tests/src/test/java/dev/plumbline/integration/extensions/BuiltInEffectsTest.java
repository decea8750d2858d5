package dev.plumbline.integration.extensions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.extensions.DisplayedTextRecorder;
import dev.plumbline.extensions.Extensions;
import dev.plumbline.extensions.NoteStore;
import dev.plumbline.plugin.Extension;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ToolException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each built-in extension with its effect, and the same conversation without it: a look that sees the effect also where the
 * extension is missing would prove nothing.
 */
class BuiltInEffectsTest {

    /** What each does that would not happen otherwise. */
    enum BuiltIn {
        LOGGING(with -> {
            List<String> lines = new CopyOnWriteArrayList<>();
            answered(with, Extensions.logging(to(lines)));
            return lines.stream().anyMatch(line -> line.contains("INFO"));
        }),
        ERROR_TRACKING(with -> asked(with, Extensions.errorTracking(2))
                .skip(2)
                .allMatch(call -> call.options().toolChoice().equals(Optional.of(ModelOptions.ToolChoice.NONE)))),
        MEMORY_SENT(with -> {
            NoteStore notebook = NoteStore.inMemory();
            notebook.write("units", "The user works in inches.");
            return asked(with, Extensions.memory(notebook)).anyMatch(call -> isSent(call, "inches"));
        }),
        MEMORY_WRITTEN(with -> asked(with, Extensions.memory(NoteStore.inMemory()))
                .flatMap(call -> call.tools().stream())
                .map(ToolDefinition::name)
                .anyMatch("remember"::equals)),
        DOCUMENTS(with -> asked(with, Extensions.documents("handbook", () -> Map.of("Doors", "900 mm wide."), 100))
                .anyMatch(call -> isSent(call, "900 mm"))),
        EXPERIMENT(with -> {
            List<Extensions.ExperimentResult> heard = new CopyOnWriteArrayList<>();
            answered(with, Extensions.experiment("cheap", body -> AiReturn.ofText("Oak?"), Runnable::run, heard::add));
            return heard.stream().anyMatch(outcome -> outcome.other().text().equals("Oak?"));
        }),
        SHOWN_TEXT(with -> {
            DisplayedTextRecorder shown = DisplayedTextRecorder.create();
            return shown.ofTurn(answered(with, shown).ids().turn()).contains("cannot measure");
        });

        private final Predicate<Boolean> seen;

        BuiltIn(Predicate<Boolean> seen) {
            this.seen = seen;
        }
    }

    record Nothing() {}

    private static boolean isSent(AiCall call, String fact) {
        return call.effective().stream()
                .filter(Interaction.Context.class::isInstance)
                .anyMatch(
                        said -> ((Interaction.Context) said).values().toString().contains(fact)
                                || said.toJson().text().contains(fact));
    }

    /** What the model was asked in a conversation in which every tool call fails. */
    private static Stream<AiCall> asked(boolean with, Extension extension) {
        ScriptedProvider model = measuring();
        AiReturn unused = talked(with, extension, model);
        return model.calls().stream();
    }

    private static AiReturn answered(boolean with, Extension extension) {
        return talked(with, extension, measuring());
    }

    private static ScriptedProvider measuring() {
        return ScriptedProvider.create()
                .callsTool("measure", Map.of())
                .nextRound()
                .callsTool("measure", Map.of())
                .says("I cannot measure.");
    }

    private static AiReturn talked(boolean with, Extension extension, ScriptedProvider model) {
        AiTool broken = AiTool.of("measure", "Measures.", Nothing.class, (none, call) -> {
            throw new ToolException("The laser is blocked.");
        });
        AiRuntime.Builder runtime = AiRuntime.builder().addProvider(model).addTools(broken);
        try (AiRuntime ai = (with ? runtime.addExtension(extension) : runtime).build()) {
            return ai.session(
                            AiBody.builder().toolFilter("*").contextFilter("*").build())
                    .send("How wide?");
        }
    }

    @ParameterizedTest(name = "{0}")
    @Tag("C100")
    @Tag("C102")
    @EnumSource(BuiltIn.class)
    void effect_isSeenWithTheExtension_andNotWithoutIt(BuiltIn each) {
        assertThat(each.seen.test(true)).isTrue();
        assertThat(each.seen.test(false)).isFalse();
    }

    /** A log that records the levels of its messages. */
    private static System.Logger to(List<String> levels) {
        return (System.Logger) Proxy.newProxyInstance(
                BuiltInEffectsTest.class.getClassLoader(),
                new Class<?>[] {System.Logger.class},
                (log, method, arguments) ->
                        method.getName().equals("isLoggable") || levels.add(String.valueOf(arguments[0])));
    }
}
