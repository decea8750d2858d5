package dev.plumbline.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.State;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiError.SensitiveText;
import dev.plumbline.json.Json;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.format.BoundThinking;
import dev.plumbline.providers.format.ModelFamily;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BoundThinkingTest {
    private static final String CLAUDE = "eu.anthropic.claude-opus-5-5-v1:0";

    private static final Secret KEY = Secret.of("key".toCharArray());

    private static final AiError REFUSED = AiError.of(AiError.Category.INVALID_REQUEST, "http-400", "")
            .withProviderMessage(SensitiveText.of("messages.1.content.0: Invalid `signature` in `thinking` block. The"
                    + " block is bound to a different conversation."));

    private static Json sent(ProviderClient provider, AiCall call) {
        return Json.parse(new String(provider.encode(call), StandardCharsets.UTF_8));
    }

    private static ModelOptions options(ModelOptions.Builder more) {
        return more.addExtra(AnthropicMessages.DROP_CHANGED_THINKING, true).build();
    }

    private static AiCall call(String provider, String model, ModelOptions options) {
        return AiCall.of(AiBody.of("x"), new ModelId(provider, model)).withOptions(options);
    }

    private static BedrockConverse bedrock() {
        return BedrockConverse.builder(CLAUDE, "eu-central-1").apiKey(KEY).build();
    }

    private static AnthropicMessages anthropic() {
        return AnthropicMessages.builder().apiKey(KEY).build();
    }

    @ParameterizedTest
    @CsvSource({
        "claude-fable-5-1, true",
        "claude-haiku-5-5, true",
        "claude-opus-5-5-20260901, true",
        "eu.anthropic.claude-sonnet-5-5-v1:0, true",
        "anthropic/claude-fable-5.2, true",
        "claude-next-6, true",
        "arn:aws:bedrock:eu-central-1:1:application-inference-profile/x, true",
        "claude-opus-5, false",
        "claude-opus-5@20260701, false",
        "claude-opus-4-20250514, false",
        "claude-haiku-4-5, false",
        "claude-3-5-sonnet-20241022, false",
        "claude-2.1, false"
    })
    @DisplayName("P1 thinking is bound by Claude 5.1 and newer, by the version in the name")
    void p1_version_decides(String model, boolean binds) {
        assertThat(ModelFamily.of(ModelFamily.Group.CLAUDE, model).has(ModelFamily.Trait.BINDS))
                .isEqualTo(binds);
    }

    @Test
    @DisplayName(
            "P1 at Bedrock the request to drop thinking is among the fields of the model, beside those of the program")
    void p1_bedrock_fields() {
        Json fields = sent(bedrock(), call("bedrock", CLAUDE, options(ModelOptions.builder())))
                .get("additionalModelRequestFields");
        assertThat(fields.at("/thinking/type").asText()).isEqualTo("adaptive");
        assertThat(fields.at("/thinking/block_binding/prefix_mismatch_behavior").asText())
                .isEqualTo("drop_block");
        assertThat(fields.get("anthropic_beta").text()).isEqualTo("[\"" + BoundThinking.BETA + "\"]");

        Json raw = Json.object()
                .with("thinking", Json.object().with("type", "adaptive").with("display", "summarized"))
                .with("anthropic_beta", Json.of(List.of("other")));
        Json joined = sent(
                        bedrock(),
                        call(
                                "bedrock",
                                CLAUDE,
                                options(ModelOptions.builder().addRaw("additionalModelRequestFields", raw))))
                .get("additionalModelRequestFields");
        assertThat(joined.at("/thinking/display").asText()).isEqualTo("summarized");
        assertThat(joined.at("/thinking/block_binding").exists()).isTrue();
        assertThat(joined.get("anthropic_beta").elements()).hasSize(2);
    }

    @Test
    @DisplayName("P1 an effort, raw members and the request to drop thinking are one member")
    void p1_anthropic_oneMember() {
        try (AnthropicMessages anthropic = anthropic()) {
            Json effort = sent(
                    anthropic,
                    call(
                            "anthropic",
                            "claude-haiku-5-5",
                            options(ModelOptions.builder().reasoning(ModelOptions.Reasoning.LOW))));
            assertThat(effort.at("/thinking/block_binding").exists()).isTrue();
            assertThat(effort.at("/output_config/effort").asText()).isEqualTo("low");

            Json shown = Json.object().with("type", "adaptive").with("display", "summarized");
            Json raw = sent(
                    anthropic,
                    call(
                            "anthropic",
                            "claude-haiku-5-5",
                            options(ModelOptions.builder().addRaw("thinking", shown))));
            assertThat(raw.at("/thinking/display").asText()).isEqualTo("summarized");
            assertThat(raw.at("/thinking/block_binding").exists()).isTrue();
        }
    }

    @Test
    @DisplayName("P1 an older model is sent nothing of it in a conversation that another model refused")
    void p1_olderModel_getsNothing() {
        try (AnthropicMessages anthropic = anthropic()) {
            assertThat(sent(anthropic, call("anthropic", "claude-opus-4-6", options(ModelOptions.builder())))
                            .get("thinking")
                            .exists())
                    .isFalse();
        }
    }

    @Test
    @DisplayName("P1 thinking is left out once the service refuses although it may drop, and when thinking is off")
    void p1_leftOut_inTheEnd() {
        BoundThinking bound = new BoundThinking("anthropic");
        State state = State.inMemory();
        AiCall call = AiCall.builder(AiBody.of("x"), new ModelId("anthropic", "claude-haiku-5-5"))
                .state(state)
                .build();
        assertThat(bound.isRefused(call, REFUSED)).isTrue();
        assertThat(BoundThinking.of(bound.applied(call))).isEqualTo(BoundThinking.Handling.DROPPED);
        assertThat(bound.isRefused(call, REFUSED)).isTrue();
        assertThat(BoundThinking.of(bound.applied(call))).isEqualTo(BoundThinking.Handling.LEFT_OUT);
        assertThat(bound.isRefused(call, REFUSED)).isFalse();

        Json off = Json.object().with("type", "disabled");
        AiCall without = AiCall.builder(AiBody.of("x"), new ModelId("anthropic", "claude-haiku-5-5"))
                .state(State.inMemory())
                .options(ModelOptions.builder().addRaw("thinking", off).build())
                .build();
        assertThat(bound.isRefused(without, REFUSED)).isTrue();
        assertThat(BoundThinking.of(bound.applied(without))).isEqualTo(BoundThinking.Handling.LEFT_OUT);
    }

    @Test
    @DisplayName("P1 thinking that is left out leaves the text and the calls around it")
    void p1_leftOut_keepsTheRest() {
        try (AnthropicMessages anthropic = anthropic()) {
            Json thinking =
                    Json.object().with("type", "thinking").with("thinking", "").with("signature", "s");
            AiBody body = AiBody.builder()
                    .addUser("x")
                    .add(new Interaction.Assistant(
                            List.of(new Part.Opaque("anthropic", thinking), new Part.Text("yes"))))
                    .addUser("y")
                    .build();
            State state = State.inMemory();
            AiCall call = AiCall.builder(body, new ModelId("anthropic", "claude-haiku-5-5"))
                    .state(state)
                    .build()
                    .withAttribute(AiCall.REDACTED, true);
            assertThat(sent(anthropic, call).text()).contains("\"signature\"");
            new BoundThinking("anthropic").isRefused(call, REFUSED);
            Json without = sent(anthropic, call);
            assertThat(without.text()).doesNotContain("\"signature\"", "block_binding");
            assertThat(without.at("/messages/1/content/0/text").asText()).isEqualTo("yes");
        }
    }
}
