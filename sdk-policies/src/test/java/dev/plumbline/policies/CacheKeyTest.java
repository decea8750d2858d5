package dev.plumbline.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.json.Json;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.testkit.ScriptedProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What counts for the key of a kept answer, and what does not. */
class CacheKeyTest {
    private final PolicyFixture fixture = new PolicyFixture();
    private final ScriptedProvider provider = ScriptedProvider.create();
    private final PolicyChain chain = chain(Duration.ofDays(7));

    private PolicyChain chain(Duration ttl) {
        return fixture.cached(new FakeResponseStore(), ttl, provider);
    }

    static List<AiCall> calls() {
        ModelOptions options = ModelOptions.builder().temperature(0).build();
        List<AiCall> calls = new ArrayList<>();
        AiBody body = AiBody.builder().addSystem("Draw.").addUser("A room").build();
        calls.add(AiCall.of(body, PolicyFixture.MODEL));
        calls.add(
                AiCall.of(AiBody.builder().addSystem("Draw!").addUser("A room").build(), PolicyFixture.MODEL));
        calls.add(
                AiCall.of(AiBody.builder().addSystem("Draw.").addUser("A hall").build(), PolicyFixture.MODEL));
        calls.add(
                AiCall.of(AiBody.builder().addUser("A room").addSystem("Draw.").build(), PolicyFixture.MODEL));
        calls.add(AiCall.of(body, new ModelId("scripted", "other")));
        calls.add(AiCall.of(body, new ModelId("other", "script")));
        calls.add(with(body, options));
        calls.add(with(body, ModelOptions.builder().topP(0.5).build()));
        calls.add(with(body, ModelOptions.builder().maxOutputTokens(9).build()));
        calls.add(with(
                body,
                ModelOptions.builder().reasoning(ModelOptions.Reasoning.LOW).build()));
        calls.add(with(body, ModelOptions.builder().seed(1).build()));
        calls.add(with(body, ModelOptions.builder().stop("x").build()));
        calls.add(with(
                body,
                ModelOptions.builder().toolChoice(ModelOptions.ToolChoice.NONE).build()));
        calls.add(with(
                body, ModelOptions.builder().addExtra(CallFixtures.TIER, "flex").build()));
        calls.add(with(
                body,
                ModelOptions.builder().addExtra(CallFixtures.TIER, "priority").build()));
        calls.add(CallFixtures.offering(body, "wall", "Draws a wall", "{\"type\":\"object\"}"));
        calls.add(CallFixtures.offering(body, "walls", "Draws a wall", "{\"type\":\"object\"}"));
        calls.add(CallFixtures.offering(body, "wall", "Draws walls", "{\"type\":\"object\"}"));
        calls.add(CallFixtures.offering(body, "wall", "Draws a wall", "{\"type\":\"object\",\"required\":[\"x\"]}"));
        calls.add(AiCall.builder(body, PolicyFixture.MODEL)
                .outputSchema(SmallSchemaService.POINT)
                .build());
        calls.add(AiCall.builder(body, PolicyFixture.MODEL)
                .outputSchema(SmallSchemaService.LIST)
                .build());
        calls.add(
                AiCall.builder(body, PolicyFixture.MODEL).namespace("drawing-1").build());
        calls.add(AiCall.builder(body, PolicyFixture.MODEL)
                .resources(Map.of("drawing", "1"))
                .build());
        calls.add(AiCall.builder(body, PolicyFixture.MODEL)
                .resources(Map.of("drawing", "2"))
                .build());
        calls.add(AiCall.builder(body, PolicyFixture.MODEL)
                .resources(Map.of("endpoint", "1"))
                .build());
        calls.add(AiCall.of(body, PolicyFixture.MODEL)
                .withAdded(new Interaction.Context(Map.of("units", Json.of("mm")))));
        calls.add(AiCall.of(body, PolicyFixture.MODEL)
                .withAdded(new Interaction.Context(Map.of("units", Json.of("in")))));
        calls.add(AiCall.of(body, PolicyFixture.MODEL).withAdded(Interaction.user("And a door")));
        return calls;
    }

    private static AiCall with(AiBody body, ModelOptions options) {
        return AiCall.builder(body, PolicyFixture.MODEL).options(options).build();
    }

    @Test
    @Tag("SH26")
    @Tag("SH40")
    @Tag("SH58")
    @Tag("SH107")
    @Tag("SH113")
    @Tag("F81")
    @DisplayName("81 key misses nothing: each field changed alone is a miss, and each call hits itself")
    void every_field_counts() {
        List<AiCall> calls = calls();
        for (int i = 0; i < calls.size(); i++) {
            provider.says("answer " + i);
            assertThat(chain.call(calls.get(i)).trace().note("cache"))
                    .as("call %d", i)
                    .startsWith("miss: ");
        }
        provider.expectPlayed();
        for (int i = 0; i < calls.size(); i++) {
            assertThat(chain.call(calls.get(i)).text()).isEqualTo("answer " + i);
        }
    }

    @Test
    @Tag("F82")
    @DisplayName("82 other namespace asks the same: a miss")
    void other_namespace_is_a_miss() {
        provider.says("mine").says("yours");
        AiBody body = AiBody.of("hi");
        assertThat(chain.call(fixture.call(body).namespace("a").build()).text()).isEqualTo("mine");
        assertThat(chain.call(fixture.call(body).namespace("b").build()).text()).isEqualTo("yours");
        assertThat(chain.call(fixture.call(body).namespace("a").build()).text()).isEqualTo("mine");
    }

    @Test
    @Tag("F83")
    @DisplayName("83 key order, number spelling and absent against empty: the same key")
    void spelling_makes_no_difference() {
        AiBody body = AiBody.of("A room");
        provider.says("once");
        chain.call(CallFixtures.offering(body, "wall", "w", "{\"type\":\"object\",\"minProperties\":1}"));
        assertThat(chain.call(CallFixtures.offering(body, "wall", "w", "{\"minProperties\":1.0,\"type\":\"object\"}"))
                        .trace()
                        .note("cache"))
                .startsWith("hit");
    }

    @Test
    void answers_meant_to_vary_are_left_alone() {
        AiCall warm = fixture.call(AiBody.of("hi"))
                .options(ModelOptions.builder().temperature(0.7).build())
                .build();
        provider.says("one").says("two");
        assertThat(chain.call(warm).trace().note("cache")).isEqualTo("off: temperature");
        assertThat(chain.call(warm).text()).isEqualTo("two");
    }
}
