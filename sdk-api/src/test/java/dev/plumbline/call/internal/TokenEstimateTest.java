package dev.plumbline.call.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelId;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TokenEstimateTest {
    @ParameterizedTest
    @CsvSource({
        "openai,gpt-5.2,100",
        "anthropic,claude-3-5-haiku-latest,100",
        "anthropic,claude-haiku-4-5-20251001,100",
        "anthropic,claude-opus-4-20250514,100",
        "anthropic,claude-opus-4-7,130",
        "anthropic,claude-opus-5,130",
        "anthropic,claude-haiku-5-5,130",
        "bedrock,eu.anthropic.claude-fable-5-2-v1:0,130"
    })
    @DisplayName("P9 the newer tokenizers of Claude make about 30 % more tokens of the same text")
    void p9_families(String provider, String model, long tokens) {
        AiCall call = AiCall.of(AiBody.of("x".repeat(400)), new ModelId(provider, model));
        assertThat(TokenEstimate.of(call)).isEqualTo(tokens);
    }
}
