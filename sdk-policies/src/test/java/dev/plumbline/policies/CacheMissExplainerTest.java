package dev.plumbline.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.json.Json;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.policy.internal.ContextSnapshot;
import dev.plumbline.testkit.ScriptedProvider;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CacheMissExplainerTest {
    private final PolicyFixture fixture = new PolicyFixture();
    private final FakeResponseStore store = new FakeResponseStore();
    private final ScriptedProvider provider = ScriptedProvider.create();
    private final PolicyChain chain = PolicyChain.builder()
            .addPolicy("cache", Policies.localCache(store, fixture.clock))
            .build(provider);

    private String miss(AiCall call) {
        provider.says("answer");
        return chain.call(call).trace().note("cache");
    }

    @Test
    void miss_says_what_differs_from_the_same_question_before() {
        AiBody body = AiBody.builder().addSystem("Draw.").addUser("A room").build();
        AiCall call = fixture.call(body).resources(Map.of("drawing", "1")).build();
        assertThat(miss(call)).isEqualTo("miss: no entry");
        assertThat(miss(call.withModel(new ModelId("scripted", "other")))).isEqualTo("miss: model changed");
        assertThat(miss(call)).startsWith("hit");
        assertThat(miss(call.withResource("drawing", "2"))).isEqualTo("miss: model, resource drawing changed");
        assertThat(miss(call.withResource("drawing", "3"))).isEqualTo("miss: resource drawing changed");
        assertThat(miss(call.withResource("drawing", "3")
                        .withOptions(ModelOptions.builder().seed(1).build())))
                .isEqualTo("miss: options changed");
    }

    @Test
    @Tag("SH58")
    void miss_names_tools_shape_and_context() {
        AiBody body = AiBody.of("A room");
        miss(CallFixtures.offering(body, "wall", "Draws a wall", "{\"type\":\"object\"}"));
        AiCall changed = CallFixtures.offering(body, "wall", "Draws walls", "{\"type\":\"object\"}");
        assertThat(miss(changed)).isEqualTo("miss: tools changed");
        assertThat(miss(changed.withOutputSchema(SmallSchemaService.POINT))).isEqualTo("miss: output schema changed");
        assertThat(miss(changed.withOutputSchema(SmallSchemaService.POINT)
                        .withAdded(new Interaction.Context(Map.of("units", Json.of("mm"))))))
                .isEqualTo("miss: context or instructions, length of the history changed");
    }

    @Test
    void miss_says_nothing_of_another_namespace() {
        miss(fixture.call(AiBody.of("A room")).namespace("a").build());
        assertThat(miss(fixture.call(AiBody.of("A room")).namespace("b").build()))
                .isEqualTo("miss: no entry");
    }

    @Test
    void resource_that_cannot_be_read_is_neither_looked_up_nor_kept() {
        ContextSnapshot snapshot =
                new ContextSnapshot(Map.of(), Set.of(), Map.of(), List.of("drawing"), List.of("drawing"));
        AiCall call = fixture.call("hi").withAttribute(ContextSnapshot.KEY, snapshot);
        assertThat(miss(call)).isEqualTo("off: resource drawing could not be read");
        assertThat(miss(call)).isEqualTo("off: resource drawing could not be read");
        assertThat(store.entries).isEmpty();
    }

    @Test
    @Tag("F87")
    @DisplayName("87 store that fails is reported once, not with every call")
    void failing_store_is_one_warning() {
        store.broken = true;
        miss(fixture.call("one"));
        miss(fixture.call("two"));
        assertThat(fixture.events(TelemetryEvent.ExtensionFailed.class)).hasSize(1);
        store.broken = false;
        miss(fixture.call("three"));
        store.broken = true;
        miss(fixture.call("four"));
        assertThat(fixture.events(TelemetryEvent.ExtensionFailed.class)).hasSize(2);
    }
}
