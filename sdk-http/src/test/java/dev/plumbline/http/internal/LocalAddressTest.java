package dev.plumbline.http.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocalAddressTest {
    @ParameterizedTest
    @CsvSource({
        "http://localhost:11434, true",
        "HTTP://LOCALHOST:11434/v1, true",
        "https://localhost:8443/v1, true",
        "https://127.0.0.2, true",
        "https://[::1]:8443, true",
        "http://nas.local:11434, true",
        "http://[fd00::1]:11434, true",
        "https://nas.local, false",
        "https://api.example, false",
        "https://127.example, false",
        "'', false",
        "not an address, false",
        "memory:1, false"
    })
    @DisplayName("60 a server is local on this machine, and wherever it is used without encryption")
    void c60_local(String address, boolean isLocal) {
        assertThat(EndpointUrls.isLocal(address)).isEqualTo(isLocal);
    }
}
