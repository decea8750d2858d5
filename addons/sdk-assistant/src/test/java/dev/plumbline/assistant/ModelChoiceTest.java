package dev.plumbline.assistant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.provider.AiProvider;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelChoiceTest {
    @ParameterizedTest
    @CsvSource({
        "http://localhost:1234/v1, false",
        "HTTP://localhost:1234/v1, false",
        "https://localhost:1234/v1, false",
        "http://nas.local:1234/v1, false",
        "http://[fd00::1]:1234/v1, false",
        "https://api.example/v1, true"
    })
    @DisplayName("60 a server needs no key in the assistant where its provider needs none")
    void c60_key_isNeededElsewhere(String address, boolean isNeeded) {
        ModelChoice choice = new ModelChoice(Service.OTHER, address, "m", "", "", "", "");
        assertThat(choice.needsKey()).isEqualTo(isNeeded);
        if (!isNeeded) {
            try (Desk desk = new Desk();
                    AiProvider provider = choice.provider(desk.keys())) {
                assertThat(provider.endpoint()).isEqualTo(address);
            }
        }
    }
}
