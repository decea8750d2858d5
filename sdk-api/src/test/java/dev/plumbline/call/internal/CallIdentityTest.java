package dev.plumbline.call.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.call.TypedKey;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Copies share the digest made last; none of them shows that of another. */
class CallIdentityTest {
    private static final TypedKey<String> NOTE = TypedKey.of("test.note", String.class);
    private static final Json SHAPE = Json.object().with("type", "object");
    private static final List<ToolDefinition> TOOLS = List.of(tool("wall"), tool("door"));

    private static ToolDefinition tool(String name) {
        return new ToolDefinition(name, "Draws a " + name + ".", SHAPE, Optional.empty(), Set.of(), "");
    }

    private static AiCall first() {
        return AiCall.builder(AiBody.of("Hello?"), new ModelId("openai", "m"))
                .effective(List.of(
                        new Interaction.Context(Map.of("units", Json.of("mm"), "clock", Json.of(12))),
                        AiBody.of("Hello?").interactions().get(0)))
                .tools(TOOLS)
                .build();
    }

    /** The same call, made at once. */
    private static AiCall fresh(AiCall call) {
        AiCall.Builder fields = AiCall.builder(call.body(), call.model())
                .effective(List.copyOf(call.effective()))
                .options(call.options())
                .tools(List.copyOf(call.tools()));
        call.outputSchema().ifPresent(fields::outputSchema);
        return fields.build().withCacheIrrelevantContext(call.cacheIrrelevantContext());
    }

    @Provide
    Arbitrary<UnaryOperator<AiCall>> changes() {
        return Arbitraries.of(
                call -> call.withSink(delta -> {}),
                call -> call.withAttribute(NOTE, "seen"),
                call -> call.withResource("plan", "1"),
                call -> call.withModel(new ModelId("openai", "n")),
                call -> call.withModel(new ModelId("openai", "m")),
                call -> call.withOptions(ModelOptions.builder().temperature(0.5).build()),
                call -> call.withOptions(ModelOptions.none()),
                call -> call.withTools(
                        call.tools().subList(0, Math.min(1, call.tools().size()))),
                call -> call.withOutputSchema(SHAPE),
                call -> call.withCacheIrrelevantContext(Set.of("clock")),
                call -> call.withCacheIrrelevantContext(Set.of()),
                call -> call.withAdded(new Interaction.System("Be brief.")),
                call -> call.withEffective(call.effective().subList(0, 1)));
    }

    @Property(tries = 500)
    @Tag("SH107")
    void copies_haveTheFingerprintOfWhatTheyAre(
            @ForAll @Size(max = 12) List<@From("changes") UnaryOperator<AiCall>> changes) {
        List<AiCall> copies = new ArrayList<>(List.of(first()));
        for (UnaryOperator<AiCall> change : changes) {
            AiCall last = copies.get(copies.size() - 1);
            copies.add(change.apply(last));
            assertThat(last.fingerprint()).isEqualTo(fresh(last).fingerprint());
        }
        for (AiCall copy : copies) { // again in their order, when what was made last is another's
            assertThat(copy.withAttribute(NOTE, "again").fingerprint())
                    .isEqualTo(fresh(copy).fingerprint());
        }
    }

    @Property(tries = 500)
    void equalFingerprints_haveEqualQuickHashes(
            @ForAll @Size(max = 12) List<@From("changes") UnaryOperator<AiCall>> changes) {
        List<AiCall> copies = new ArrayList<>(List.of(first(), fresh(first())));
        changes.forEach(change -> copies.add(change.apply(copies.get(copies.size() - 1))));
        copies.add(fresh(copies.get(copies.size() - 1)));
        for (AiCall one : copies) {
            for (AiCall other : copies) {
                if (one.fingerprint().equals(other.fingerprint())) {
                    assertThat(CallAccess.identity(one).quickHash())
                            .isEqualTo(CallAccess.identity(other).quickHash());
                }
            }
        }
    }

    @Test
    void quickHash_dependsOnTheLastQuestion() {
        AiCall call = AiCall.of(AiBody.of("A wall"), new ModelId("openai", "m"));
        assertThat(quickHash(call))
                .isNotEqualTo(quickHash(AiCall.of(AiBody.of("A door"), call.model())))
                .isNotEqualTo(quickHash(call.withModel(new ModelId("openai", "n"))))
                .isNotEqualTo(quickHash(
                        call.withAdded(AiBody.of("A wall").interactions().get(0))));
    }

    private static int quickHash(AiCall call) {
        return CallAccess.identity(call).quickHash();
    }
}
