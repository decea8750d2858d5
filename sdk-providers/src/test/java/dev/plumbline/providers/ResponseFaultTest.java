package dev.plumbline.providers;

import static dev.plumbline.providers.SseSamples.stream;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiError.Category;
import dev.plumbline.testkit.server.ServerResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers that are none: a bad status, a body of another form or without an end. Numbers are rows of the fault catalogue. */
class ResponseFaultTest {
    private static final Duration SOON = Duration.ofSeconds(5);

    private static AiError error(AiReturn ret) {
        return ret.error().orElseThrow();
    }

    private static AiReturn answered(ServerResponse answer) {
        try (ProviderFixture calls = new ProviderFixture()) {
            calls.server.answers(answer);
            return calls.call();
        }
    }

    @Test
    @Tag("F27")
    @DisplayName("27 429 with Retry-After: RATE_LIMITED with the moment, and the request id")
    void rate_limit_says_when() {
        try (ProviderFixture calls = new ProviderFixture()) {
            calls.server.answers(ServerResponse.json("{\"error\":{\"message\":\"slow down, secret\",\"code\":\"x\"}}")
                    .withStatus(429)
                    .withHeader("Retry-After", "20")
                    .withHeader("x-request-id", "req_7"));
            AiReturn ret = calls.call();
            AiError error = error(ret);
            assertThat(error.category()).isEqualTo(Category.RATE_LIMITED);
            assertThat(error.retryable()).isTrue();
            assertThat(error.retryAt()).contains(calls.clock.instant().plusSeconds(20));
            assertThat(error.status()).hasValue(429);
            assertThat(error.requestId()).contains("req_7").isEqualTo(ret.requestId());
            assertThat(error.toString()).doesNotContain("secret");
            assertThat(error.providerMessage().text()).isEqualTo("slow down, secret");
        }
    }

    @Test
    @Tag("F29")
    @DisplayName("29 429 with the quota used up: not retryable, also when a date is given")
    void used_up_quota_is_not_retryable() {
        AiReturn ret = answered(ServerResponse.json("{\"error\":{\"message\":\"\",\"code\":\"insufficient_quota\"}}")
                .withStatus(429)
                .withHeader("Retry-After", "1382400"));
        assertThat(error(ret).category()).isEqualTo(Category.RATE_LIMITED);
        assertThat(error(ret).retryable()).isFalse();
        assertThat(error(ret).retryAt()).isPresent();
    }

    @ParameterizedTest(name = "30 31 39 status {0} is {1}, retryable {2}")
    @Tag("F30")
    @Tag("F31")
    @CsvSource({
        "301,PROTOCOL,false",
        "307,PROTOCOL,false",
        "400,INVALID_REQUEST,false",
        "401,AUTHENTICATION,false",
        "402,RATE_LIMITED,false",
        "403,PERMISSION,false",
        "404,NOT_FOUND,false",
        "408,SERVER,true",
        "409,SERVER,true",
        "413,TOO_LARGE,false",
        "422,INVALID_REQUEST,false",
        "425,SERVER,true",
        "429,RATE_LIMITED,true",
        "500,SERVER,true",
        "502,SERVER,true",
        "503,OVERLOADED,true",
        "504,SERVER,true",
        "529,OVERLOADED,true",
    })
    void status_decides(int status, Category category, boolean retryable) {
        AiReturn ret =
                answered(ServerResponse.json("{\"error\":{\"message\":\"no\",\"type\":\"invalid_request_error\"}}")
                        .withStatus(status));
        assertThat(error(ret).category()).isEqualTo(category);
        assertThat(error(ret).retryable()).isEqualTo(retryable);
        assertThat(error(ret).status()).hasValue(status);
    }

    @ParameterizedTest(name = "35 error body {0}: the status decides")
    @Tag("F35")
    @CsvSource(
            delimiter = '#',
            value = {
                "text/html # <html>gateway</html>",
                "application/json # ''",
                "application/json # {\"error\":{\"mess",
                "application/json # []",
                "application/json # {\"error\":null}",
            })
    void error_body_of_any_form_is_survived(String type, String body) {
        AiReturn ret = answered(
                ServerResponse.of(type, body.getBytes(StandardCharsets.UTF_8)).withStatus(502));
        assertThat(error(ret).category()).isEqualTo(Category.SERVER);
        assertThat(error(ret).providerMessage().isEmpty()).isTrue();
    }

    @Test
    @Tag("F35")
    @DisplayName("35 of an endless error body at most 64 KiB are read")
    void endless_error_body_is_not_read_to_its_end() {
        try (ProviderFixture calls = new ProviderFixture()) {
            ServerResponse answer = ServerResponse.of("text/plain", new byte[1 << 20])
                    .withStatus(500)
                    .withContentLength(10L << 30);
            calls.server.answers(answer.stallsAfter((64 << 10) + 100));
            assertThat(error(ProviderFixture.end(calls.begin())).category()).isEqualTo(Category.SERVER);
            assertThat(calls.server.awaitClientClosed(SOON)).isTrue();
        }
    }

    @Test
    @Tag("F35")
    @DisplayName("35 an error body that never comes does not hide the status")
    void missing_error_body_does_not_hide_the_status() {
        try (ProviderFixture calls = new ProviderFixture()) {
            calls.server.answers(
                    ServerResponse.json("{\"error\":{}}").withStatus(401).stallsAfter(3));
            CompletableFuture<AiReturn> running = calls.begin();
            calls.server.awaitRequests(1, SOON);
            calls.advanceUntilDone(running);
            assertThat(error(ProviderFixture.end(running)).category()).isEqualTo(Category.AUTHENTICATION);
        }
    }

    @Test
    @Tag("F36")
    @DisplayName("36 200 with HTML: PROTOCOL naming type and status, not the content")
    void html_is_no_answer() {
        AiReturn ret = answered(
                ServerResponse.of("text/html; charset=utf-8", "<html>secret</html>".getBytes(StandardCharsets.UTF_8)));
        assertThat(error(ret).category()).isEqualTo(Category.PROTOCOL);
        assertThat(error(ret).message()).contains("text/html", "200").doesNotContain("secret");
    }

    @Test
    @Tag("F36")
    @DisplayName("36 200 with an error object in JSON is that error; with other JSON it is none of ours")
    void json_of_another_form_is_no_answer() {
        AiReturn said = answered(ServerResponse.json("{\"error\":{\"message\":\"no\",\"code\":\"content_filter\"}}"));
        assertThat(error(said).category()).isEqualTo(Category.CONTENT_FILTERED);
        assertThat(error(answered(ServerResponse.json("{\"status\":\"ok\"}"))).category())
                .isEqualTo(Category.PROTOCOL);
        assertThat(error(answered(ServerResponse.json(""))).category()).isEqualTo(Category.TRUNCATED);
    }

    @ParameterizedTest(name = "37 a gzip bomb as {0}: PROTOCOL limit by what it unpacks to")
    @Tag("F37")
    @ValueSource(strings = {"text/event-stream", "application/json"})
    void gzip_bomb_is_refused(String type) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        byte[] blanks = " ".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            for (int i = 0; i < 200; i++) {
                out.write(blanks);
            }
        }
        AiReturn ret = answered(ServerResponse.of(type, packed.toByteArray()).withHeader("Content-Encoding", "gzip"));
        assertThat(packed.size()).isLessThan(300_000);
        assertThat(error(ret).category()).isEqualTo(Category.PROTOCOL);
        assertThat(error(ret).code()).isEqualTo("limit");
    }

    @Test
    @Tag("F37")
    @DisplayName("37 comments without end are counted too")
    void endless_comments_are_refused() {
        String comments = (":" + "a".repeat(1 << 16) + "\n").repeat(1100);
        AiReturn ret = answered(stream(comments));
        assertThat(error(ret).code()).isEqualTo("limit");
    }

    @Test
    @Tag("F39")
    @DisplayName("39 a redirect is not followed, and names the way out")
    void redirect_is_not_followed() {
        try (ProviderFixture elsewhere = new ProviderFixture();
                ProviderFixture calls = new ProviderFixture()) {
            calls.server.answers(ServerResponse.json("")
                    .withStatus(307)
                    .withHeader("Location", elsewhere.server.address() + "/chat/completions"));
            AiError error = error(calls.call());
            assertThat(error.message()).contains("baseUrl");
            assertThat(elsewhere.server.connections()).isZero();
        }
    }
}
