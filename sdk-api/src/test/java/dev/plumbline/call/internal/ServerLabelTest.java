package dev.plumbline.call.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ServerLabelTest {

    @Test
    @DisplayName("O3 the label of an address is its host and port, and an address without them has none")
    void o3_label_isHostAndPort() {
        Map<String, String> labels = Map.of(
                "https://api.openai.com/v1",
                "api.openai.com:443",
                "http://127.0.0.1:11434",
                "127.0.0.1:11434",
                "http://box",
                "box:80",
                "http://[::1]:8080/v1",
                "::1:8080",
                "",
                "none",
                "urn:model",
                "none",
                "not an address",
                "none",
                "https://" + "long.".repeat(20) + "example",
                "none");
        labels.forEach((address, label) -> assertThat(
                        ServerLabel.of(address).map(Object::toString).orElse("none"))
                .isEqualTo(label));
    }
}
