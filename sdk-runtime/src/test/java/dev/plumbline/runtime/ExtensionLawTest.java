package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.plugin.Hook;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.AiTool;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The order in which independent extensions are given never changes what happens. */
class ExtensionLawTest {
    private static final List<String> IDS = List.of("a", "b", "c", "d", "e");

    record Nothing() {}

    @Provide
    Arbitrary<List<String>> orders() {
        return Arbitraries.shuffle(IDS);
    }

    @Property(tries = 40)
    @Label("Order: extensions are given in any order")
    void order(@ForAll("orders") List<String> given) {
        assertThat(happens(given)).isEqualTo(happens(IDS));
    }

    /** One turn with one tool call, under these extensions: what was asked for, in which order, and what came of it. */
    private static List<Object> happens(List<String> ids) {
        List<String> steps = new CopyOnWriteArrayList<>();
        ScriptedProvider model =
                ScriptedProvider.create().callsTool("tool-c", Map.of()).says("Done.");
        AiRuntime.Builder builder = AiRuntime.builder().addProvider(model);
        ids.forEach(id -> extend(builder, id, steps));
        try (AiRuntime ai = builder.build()) {
            AiReturn ret = ai.send(AiBody.builder()
                    .toolFilter("*")
                    .contextFilter("*")
                    .addUser("Hello?")
                    .build());
            return List.of(
                    List.copyOf(steps),
                    ret.text(),
                    ai.describe(),
                    model.calls().stream().map(call -> call.fingerprint()).toList());
        }
    }

    private static void extend(AiRuntime.Builder builder, String id, List<String> steps) {
        builder.addExtension(
                id,
                to -> to.addTools(AiTool.of(
                                "tool-" + id, "Does it.", Nothing.class, (none, context) -> steps.add("run " + id)))
                        .addContext("fact-" + id, () -> id)
                        .addRequestPolicy("in-" + id, call -> call.withAdded(new Interaction.System(id)))
                        .addResponsePolicy("out-" + id, (ret, call) -> ret.mapText(text -> text + id))
                        .addPolicy("around-" + id, (call, next) -> {
                            steps.add("around " + id);
                            return next.proceed(call);
                        })
                        .addToolPolicy("policy-" + id, (call, next) -> {
                            steps.add("policy " + id);
                            return next.proceed(call);
                        })
                        .addHook("hook-" + id, new Hook() {
                            @Override
                            public void onTurnFinished(AiReturn ret, Context context) {
                                steps.add("over " + id);
                            }
                        }));
    }
}
