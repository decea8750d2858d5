package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.call.ModelId;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.event.AiError;
import dev.plumbline.testkit.ScriptedProvider;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Models of providers that nobody has added are refused when a runtime is built. */
class UnregisteredProviderTest {
    private final ScriptedProvider model = ScriptedProvider.create();

    @Test
    @DisplayName("N11 a fallback without its provider is refused, with what is registered and the way out")
    void n11_fallbackWithoutProvider_isRefused() {
        assertThatThrownBy(() -> AiRuntime.builder()
                        .addProvider(model)
                        .addFallbacks("scripted:small", "other:model")
                        .build())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("addFallbacks names the model other:model, whose provider other is not registered;"
                        + " registered are [scripted]: add the provider with addProvider(…), or write a model of a"
                        + " registered one, such as scripted:script");
    }

    @Test
    @DisplayName("N11 a default model without its provider is refused, too")
    void n11_defaultModelWithoutProvider_isRefused() {
        SessionOptions elsewhere = SessionOptions.ofModel(ModelId.parse("other:model"));
        assertThatThrownBy(() -> AiRuntime.builder()
                        .addProvider(model)
                        .defaults(elsewhere)
                        .build())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("defaults names the model other:model, whose provider other is not registered");
    }

    @Test
    @DisplayName("N11 a script with an id of its own is a model and its fallback")
    void n11_fallbackWithProvider_answers() {
        ScriptedProvider other = ScriptedProvider.create("other").says("From the other.");
        model.fails(AiError.Category.AUTHENTICATION);
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(model)
                .addProvider(other)
                .addFallbacks("other:script")
                .build()) {
            assertThat(ai.send("Who?").text()).isEqualTo("From the other.");
        }
    }
}
