package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.call.ModelId;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.providers.OpenAiChat;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalProviderTest {
    @ParameterizedTest
    @ValueSource(strings = {"http://localhost:1234/v1", "HTTP://localhost:1234/v1", "https://localhost:1234/v1"})
    @DisplayName(
            "60 a provider that needs no key, because its server is local, is one whose model has a window that can be learned")
    void c60_providerWithoutAKey_isLocal(String address) {
        try (OpenAiChat provider = OpenAiChat.builder("m").baseUrl(address).build()) {
            ProviderRouter router = new ProviderRouter(List.of(provider));
            assertThat(router.hasLocal()).isTrue();
            assertThat(router.window(new ModelId(provider.id(), "m"), ModelOptions.none(), 0)
                            .local())
                    .isTrue();
        }
    }
}
