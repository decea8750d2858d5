package dev.plumbline.http.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterParserTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private static Optional<Duration> wait(Map<String, List<String>> headers) {
        BasicClassicHttpResponse answer = new BasicClassicHttpResponse(429);
        headers.forEach((name, values) -> values.forEach(value -> answer.addHeader(name, value)));
        return new ResponseHead(429, answer).retryAt(NOW).map(at -> Duration.between(NOW, at));
    }

    @ParameterizedTest(name = "27 {0}: {1} waits {2}")
    @CsvSource({
        "Retry-After, 20, PT20S",
        "Retry-After, 0.5, PT0.5S",
        "Retry-After, 198300, PT55H5M",
        "Retry-After, 1382400, PT384H",
        "retry-after-ms, 1500, PT1.5S",
        "retry-after-ms, 0.5, PT0.0005S",
        "Retry-After, 'Thu, 01 Jan 2026 00:01:00 GMT', PT1M",
    })
    void delay_is_understood(String name, String value, Duration wait) {
        assertThat(wait(Map.of(name, List.of(value)))).contains(wait);
    }

    @Test
    @Tag("F27")
    @DisplayName("27 several headers: the latest counts")
    void latest_of_several_counts() {
        assertThat(wait(Map.of("Retry-After", List.of("3", "7", "nonsense"), "retry-after-ms", List.of("500"))))
                .contains(Duration.ofSeconds(7));
    }

    @ParameterizedTest(name = "28 Retry-After {0} is ignored")
    @Tag("F28")
    @ValueSource(
            strings = {
                "0",
                "-1",
                "NaN",
                "Infinity",
                "1000000000000000000000000000000",
                "1e30",
                "999999999999",
                "",
                "soon",
                "🙂",
                "Wed, 31 Dec 2025 23:59:00 GMT",
                "Thu, 99 Foo 2026 00:01:00 GMT",
                "0x10",
                "1,5"
            })
    void nonsense_is_ignored(String value) {
        assertThat(wait(Map.of("Retry-After", List.of(value)))).isEmpty();
    }

    @Test
    @Tag("F44")
    @DisplayName("44 a date is read against the server's own clock")
    void date_is_relative_to_the_servers_clock() {
        assertThat(wait(Map.of(
                        "Retry-After", List.of("Sat, 03 Jan 2026 00:00:30 GMT"),
                        "Date", List.of("Sat, 03 Jan 2026 00:00:00 GMT"))))
                .contains(Duration.ofSeconds(30));
    }
}
